import { randomUUID } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import { withDeadline } from '#main/delivery/lanes.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import { openSecret, readable, type BotRecord } from '#main/settings/installation.ts';
import type { BotTest } from '#shared/contract/bots.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import { DEFAULT_CHANNEL_TYPE, type ClientMessage } from '#shared/protocol/bot-provider.ts';
import type { ProviderClient } from './provider-client.ts';

/** Chat and client ID of test messages; no real one is 0. */
export const TEST_CHAT = '0';
/** Milliseconds: deadline of the attempt, wait for the first event, and wait for each further one. */
const ATTEMPT_TIMEOUT = 3000;
const FIRST_EVENT_TIMEOUT = 5000;
const NEXT_EVENT_TIMEOUT = 700;
const MAX_EVENTS = 10;

export type TestMessages = ReturnType<typeof createTestMessages>;

export interface TestMessagesOptions {
  readonly client: ProviderClient;
  readonly clock: Clock;
  readonly installationId: () => string;
  /** true while an operator is there for a channel; an unknown channel counts as the installation */
  readonly isStaffed: (channelId: string) => boolean;
  readonly testBot: { readonly endpoint: string };
  readonly signals: Signalling;
}

export function createTestMessages({
  client,
  clock,
  installationId,
  isStaffed,
  testBot,
  signals: { tell, onTold },
}: TestMessagesOptions) {
  /** by bot: what tells each test of an event */
  const running = new Map<string, Set<(event: string) => void>>();

  /** by bot: other nodes that test it, which its events may not reach by themselves */
  const elsewhere = new Map<string, Set<string>>();
  onTold('botTest', ({ botId, isRunning }, { from, isOwn }) => {
    if (isOwn) return;
    const nodes = elsewhere.get(botId) ?? new Set();
    elsewhere.set(botId, nodes);
    if (isRunning) nodes.add(from);
    else nodes.delete(from);
  });
  onTold('botTestEvent', ({ botId, text }) => running.get(botId)?.forEach((onEvent) => onEvent(text)));

  /** Resolves shortly after the last event, or when time is up. */
  const listen = (botId: string) => {
    const events: string[] = [];
    const { promise: over, resolve } = Promise.withResolvers<void>();
    let cancel = clock.after(FIRST_EVENT_TIMEOUT + ATTEMPT_TIMEOUT, resolve);
    const onEvent = (event: string): void => {
      if (events.length < MAX_EVENTS) events.push(event.slice(0, 4096));
      cancel();
      cancel = clock.after(NEXT_EVENT_TIMEOUT, resolve);
    };
    const all = running.get(botId) ?? new Set();
    running.set(botId, all.add(onEvent));
    const stop = (): void => {
      cancel();
      resolve();
      all.delete(onEvent);
      if (all.size === 0) running.delete(botId);
    };
    return { events, over, stop };
  };

  return {
    /** sends a message in a chat that does not exist, and waits for the bot's events */
    send: async (bot: BotRecord, text: string): Promise<BotTest> => {
      const address = appendSegment(bot.endpoint ?? testBot.endpoint, openSecret(bot.token));
      const { events, over, stop } = listen(bot.id);
      try {
        await tell('botTest', { botId: bot.id, isRunning: true });
        const agentsOnline = bot.channelIds.length === 0 ? isStaffed('') : bot.channelIds.some(isStaffed);
        const body = JSON.stringify(testEvent(text, installationId(), agentsOnline, clock.wall()));
        const { attempt, answer } = await withDeadline(clock, ATTEMPT_TIMEOUT, (signal) =>
          client.post(address, body, readable(bot.signingKey), signal),
        );
        const { status, took, error } = attempt;
        if (error === undefined) await over;
        return { ok: error === undefined, took, events, status, answer: await answer, ...(error && { error }) };
      } finally {
        stop();
        tell('botTest', { botId: bot.id, isRunning: false }).catch(() => undefined);
      }
    },
    /** an event for the test chat; false if no test of this bot is running */
    receive: async (botId: string, text: string): Promise<boolean> => {
      if (!running.has(botId) && (elsewhere.get(botId)?.size ?? 0) === 0) return false;
      await tell('botTestEvent', { botId, text });
      return true;
    },
  };
}

function testEvent(text: string, siteId: string, agentsOnline: boolean, now: number): ClientMessage {
  return {
    id: randomUUID(),
    client_id: TEST_CHAT,
    chat_id: TEST_CHAT,
    event: 'CLIENT_MESSAGE',
    site_id: siteId,
    agents_online: agentsOnline,
    sender: { id: Number(TEST_CHAT), name: 'Test message', has_contacts: false },
    message: { type: 'TEXT', text, timestamp: Math.floor(now / 1000) },
    channel: { id: 'test', type: DEFAULT_CHANNEL_TYPE },
  };
}
