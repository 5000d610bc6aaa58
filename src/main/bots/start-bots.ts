import type { Logger } from 'pino';
import { type Announce, createAnnounce } from '#main/chats/chats.ts';
import { createBotChats } from '#main/chats/bot-chats.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { Store } from '#main/store/store.ts';
import type { SendingEvent } from '#main/store/transactions/bot-events.ts';
import type { SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { Emit } from '#shared/contract/events.ts';
import { type Bots, createBots } from './bots.ts';
import type { BotDirectory } from './directory.ts';
import { openHourlyLimit } from './hourly-limit.ts';
import type { BotInboundOptions } from './inbound.ts';
import { createProviderClient } from './provider-client.ts';
import { type ProviderEvents, startProviderEvents } from './provider-events.ts';
import { startSilenceWatch } from './silence.ts';
import { createTestMessages } from './test-messages.ts';

/** For how long events are kept for the inspector, and how often older ones are forgotten, in milliseconds. */
const KEPT_EVENTS = 30 * 24 * 60 * 60 * 1000;
const FORGET_EVERY = 6 * 60 * 60 * 1000;

export interface BotParts {
  readonly bots: Bots;
  readonly inbound: BotInboundOptions;
  /** tells windows, channels and providers what a transaction on a chat did */
  readonly announce: Announce;
  readonly enqueue: (events: readonly SendingEvent[]) => void;
  /** sends an event that was sent before once more, one attempt */
  readonly repeat: ProviderEvents['repeat'];
  /** whether a bot works on a channel and is heard */
  readonly isAvailable: (channelId: string) => boolean;
  /** somebody came or went, or a channel opened or closed */
  readonly availabilityChanged: () => void;
  /** brings the chats and events of the last run to where they belong now */
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface BotPartsOptions {
  readonly directory: BotDirectory;
  readonly store: Store;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Logger;
  readonly emit: Emit;
  readonly onQueued: (sending: readonly SendingDelivery[]) => void;
  readonly installationId: string;
  readonly publicAddress: () => string;
  /** what channels ask for a rating with, by their id */
  readonly ratingTexts: () => Readonly<Record<string, string>>;
  readonly availability: {
    /** whether somebody is there for a channel; one that is not known counts as the installation */
    readonly isStaffed: (channelId: string) => boolean;
    readonly staffedChannels: () => readonly string[];
  };
  readonly testBot: { readonly endpoint: string };
  readonly version: string;
}

/** Starts all that speaks with providers. */
export async function startBots(options: BotPartsOptions): Promise<BotParts> {
  const { directory, store, journal, clock, log, emit, testBot } = options;
  const { isStaffed, staffedChannels } = options.availability;
  const onTurn = (chatId: string): void => emit('botTurns.changed', { chatId });
  const onChange = (): void => emit('bots.changed', { bots: bots.list() });
  const inBackground = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => log.error({ err: error }, 'a chat of a bot could not be moved'));

  const silence = startSilenceWatch({
    clock,
    secondsOf: (botId) => directory.find(botId)?.silenceSeconds ?? 0,
    onSilent: (chatId, botId) => inBackground(botChats.handOverSilent(chatId, botId)),
  });
  const resumeSilence = async (chatId?: string): Promise<void> => {
    for (const silent of await store.read('listSilentBotChats', { chatId }))
      silence.resumed(silent.chatId, silent.botId);
  };
  const announce = createAnnounce({
    emit,
    onQueued: options.onQueued,
    onEvents: (sending) => events.enqueue(sending),
    onMoved: ({ id, state, waitingSince }) => {
      if (state !== 'bot') silence.ended(id);
      // Given back to a bot that took the message before, and is told nothing anew.
      else if (waitingSince !== undefined && !silence.watches(id)) inBackground(resumeSilence(id));
    },
  });
  const botChats = createBotChats({
    store,
    clock,
    announce,
    publicAddress: options.publicAddress,
    ratingTexts: options.ratingTexts,
    staffedChannels,
  });
  const limit = await openHourlyLimit({ store, clock, onChange });
  const client = createProviderClient(options.version, clock);
  const tests = createTestMessages({
    client,
    clock,
    installationId: () => options.installationId,
    isStaffed,
    testBot,
  });
  const bots = createBots({ directory, limit, tests, onChange });
  const events = startProviderEvents({
    store,
    clock,
    log,
    journal,
    bots: directory,
    client,
    testBot,
    onTurn,
    onSent: ({ chatId, botId }) => silence.sent(chatId, botId),
    onTaken: ({ chatId }) => {
      if (silence.watches(chatId)) silence.taken(chatId);
      // Somebody had the chat while the bot was being told, and gave it back: the bot owes an answer all the same.
      else inBackground(resumeSilence(chatId));
    },
    onChange: announce,
  });
  const availabilityChanged = (): void => {
    if (staffedChannels().length === 0) return;
    silence.recheck();
    inBackground(botChats.operatorCameOnline());
  };

  let cancelForgetting = (): void => undefined;
  const forget = (): void => {
    inBackground(store.write('forgetBotEvents', { before: clock.wall() - KEPT_EVENTS }));
    cancelForgetting = clock.after(FORGET_EVERY, forget);
  };
  /** Providers may answer at once, so this waits for the listener. */
  const resume = async (): Promise<void> => {
    // A database that may not be written keeps its queue for the version that may.
    if (store.readOnly) return;
    // Of bots whose tokens could be opened in the last run.
    await botChats.release();
    events.enqueue(await store.read('listSendingEvents'));
    availabilityChanged();
    await resumeSilence();
    forget();
  };
  return {
    bots,
    announce,
    availabilityChanged,
    resume,
    enqueue: events.enqueue,
    repeat: events.repeat,
    inbound: { bots: directory, botChats, limit, tests, store, clock, onAccepted: silence.ended, onTurn },
    isAvailable: (channelId) => directory.onChannel(channelId).some(({ id }) => limit.blockedUntil(id) === undefined),
    stop: async () => {
      cancelForgetting();
      silence.stop();
      await events.stop();
      client.stop();
    },
  };
}
