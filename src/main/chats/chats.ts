import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { AutomaticMessage } from '#main/store/transactions/automatic-messages.ts';
import type { BotContext, SendingEvent } from '#main/store/transactions/bot-events.ts';
import type { Rendering, SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { Received, ReceivedMessage } from '#main/store/transactions/receive-message.ts';
import type { MediaReplyAct } from '#main/store/transactions/replies.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { REPEAT_WINDOW } from '#shared/domain/repeats.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import type { Announce } from './announce.ts';
import { newRatingInvitation } from './ratings.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What a customer sent, as the channel read it; long text is not cut yet. */
export interface CustomerMessage extends Omit<ReceivedMessage, 'texts' | 'at' | 'repeatsSince' | 'bots' | 'automatic'> {
  readonly text: string | undefined;
}

export type Receipt =
  | Exclude<Received, { readonly outcome: 'stored' }>
  | Pick<Extract<Received, { readonly outcome: 'stored' }>, 'outcome' | 'chatId' | 'messageIds'>;

/** A reply whose parts are ready to be stored, and what their links begin with. */
export type MediaReplyContent = Pick<MediaReplyAct, 'chatId' | 'clientId' | 'parts' | 'publicUrl' | 'takes'>;

/** The use cases of a chat. All reject with ContractError; what happened is said as events. */
export interface Chats {
  /** resolves when the message is on disk; `admit` is told first how many messages it becomes, and throws where they are too many */
  readonly receive: (message: CustomerMessage, admit?: (messages: number) => void) => Promise<Receipt>;
  readonly take: (operatorId: string, chatId: string, over: boolean) => Promise<Chat>;
  /** cuts a long text; takes a waiting chat; the same `clientId` again is the same reply */
  readonly reply: (
    operatorId: string,
    chatId: string,
    text: string,
    clientId?: string,
  ) => Promise<{ readonly chat: Chat; readonly messages: Message[] }>;
  /** as `reply`, with parts that are ready to be stored */
  readonly replyWithMedia: (
    operatorId: string,
    reply: MediaReplyContent,
  ) => Promise<{ readonly chat: Chat; readonly messages: Message[] }>;
  /** among operators, in any chat; the same `clientId` again is the same note. Coded error: not_found */
  readonly note: (operatorId: string, chatId: string, text: string, clientId?: string) => Promise<Message>;
  /** Coded errors: not_found, no_bot, chat_closed, chat_taken */
  readonly returnToBot: (operatorId: string, chatId: string) => Promise<Chat>;
  /** sends the customer a link to the rating page. Coded errors: not_found, chat_closed, chat_taken, not_reachable */
  readonly requestRating: (
    operatorId: string,
    chatId: string,
  ) => Promise<{ readonly chat: Chat; readonly message: Message }>;
  readonly close: (operatorId: string, chatId: string) => Promise<Chat>;
  readonly reopen: (operatorId: string, chatId: string) => Promise<Chat>;
  readonly markRead: (operatorId: string, chatId: string) => Promise<Chat>;
  /** media is written anew; a caption that no longer fits goes on in further messages */
  readonly resend: (messageId: string, rendering: Rendering) => Promise<Message>;
  /** closes those that are open, some of many; windows are told by whoever closes all of them */
  readonly closeMany: (
    operatorId: string,
    chatIds: readonly string[],
  ) => Promise<{ readonly closed: readonly string[]; readonly toldBots: boolean }>;
  readonly reopenMany: (operatorId: string, chatIds: readonly string[]) => Promise<void>;
  readonly updateCustomer: (change: {
    customerId: string;
    name?: string | undefined;
    phone?: string | undefined;
    email?: string | undefined;
  }) => Promise<Customer>;
}

export interface ChatsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly emit: Emit;
  /** replies that the store has queued are ready to go out */
  readonly onQueued: (sending: readonly SendingDelivery[]) => void;
  /** events that the store has queued are ready to go to providers */
  readonly onEvents: (events: readonly SendingEvent[]) => void;
  readonly announce: Announce;
  /** where customers reach the listener */
  readonly publicAddress: () => string;
  /** what channels ask for a rating with, by their id, where they have a text of their own */
  readonly ratingTexts: () => Readonly<Record<string, string>>;
  /** what a channel says by itself to whoever writes now */
  readonly automaticFor: (channelId: string) => AutomaticMessage | undefined;
  readonly bots: {
    /** what a bot is told of a channel; undefined: none works there */
    readonly contextFor: (channelId: string) => BotContext | undefined;
    /** the same of each channel on which one works */
    readonly contexts: () => Readonly<Record<string, BotContext>>;
  };
}

export function createChats({
  store,
  clock,
  emit,
  onQueued,
  onEvents,
  announce,
  bots,
  publicAddress,
  ratingTexts,
  automaticFor,
}: ChatsOptions): Chats {
  const act = (operatorId: string, chatId: string) => ({
    chatId,
    operatorId,
    at: clock.wall(),
  });

  return {
    receive: async ({ text, ...message }, admit) => {
      const at = clock.wall();
      const texts = text === undefined ? [text] : cutText(text);
      admit?.(texts.length);
      const received = await store.write('receiveMessage', {
        ...message,
        texts,
        at,
        repeatsSince: at - REPEAT_WINDOW,
        bots: bots.contextFor(message.channelId),
        automatic: automaticFor(message.channelId),
      });
      if (received.outcome === 'blocked') emit('blocked.changed', {});
      if (received.outcome !== 'stored') return received;
      for (const added of received.added) emit('message.added', { message: added, chat: received.chat });
      if (received.changedCustomer !== undefined) emit('customer.changed', { customer: received.changedCustomer });
      if (received.events.length > 0) onEvents(received.events);
      if (received.sending.length > 0) onQueued(received.sending);
      return received;
    },
    take: async (operatorId, chatId, over) =>
      announce(await store.write('takeChat', { ...act(operatorId, chatId), over })),
    reply: async (operatorId, chatId, text, clientId) => {
      const wellFormed = text.toWellFormed();
      if (wellFormed.trim() === '')
        throw new ContractError('invalid_input', phrase('errors:refusals.write.first'), [
          { path: 'text', reason: phrase('errors:refusals.write.first') },
        ]);
      const reply = { ...act(operatorId, chatId), texts: cutText(wellFormed), clientId };
      const change = await store.write('replyToChat', reply);
      announce(change);
      return { chat: change.chat, messages: change.added.filter(({ from }) => from === 'operator') };
    },
    replyWithMedia: async (operatorId, { chatId, ...content }) => {
      const change = await store.write('replyWithMedia', {
        ...act(operatorId, chatId),
        ...content,
      });
      announce(change);
      return { chat: change.chat, messages: change.added.filter(({ from }) => from === 'operator') };
    },
    note: async (operatorId, chatId, text, clientId) => {
      const { chat, message, isNew } = await store.write('addNote', {
        ...act(operatorId, chatId),
        text: text.toWellFormed(),
        clientId,
      });
      // Not `announce`: to the chat, its bot and its customer nothing has happened.
      if (isNew) emit('message.added', { message, chat });
      return message;
    },
    returnToBot: async (operatorId, chatId) =>
      announce(await store.write('returnChatToBot', { ...act(operatorId, chatId), contexts: bots.contexts() })),
    requestRating: async (operatorId, chatId) => {
      const invitation = newRatingInvitation(publicAddress(), ratingTexts());
      const change = await store.write('requestRating', { ...act(operatorId, chatId), invitation });
      return { chat: announce(change), message: change.message };
    },
    close: async (operatorId, chatId) => announce(await store.write('closeChat', act(operatorId, chatId))),
    reopen: async (operatorId, chatId) => announce(await store.write('reopenChat', act(operatorId, chatId))),
    markRead: async (operatorId, chatId) => announce(await store.write('markChatRead', { chatId, operatorId })),
    resend: async (messageId, rendering) => {
      const { message, chat, sending, added } = await store.write('resendMessage', { messageId, rendering });
      emit('message.changed', { message });
      for (const further of added) emit('message.added', { message: further, chat });
      emit('chat.changed', { chat });
      onQueued(sending);
      return message;
    },
    closeMany: async (operatorId, chatIds) => {
      const changes = await store.write('closeChats', { chatIds, operatorId, at: clock.wall() });
      return {
        closed: changes.map((change) => announce(change, true).id),
        toldBots: changes.some(({ events = [] }) => events.length > 0),
      };
    },
    reopenMany: async (operatorId, chatIds) => {
      const changes = await store.write('reopenChats', { chatIds, operatorId, at: clock.wall() });
      for (const change of changes) announce(change, true);
    },
    updateCustomer: async (change) => {
      const customer = await store.write('updateCustomer', change);
      emit('customer.changed', { customer });
      return customer;
    },
  };
}
