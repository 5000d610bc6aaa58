import { mkdir } from 'node:fs/promises';
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
import { startJournal } from '#main/journal/journal.ts';
import { startListener } from '#main/listener/listener.ts';
import { startOperators } from '#main/operators/operators.ts';
import { provisioned } from '#main/settings/provision.ts';
import { openSettings } from '#main/settings/settings.ts';
import { databaseFile, openStore } from '#main/store/store.ts';
import { startTestBot } from '#main/test-bot/test-bot.ts';
import { startTestCustomer } from '#main/test-customer/test-customer.ts';
import type { Engine, EngineOptions } from './engine.ts';

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
  const journal = started(startJournal({ store, clock, log }));

  let listenerUrl = '';
  const publicAddress = (): string => settings.current().publicUrl ?? listenerUrl;
  const channels = createChannelDirectory({ settings, listenerUrl: () => listenerUrl, onChange: () => emit({ name: 'channels.changed', data: {} }) });
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
  const directory = createBotDirectory({ settings, publicAddress });
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
    await startBots({ directory, store, operators, journal, clock, log, emit, onQueued: delivery.enqueue, installationId, publicAddress, testEndpoint: () => testBot.endpoint, version }),
  );
  operatorsChanged = botParts.operatorsChanged;
  const { bots, announce, enqueue: onEvents } = botParts;
  const chats = createChats({ store, operators, clock, emit, emitWritten, onQueued: delivery.enqueue, onEvents, announce, publicAddress, bots: directory });
  const ratings = createRatings({ store, clock, announce, emit });
  const typing = started(startCustomerTyping({ clock, onChange: (chatId, isTyping) => emit({ name: 'chat.typing', data: { chatId, typing: isTyping } }) }));
  const sendTyping = (chatId: string, operatorId: string, type: 'typein' | 'typeout') =>
    replies.sendTyping(chatId, operatorId, type).catch((error: unknown) => log.warn({ err: error, chatId }, 'a typing notice could not be sent'));
  const operatorTyping = started(startOperatorTyping({ clock, send: sendTyping }));

  const inbound = { channels, chats, typing, store, journal, clock, anyAvailable: operators.anyAvailable, botAvailable: botParts.isAvailable };
  const listener = started(await startListener({ ...options.listener, log, inbound, bots: botParts.inbound, ratings: { ratings, log } }));
  listenerUrl = listener.url;
  await botParts.resume();
  const handlers = createHandlers({ store, settings, operators, channels, chats, operatorTyping, journal, bots, testBot, testCustomer, emit, listenerUrl: () => listenerUrl, version });
  return {
    listenerUrl,
    installationId,
    operators,
    request: createRouter(handlers, log),
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
