import type { Bots } from '#main/bots/bots.ts';
import { withText } from '#main/chats/line-text.ts';
import type { Chats } from '#main/chats/chats.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { OperatorTyping } from '#main/channels/operator-typing.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { Outgoing } from '#main/media/outgoing/outgoing.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { Store } from '#main/store/store.ts';
import type { TestBot } from '#main/built-in/test-bot.ts';
import type { TestCustomer } from '#main/built-in/test-customer.ts';
import type { contactRoutes } from '#shared/contract/contacts.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { operatorRoutes } from '#shared/contract/operators.ts';
import type { tagRoutes } from '#shared/contract/tags.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { archiveHandlers, type ArchiveHandlerOptions } from './archive-handlers.ts';
import { contactHandlers, type ContactHandlerOptions } from './contact-handlers.ts';
import { journalHandlers, type JournalHandlerOptions } from './journal-handlers.ts';
import {
  faultHandlers,
  type FaultHandlerOptions,
  installationHandlers,
  type InstallationHandlerOptions,
} from './installation-handlers.ts';
import { mediaHandlers, type MediaHandlerOptions } from './media-handlers.ts';
import { operatorHandlers, type OperatorHandlerOptions } from './operator-handlers.ts';
import type { Handlers } from './router.ts';
import { savedReplyHandlers } from './saved-reply-handlers.ts';

/** Rows of a page where the caller names no number. */
const PAGE = 50;

export interface HandlerOptions
  extends
    ArchiveHandlerOptions,
    ContactHandlerOptions,
    JournalHandlerOptions,
    FaultHandlerOptions,
    InstallationHandlerOptions,
    MediaHandlerOptions,
    OperatorHandlerOptions {
  readonly clock: Pick<Clock, 'wall' | 'monotonic'>;
  readonly store: Store;
  readonly settings: Settings;
  readonly channels: ChannelDirectory;
  readonly chats: Chats;
  readonly operatorTyping: OperatorTyping;
  readonly exposure: Exposure;
  readonly outgoing: Outgoing;
  readonly bots: Bots;
  readonly testBot: TestBot;
  readonly testCustomer: TestCustomer;
  readonly emit: Emit;
  readonly listenerUrl: () => string;
  readonly version: string;
}

/** The contract's routes, each handed to the part that knows. */
export function createHandlers(options: HandlerOptions): Handlers {
  return {
    ...operatorHandlers(options),
    ...setupHandlers(options),
    ...channelHandlers(options),
    ...chatHandlers(options),
    ...botHandlers(options),
    ...installationHandlers(options),
    ...faultHandlers(options),
    ...journalHandlers(options),
    ...mediaHandlers(options),
    ...savedReplyHandlers(options),
    ...contactHandlers(options),
    ...testCustomerHandlers(options),
    ...archiveHandlers(options),
  };
}

type Subset<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

function setupHandlers({ settings, store, exposure, emit, listenerUrl, version }: HandlerOptions): Subset<'setup'> {
  return {
    'setup.get': async () => {
      const { setUp, connection } = settings.current();
      const publicUrl = connection.way === 'local' ? null : exposure.publicUrl();
      return { done: setUp, databaseIsNewer: store.readOnly, listenerUrl: listenerUrl(), publicUrl, version };
    },
    'setup.finish': async () => {
      await settings.change((state) => (state.setUp ? state : { ...state, setUp: true }));
      emit('setup.changed', {});
      return {};
    },
    'setup.openSecrets': async () => {
      const opened = await settings.openAgain();
      if (opened) for (const name of ['channels.changed', 'bots.changed', 'operators.changed'] as const) emit(name, {});
      // The way in may have waited for one, or for the key of its certificate; where it still does, its own page says so.
      const { lockedCertificate } = exposure.view();
      const view = await exposure.change({}).catch(() => exposure.view());
      return { opened: opened || (lockedCertificate !== undefined && view.lockedCertificate === undefined) };
    },
  };
}

function channelHandlers({ channels, store }: HandlerOptions): Subset<'channels'> {
  return {
    'channels.list': async () => {
      const openChats = await store.read('countOpenChats');
      return { channels: channels.list().map((channel) => ({ ...channel, openChats: openChats[channel.id] ?? 0 })) };
    },
    'channels.create': (fields) => channels.create(fields),
    'channels.update': ({ channelId, ...fields }) => channels.update(channelId, fields),
    'channels.pause': ({ channelId }) => channels.setPaused(channelId, true),
    'channels.resume': ({ channelId }) => channels.setPaused(channelId, false),
    'channels.renewSecret': ({ channelId }) => channels.renewSecret(channelId),
    'channels.restoreSecret': ({ channelId, address }) => channels.restoreSecret(channelId, address),
    'channels.remove': async ({ channelId }) => ({ closedChats: await channels.remove(channelId) }),
    'channels.addresses': async ({ channelId }) => channels.addresses(channelId),
  };
}

function chatHandlers({
  store,
  chats,
  outgoing,
  operatorTyping,
  attention,
}: HandlerOptions): Omit<
  Subset<'customers' | 'chats' | 'messages'>,
  keyof typeof contactRoutes | keyof typeof tagRoutes | keyof typeof operatorRoutes
> {
  return {
    'customers.update': (change) => chats.updateCustomer(change),
    'customers.chats': ({ customerId, limit }) => store.read('listCustomerChats', { customerId, limit: limit ?? PAGE }),
    'chats.list': async (selection, { operatorId }) => {
      const page = await store.read('listChats', { ...selection, operatorId, limit: selection.limit ?? PAGE });
      return { ...page, chats: page.chats.map((chat) => chatOfAsker(chat, operatorId)) };
    },
    'chats.counts': ({ since }, { operatorId }) =>
      store.read('countChats', { operatorId, since: since ?? Number.MAX_SAFE_INTEGER }),
    'chats.get': async ({ chatId }, { operatorId }) => chatOfAsker(await store.read('getChat', { chatId }), operatorId),
    'chats.take': ({ chatId, over }, { operatorId }) => chats.take(operatorId, chatId, over ?? false),
    'chats.returnToBot': ({ chatId }, { operatorId }) => {
      operatorTyping.ended(chatId);
      return chats.returnToBot(operatorId, chatId);
    },
    'chats.requestRating': ({ chatId }, { operatorId }) => chats.requestRating(operatorId, chatId),
    'chats.close': ({ chatId }, { operatorId }) => {
      operatorTyping.ended(chatId);
      return chats.close(operatorId, chatId);
    },
    'chats.reopen': ({ chatId }, { operatorId }) => chats.reopen(operatorId, chatId),
    'chats.markRead': async ({ chatId }, { operatorId }) =>
      chatOfAsker(await chats.markRead(operatorId, chatId), operatorId),
    'chats.reply': ({ chatId, text, clientId }, { operatorId }) => {
      operatorTyping.ended(chatId, operatorId);
      attention.ended(chatId, operatorId);
      return chats.reply(operatorId, chatId, text, clientId);
    },
    'chats.note': ({ chatId, text, clientId }, { operatorId }) => chats.note(operatorId, chatId, text, clientId),
    'chats.replyMedia': (request, { operatorId }) => {
      operatorTyping.ended(request.chatId, operatorId);
      attention.ended(request.chatId, operatorId);
      return outgoing.reply(operatorId, request);
    },
    'chats.typing': async ({ chatId, typing }, { operatorId }) => {
      const isStill = typing ? operatorTyping.pressed(chatId, operatorId) : () => true;
      const { state } = await store.read('customerOfChat', { chatId }).catch((error: unknown) => {
        isStill();
        throw error;
      });
      // They sent it meanwhile.
      if (!isStill()) return {};
      if (typing && state !== 'closed') attention.typed(chatId, operatorId);
      else attention.ended(chatId, operatorId);
      // While a bot answers, the customer would see somebody type who may never send.
      if (typing && state !== 'closed' && state !== 'bot') operatorTyping.typed(chatId, operatorId);
      else operatorTyping.ended(chatId, operatorId);
      return {};
    },
    'messages.list': async (page) => {
      const list = await store.read('listMessages', { ...page, limit: page.limit ?? PAGE });
      return { ...list, messages: list.messages.map(withText) };
    },
    'messages.resend': ({ messageId }) => outgoing.resend(messageId),
  };
}

function chatOfAsker(chat: Chat, operatorId: string): Chat & { readonly unread: number } {
  return { ...chat, unread: unreadOf(chat, operatorId) };
}

function botHandlers({ bots, testBot, store }: HandlerOptions): Subset<'bots' | 'testBot' | 'ratings'> {
  return {
    'bots.list': async () => ({ bots: bots.list() }),
    'bots.create': (fields) => bots.create(fields),
    'bots.update': ({ botId, ...fields }) => bots.update(botId, fields),
    'bots.enable': ({ botId }) => bots.setEnabled(botId, true),
    'bots.disable': ({ botId }) => bots.setEnabled(botId, false),
    'bots.remove': async ({ botId }) => ({ handedOver: await bots.remove(botId) }),
    'bots.addresses': async ({ botId }) => bots.addresses(botId),
    'bots.test': ({ botId, text }) => bots.test(botId, text),
    'bots.turns': ({ chatId, before, limit }) => store.read('listBotTurns', { chatId, before, limit: limit ?? PAGE }),
    'testBot.get': async () => testBot.switches(),
    'testBot.setSwitches': async (change) => testBot.setSwitches(change),
    'ratings.list': (selection) => store.read('listRatings', { ...selection, limit: selection.limit ?? PAGE }),
  };
}

function testCustomerHandlers({ testCustomer }: HandlerOptions): Subset<'testCustomer'> {
  return {
    'testCustomer.open': (input) => testCustomer.open(input),
    'testCustomer.get': (input) => testCustomer.get(input),
    'testCustomer.send': (input) => testCustomer.send(input),
    'testCustomer.sendSample': (input) => testCustomer.sendSample(input),
    'testCustomer.typing': (input) => testCustomer.typing(input),
    'testCustomer.setSwitches': (input) => testCustomer.setSwitches(input),
  };
}
