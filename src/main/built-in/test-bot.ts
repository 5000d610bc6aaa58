import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { TestBotSwitches } from '#shared/contract/bots.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Clock } from '#main/clock/clock.ts';
import { respondTo, type BotOutput, readEvent, type ServiceEvent } from './bot-answers.ts';
import { createLatest, openWebClient, postRoute, refuse, startWebServer } from './web-side.ts';

/** How long a slow bot takes to respond, in milliseconds: just within the service's 3 seconds. */
const SLOW_ANSWER = 2_900;
const FAILURES = 2;
const CHAT_LIMIT = 1_000;
const EVENT_LIMIT = 10_000;

export interface TestBotOptions {
  /** `{listener}/webhooks/{provider_id}/{token}` for the bot with this token */
  readonly bots: { readonly localAddressOf: (token: string) => string | undefined };
  readonly emit: Emit;
  readonly clock: Clock;
  readonly log: Logger;
}

export type TestBot = Awaited<ReturnType<typeof startTestBot>>;

/**
 * Starts the built-in provider: a separate bot platform that speaks the bot provider interface over real HTTP. It
 * serves every bot without an address, and keeps the latest chats in memory only.
 */
export async function startTestBot({ bots, emit, clock, log }: TestBotOptions) {
  const client = openWebClient(log);
  const pauses = createPauses(clock);
  const greeted = createLatest<true>(CHAT_LIMIT);
  const failures = createLatest<number>(EVENT_LIMIT);
  const handled = createLatest<true>(EVENT_LIMIT);
  /** the pending answers of each chat, chained so that they follow the order of the events */
  const lanes = new Map<string, Promise<void>>();
  let switches: TestBotSwitches = { beSlow: false, failTwice: false, beSilent: false, repeatEvents: false };
  let stopped = false;

  async function takes(token: string, { id }: ServiceEvent): Promise<boolean> {
    if (switches.beSlow) await pauses.wait(SLOW_ANSWER);
    if (!switches.failTwice) return true;
    const key = `${token} ${id}`;
    const failed = failures.get(key) ?? 0;
    failures.set(key, failed + 1);
    return failed >= FAILURES;
  }

  async function answer(token: string, event: ServiceEvent): Promise<void> {
    const chat = `${token} ${event.chat_id}`;
    const isFirst = event.event === 'CLIENT_MESSAGE' && greeted.get(chat) === undefined;
    if (isFirst) greeted.set(chat, true);
    if (event.event === 'CHAT_CLOSED') greeted.delete(chat);
    if (event.event === 'CLIENT_RATED')
      log.info({ chatId: event.chat_id, rate: event.rate }, 'the test bot got a rating');
    for (const output of respondTo(event, isFirst)) {
      if (!(await send(token, eventBody(output, event, clock.wall())))) return;
    }
  }

  /** Whether the service accepted the bot's event. */
  async function send(token: string, body: string): Promise<boolean> {
    for (let left = switches.repeatEvents ? 2 : 1; left > 0; left -= 1) {
      const address = bots.localAddressOf(token);
      if (stopped || address === undefined) return false;
      const { status } = await client.request(address, body);
      if (status === 200) continue;
      log.info({ status }, 'the service did not take an event of the test bot');
      return false;
    }
    return true;
  }

  function onAnswered(token: string, event: ServiceEvent): void {
    // The service repeats an event if it got no response.
    const key = `${token} ${event.id}`;
    if (handled.get(key) === true || switches.beSilent || stopped) return;
    handled.set(key, true);
    const lane = `${token} ${event.chat_id}`;
    const done = (lanes.get(lane) ?? Promise.resolve())
      .then(() => answer(token, event))
      .finally(() => {
        if (lanes.get(lane) === done) lanes.delete(lane);
      });
    lanes.set(lane, done);
  }

  async function receive(token: string, body: string, reply: FastifyReply): Promise<unknown> {
    if (bots.localAddressOf(token) === undefined) return refuse(reply, 401, 'invalid_client', 'No bot has this token');
    const read = readEvent(body);
    if (!('event' in read)) return refuse(reply, read.status, 'invalid_request', read.why);
    const { event } = read;
    if (!(await takes(token, event))) return refuse(reply, 503, 'unavailable', 'The test bot fails on purpose');
    reply.raw.once('close', () => onAnswered(token, event));
    return { result: 'ok' };
  }

  const server = await startWebServer((app) =>
    postRoute<{ token: string }>(app, '/bot/:token', ({ params, body, reply }) => receive(params.token, body, reply)),
  );
  return {
    /** receives the events of bots without an address: `<endpoint>/<token>` */
    endpoint: `${server.origin}/bot`,
    switches: (): TestBotSwitches => switches,
    setSwitches: (chosen: Partial<TestBotSwitches>): TestBotSwitches => {
      switches = { ...switches, ...chosen };
      emit('testBot.changed', switches);
      return switches;
    },
    stop: async (): Promise<void> => {
      stopped = true;
      pauses.endAll();
      client.stop();
      await server.stop();
      await Promise.all(lanes.values());
    },
  };
}

function createPauses(clock: Clock) {
  const waiting = new Set<() => void>();
  return {
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          cancelTimer();
          waiting.delete(end);
          resolve();
        };
        const cancelTimer = clock.after(milliseconds, end);
        waiting.add(end);
      }),
    /** releases everything that is waiting */
    endAll: (): void => waiting.forEach((end) => end()),
  };
}

/** An act as an event: adds its ID and chat, and for a message the time in seconds. */
function eventBody(output: BotOutput, { chat_id, client_id }: ServiceEvent, wall: number): string {
  const event = { id: randomUUID(), chat_id, client_id, ...output };
  if (event.event !== 'BOT_MESSAGE') return JSON.stringify(event);
  return JSON.stringify({ ...event, message: { ...event.message, timestamp: Math.floor(wall / 1000) } });
}
