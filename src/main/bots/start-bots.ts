import { createTakingUp } from '#main/delivery/taking-up.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { type BotDirectory, createBots, openBotReach } from './directory.ts';
import { openHourlyLimit } from './hourly-limit.ts';
import { createProviderClient } from './provider-client.ts';
import { startProviderEvents } from './provider-events.ts';
import { startBotSilence } from './silence.ts';
import { createTestMessages } from './test-messages.ts';
import { startBotTyping } from './typing.ts';

/** Milliseconds for which events are kept for the inspector, and between deletions of older ones. */
const EVENT_RETENTION = 30 * 24 * 60 * 60 * 1000;
const PRUNE_INTERVAL = 6 * 60 * 60 * 1000;

export interface BotPartsOptions extends EngineContext, Signalling {
  readonly directory: BotDirectory;
  readonly settings: Pick<Settings, 'current' | 'write' | 'seal' | 'sealToken'>;
  readonly journal: Journal;
  /** who is there */
  readonly availability: {
    readonly isStaffed: (channelId: string) => boolean;
    readonly staffedChannels: () => readonly string[];
  };
  readonly testBot: { readonly endpoint: string };
  readonly version: string;
}

/** Starts everything that talks to providers. */
export async function startBots(options: BotPartsOptions) {
  const { directory, store, clock, due, log, perform, touch, testBot } = options;
  const { isStaffed, staffedChannels } = options.availability;
  const onTurn = (chatId: string): void => touch('botTurns', { chatId });
  const onChange = (): void => touch('bots');
  const runInBackground = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => log.error({ err: error }, 'a chat of a bot could not be moved'));

  const silence = startBotSilence({
    clock,
    due,
    store,
    runInBackground,
    secondsOf: (botId) => directory.find(botId)?.silenceSeconds ?? 0,
    handOver: (chatId, botId) => perform['bots.handOverSilent']({ chatId, botId }),
  });
  const typing = startBotTyping({
    clock,
    show: (chatId, botId, isTyping) =>
      runInBackground(options.tell('botTyping', { chatId, name: directory.find(botId)?.name ?? '', isTyping })),
  });
  const limit = await openHourlyLimit({ store, clock, onChange, signals: options });
  const client = createProviderClient(options.version, clock);
  const tests = createTestMessages({
    client,
    clock,
    installationId: () => options.settings.current().installationId,
    isStaffed,
    testBot,
    signals: options,
  });
  const reach = await openBotReach({ store, clock, onChange, runInBackground, signals: options });
  const bots = createBots({ ...options, reach, limit, tests, onChange });
  const events = startProviderEvents({
    ...options,
    bots: directory,
    client,
    onTurn,
    onVerdict: (botId, isTaken) => runInBackground(reach.note(botId, isTaken)),
    onSent: ({ chatId, botId }) => {
      silence.sent(chatId, botId);
      typing.sent(chatId, botId);
    },
    onTaken: ({ chatId }) => silence.taken(chatId),
  });
  const lanes = createTakingUp(events.enqueue);
  const moved = (chat: Chat): void => {
    silence.moved(chat);
    if (chat.state !== 'bot') typing.ended(chat.id);
  };
  /** A bot did something in a chat. */
  const onAccepted = (chatId: string): void => {
    silence.ended(chatId);
    typing.ended(chatId);
  };
  const stops = [options.onBotEvents(lanes.enqueue), options.onMoved(moved)];
  /** An operator came or went, or a channel opened or closed. */
  const availabilityChanged = (): void => {
    if (staffedChannels().length === 0) return;
    silence.recheck();
    runInBackground(perform['bots.operatorsCame']({}));
  };

  const pruning = due.add({
    work: 'forgetting old events of bots',
    run: async () => {
      if (!store.readOnly) await store.write('forgetBotEvents', clock.olderThan(EVENT_RETENTION));
      return PRUNE_INTERVAL;
    },
  });
  /** Brings chats and events of the last run up to date, once the listener is up: providers may reply at once. */
  const resume = async (): Promise<void> => {
    // A read-only database keeps its queue for the version that may write it.
    if (store.readOnly) return;
    await lanes.takeUp(async () => {
      // Only bots whose tokens could be opened in the last run.
      await perform['bots.releaseChats']({});
      return await store.read('listSendingEvents');
    });
    availabilityChanged();
    await silence.resume();
  };
  return {
    bots,
    availabilityChanged,
    resume,
    inbound: { bots: directory, perform, limit, tests, store, clock, onAccepted, onTurn },
    /** true while an enabled, unblocked bot works on a channel */
    isAvailable: (channelId: string): boolean =>
      directory.onChannel(channelId).some(({ id }) => limit.blockedUntil(id) === undefined),
    stop: async (): Promise<void> => {
      for (const stop of stops) stop();
      await pruning.stop();
      await silence.stop();
      typing.stop();
      await events.stop();
      client.stop();
    },
  };
}
