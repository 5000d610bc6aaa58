import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createBotDirectory } from '#main/bots/directory.ts';
import { startBots } from '#main/bots/start-bots.ts';
import { createChannelDirectory } from '#main/channels/directory.ts';
import { startOperatorTyping } from '#main/channels/operator-typing.ts';
import { createPoster } from '#main/channels/outbound.ts';
import { createReplies } from '#main/channels/replies.ts';
import { createChats } from '#main/chats/chats.ts';
import { createRatings } from '#main/chats/ratings.ts';
import { startCustomerTyping } from '#main/chats/typing.ts';
import { createEventHub } from '#main/console/event-hub.ts';
import { createHandlers } from '#main/console/handlers.ts';
import { createRouter } from '#main/console/router.ts';
import { startDelivery } from '#main/delivery/delivery.ts';
import { createCall } from '#main/doctor/call.ts';
import { createDoctor } from '#main/doctor/doctor.ts';
import { askPublic } from '#main/exposure/public-answer.ts';
import { startJournal } from '#main/journal/journal.ts';
import { startListener } from '#main/listener/listener.ts';
import { createOutgoing } from '#main/media/outgoing/outgoing.ts';
import { createStickers } from '#main/media/outgoing/stickers.ts';
import { startMedia } from '#main/media/start-media.ts';
import { startOperators } from '#main/operators/operators.ts';
import { provisioned } from '#main/settings/provision.ts';
import { newSecret, openSettings } from '#main/settings/settings.ts';
import { startJournalThread } from '#main/store/journal/journal-thread.ts';
import { databaseFile, openStore } from '#main/store/store.ts';
import { startTestBot } from '#main/test-bot/test-bot.ts';
import { startTestCustomer } from '#main/test-customer/test-customer.ts';
import type { JournalEntry } from '#shared/domain/entities.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { journalTargets, knownNames, secretsOf } from './journal-targets.ts';
import { startWayIn } from './way-in.ts';

/**
 * Starts the parts in order; what was started is stopped again where a later part fails.
 * Throws ProvisionError where the provision file breaks a rule, before anything listens.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const stops: (() => void | Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return { ...(await startParts(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: EngineOptions, stops: (() => void | Promise<void>)[]): Promise<Omit<Engine, 'stop'>> {
  const { clock, log, version } = options;
  const started = <T extends { readonly stop: () => void | Promise<void> }>(part: T): T => {
    stops.push(part.stop);
    return part;
  };
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  // Opened while the settings are read.
  const opening = options.store ?? openStore({ file: databaseFile(options.dataDir), worker: options.storeWorker, log });
  stops.push(() => opening.then((store) => store.stop(), () => undefined));
  const settings = started(await openSettings({ file: options.settingsFile, vault: options.vault, log }));
  if (options.provision !== undefined) await settings.change((state) => provisioned(state, options.provision));
  const store = await opening;
  const { emit, emitWritten, subscribe } = createEventHub();
  let operatorsChanged = (): void => undefined;
  const onOperators = (): void => {
    emit({ name: 'operators.changed', data: {} });
    operatorsChanged();
  };
  const operators = started(await startOperators({ settings, clock, onChange: onOperators }));
  const journalStore = started(startJournalThread({ file: join(options.dataDir, 'journal.db'), worker: options.storeWorker, log }));
  const journal = started(
    startJournal({
      ...{ store: journalStore, clock, log, settings: () => settings.current().connection.journal, secrets: () => secretsOf(settings.current()) },
      onAdded: () => emit({ name: 'journal.changed', data: {} }),
    }),
  );
  const replayKey = newSecret();

  let listenerUrl = '';
  let publicAddress = (): string => listenerUrl;
  const channels = createChannelDirectory({ settings, listenerUrl: () => listenerUrl, publicAddress: () => publicAddress(), onChange: () => emit({ name: 'channels.changed', data: {} }) });
  const testCustomer = started(
    await startTestCustomer({
      listenerAddresses: async (channelId) => {
        const { message, status, replies } = channels.localAddresses(channelId);
        return { message, status, receivesReplies: replies === null };
      },
      onChanged: (channelId, senderId) => emit({ name: 'testCustomer.changed', data: { channelId, senderId } }),
      clock,
      log,
    }),
  );
  const poster = started(createPoster(version));
  const replies = createReplies({ channels, poster, store, operators, journal, clock, testEndpoint: () => testCustomer.endpoint });
  const delivery = started(
    await startDelivery({
      ...{ store, clock, log, attempt: replies.attempt },
      onChange: ({ message, chat }) => {
        emit({ name: 'message.changed', data: { message } });
        if (message.delivery?.state === 'failed') emit({ name: 'chat.changed', data: { chat } });
      },
    }),
  );
  const directory = createBotDirectory({ settings, publicAddress: () => publicAddress() });
  const testBot = started(
    await startTestBot({
      serviceAddress: (token) => {
        const bot = directory.list().find((each) => each.token === token);
        return bot && directory.serviceAddress(bot, listenerUrl);
      },
      onChanged: () => emit({ name: 'testBot.changed', data: {} }),
      clock,
      log,
    }),
  );
  const { installationId } = settings.current();
  const botParts = started(
    await startBots({ directory, store, operators, journal, clock, log, emit, onQueued: delivery.enqueue, installationId, publicAddress: () => publicAddress(), testEndpoint: () => testBot.endpoint, version }),
  );
  operatorsChanged = botParts.operatorsChanged;
  const { bots, announce, enqueue: onEvents } = botParts;
  const chats = createChats({ store, operators, clock, emit, emitWritten, onQueued: delivery.enqueue, onEvents, announce, publicAddress: () => publicAddress(), bots: directory });
  const builtInFiles = (): string => `${new URL(testCustomer.endpoint).origin}/samples/`;
  const media = started(startMedia({ dataDir: options.dataDir, store, settings, channels, builtInFiles, clock, log, version, emit }));
  const outgoing = createOutgoing({ store, chats, media: media.files, settings: media.settings, channel: channels.find, publicAddress: () => publicAddress(), clock });
  const stickers = createStickers({ store, media: media.files, clock, emit });
  const ratings = createRatings({ store, clock, announce, emit });
  const typing = started(startCustomerTyping({ clock, onChange: (chatId, isTyping) => emit({ name: 'chat.typing', data: { chatId, typing: isTyping } }) }));
  const sendTyping = (chatId: string, operatorId: string, type: 'typein' | 'typeout') =>
    replies.sendTyping(chatId, operatorId, type).catch((error: unknown) => log.warn({ err: error, chatId }, 'a typing notice could not be sent'));
  const operatorTyping = started(startOperatorTyping({ clock, send: sendTyping }));

  const inbound = { channels, chats, typing, store, anyAvailable: operators.anyAvailable, botAvailable: botParts.isAvailable };
  const isWritable = () => store.write('proveWritable').then(() => true, () => false);
  const listener = started(await startListener({ ...options.listener, log, clock, isWritable, inbound, bots: botParts.inbound, ratings: { ratings, log }, files: { find: (token) => store.read('findHostedFile', { token }), path: media.files.path, now: clock.wall }, requests: { journal, clock, replayKey, knownNames: () => knownNames(settings.current()) } }));
  listenerUrl = listener.url;
  const { exposure, tunnelTools } = await startWayIn({
    ...{ settings, listener, vault: options.vault, dataDir: options.dataDir, clock, log },
    onChange: () => emit({ name: 'connection.changed', data: {} }),
  });
  started(exposure);
  publicAddress = exposure.publicUrl;
  const doctor = started(
    createDoctor({
      ...{ exposure, expect: listener.expect, ask: askPublic, call: createCall(version), channels, bots, store, journal, dataDir: options.dataDir, clock, log },
      onChange: () => emit({ name: 'doctor.changed', data: {} }),
    }),
  );
  await botParts.resume();
  const repeating = {
    publicUrl: () => publicAddress(),
    targetOf: journalTargets({ channels, bots: directory, listenerUrl: () => listenerUrl, testEndpoints: { channel: () => testCustomer.endpoint, bot: () => testBot.endpoint } }),
    sendOut: ({ channelId, botId, chatId, messageId, kind }: JournalEntry, body: string) =>
      botId === undefined ? replies.repeat(channelId ?? '', { kind, chatId, messageId, body }) : botParts.repeat({ botId, chatId, messageId, kind, body }),
    replayKey,
  };
  const handlers = createHandlers({ ...repeating, doctor, exposure, tunnelTools: tunnelTools.find, store, settings, operators, channels, chats, outgoing, stickers, operatorTyping, media, clock, journal, bots, testBot, testCustomer, emit, listenerUrl: () => listenerUrl, version });
  return {
    listenerUrl,
    installationId,
    operators,
    request: createRouter(handlers, log),
    media: media.serve,
    subscribe: (operatorId, onFrame) => {
      const unsubscribe = subscribe(onFrame);
      const windowClosed = operators.windowOpened(operatorId);
      return () => {
        unsubscribe();
        windowClosed();
      };
    },
  };
}
