import type { EngineContext } from '#main/store/store.ts';
import type { AutomaticMessage } from '#main/store/messages/automatic-messages.ts';
import type { Rendering } from '#main/store/deliveries/deliveries.ts';
import type { Received, ReceivedMessage } from '#main/store/messages/receive-message.ts';
import type { MediaReplyInput } from '#main/store/messages/replies.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import { REPEAT_WINDOW } from '#shared/domain/chat-rules.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { newRatingInvitation } from './rating-invitation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { ChatChange } from '#main/store/chats/chat-change.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { SendingDelivery, SendingEvent } from '#main/store/deliveries/sending.ts';

/** A customer's message as the channel parsed it; long text is not cut yet. */
export interface CustomerMessage extends Omit<
  ReceivedMessage,
  'texts' | 'at' | 'repeatsSince' | 'isStaffed' | 'automatic'
> {
  readonly text: string | undefined;
}

export type Receipt =
  | Exclude<Received, { readonly outcome: 'stored' }>
  | Pick<Extract<Received, { readonly outcome: 'stored' }>, 'outcome' | 'chatId' | 'messageIds'>;

/** A reply whose parts are ready to store, and the base address of its links. */
export type MediaReplyContent = Pick<MediaReplyInput, 'chatId' | 'clientId' | 'parts' | 'publicUrl'>;

export interface ChatsOptions extends Pick<EngineContext, 'store' | 'clock' | 'emit' | 'touch'> {
  /** replies queued by the store are ready to send */
  readonly onQueued: (sending: readonly SendingDelivery[]) => void;
  /** events queued by the store are ready to send to providers */
  readonly onEvents: (events: readonly SendingEvent[]) => void;
  readonly announce: Announce;
  /** the listener's public address */
  readonly publicAddress: () => string;
  /** custom rating request texts by channel ID */
  readonly ratingTexts: () => Readonly<Record<string, string>>;
  /** automatic messages of a channel for whoever writes now */
  readonly automaticFor: (channelId: string) => AutomaticMessage | undefined;
  /** true while an operator is there for a channel */
  readonly isStaffed: (channelId: string) => boolean;
  /** channels with an operator there */
  readonly staffedChannels: () => readonly string[];
}

/** Use cases of a chat. All reject with ContractError and report changes as events. */
export function createChats(options: ChatsOptions) {
  const { store, clock, emit, announce } = options;
  const act = (operatorId: string, chatId: string) => ({
    chatId,
    operatorId,
    at: clock.wall(),
    publicUrl: withoutSlashes(options.publicAddress()),
  });
  const announced = (change: ChatChange) => ({
    chat: announce(change),
    messages: change.added.filter(({ from }) => from === 'operator'),
  });

  const reportReceived = (received: Received): Receipt => {
    if (received.outcome === 'blocked') options.touch('blocked');
    if (received.outcome !== 'stored') return received;
    for (const added of received.added) emit('message.added', { message: added, chat: received.chat });
    if (received.changedCustomer !== undefined) emit('customer.changed', { customer: received.changedCustomer });
    if (received.events.length > 0) options.onEvents(received.events);
    if (received.sending.length > 0) options.onQueued(received.sending);
    return received;
  };

  return {
    /** resolves when it is on disk; `admit` gets the number of messages first, and throws if there are too many */
    receive: (
      { text, ...message }: CustomerMessage,
      admit?: (messages: number) => void,
      at = clock.wall(),
    ): Promise<Receipt> => {
      const texts = text === undefined ? [text] : cutText(text);
      admit?.(texts.length);
      const stored = store.write('receiveMessage', {
        ...message,
        texts,
        at,
        repeatsSince: at - REPEAT_WINDOW,
        isStaffed: options.isStaffed(message.channelId),
        automatic: options.automaticFor(message.channelId),
      });
      // Not awaited here: the message would stay in memory until the store answers.
      return stored.then(reportReceived);
    },
    take: async (operatorId: string, chatId: string, over: boolean) =>
      announce(await store.write('takeChat', { ...act(operatorId, chatId), over })),
    /** cuts a long text; takes a waiting chat; a repeated `clientId` is the same reply; `age` as in the contract */
    reply: async (operatorId: string, chatId: string, text: string, clientId?: string, age?: number) => {
      const written = act(operatorId, chatId);
      const writtenAt = age === undefined ? undefined : written.at - age;
      const reply = { ...written, texts: splitReply(text), clientId, writtenAt };
      return announced(await store.write('replyToChat', reply));
    },
    /** opens a chat in which the operator writes first; a repeated `clientId` is the same chat */
    begin: async (operatorId: string, { customerId, text, clientId }: ParsedInput<'chats.begin'>) => {
      const first = { operatorId, customerId, at: clock.wall(), texts: splitReply(text), clientId };
      return announced(await store.write('beginChat', first));
    },
    /** like `reply`, with parts that are ready to store */
    replyWithMedia: async (operatorId: string, { chatId, ...content }: MediaReplyContent) =>
      announced(await store.write('replyWithMedia', { ...act(operatorId, chatId), ...content })),
    /** for operators only, in any chat; a repeated `clientId` is the same note. Coded error: not_found */
    note: async (operatorId: string, chatId: string, text: string, clientId?: string) => {
      const { chat, message, isNew } = await store.write('addNote', {
        ...act(operatorId, chatId),
        text: text.toWellFormed(),
        clientId,
      });
      // No `announce`: nothing changed for the chat, its bot or its customer.
      if (isNew) emit('message.added', { message, chat });
      return message;
    },
    /** changes one's own note. Coded error: not_found */
    editNote: async (operatorId: string, messageId: string, text: string) => {
      const note = { messageId, operatorId, text: text.toWellFormed(), at: clock.wall() };
      const message = await store.write('editNote', note);
      emit('message.changed', { message });
      return message;
    },
    /** Coded errors: not_found, no_bot, chat_closed, chat_taken */
    returnToBot: async (operatorId: string, chatId: string) => {
      const back = { ...act(operatorId, chatId), staffedChannels: options.staffedChannels() };
      return announce(await store.write('returnChatToBot', back));
    },
    /** sends the customer a link to the rating page. Coded errors: not_found, chat_closed, chat_taken, not_reachable */
    requestRating: async (operatorId: string, chatId: string) => {
      const invitation = newRatingInvitation(options.publicAddress(), options.ratingTexts());
      const change = await store.write('requestRating', { ...act(operatorId, chatId), invitation });
      return { chat: announce(change), message: change.message };
    },
    close: async (operatorId: string, chatId: string) =>
      announce(await store.write('closeChat', act(operatorId, chatId))),
    reopen: async (operatorId: string, chatId: string) =>
      announce(await store.write('reopenChat', act(operatorId, chatId))),
    markRead: async (operatorId: string, chatId: string) =>
      announce(await store.write('markChatRead', { chatId, operatorId })),
    /** renders media again; a caption that no longer fits continues in further messages */
    resend: async (messageId: string, rendering: Rendering) => {
      const { message, chat, sending, added } = await store.write('resendMessage', { messageId, rendering });
      emit('message.changed', { message });
      for (const further of added) emit('message.added', { message: further, chat });
      emit('chat.changed', { chat });
      options.onQueued(sending);
      return message;
    },
    dismissFailure: async (messageId: string) => {
      const { message, chat } = await store.write('dismissFailure', { messageId });
      emit('message.changed', { message });
      emit('chat.changed', { chat });
      return message;
    },
    /** closes open ones, as part of a larger job; the caller notifies windows */
    closeMany: async (operatorId: string, chatIds: readonly string[]) => {
      const changes = await store.write('closeChats', { chatIds, operatorId, at: clock.wall() });
      return {
        closed: changes.map((change) => announce(change, true).id),
        toldBots: changes.some(({ events = [] }) => events.length > 0),
      };
    },
  };
}

/** The messages of a reply. Coded error: invalid_input if it is empty. */
function splitReply(text: string): readonly string[] {
  const wellFormed = text.toWellFormed();
  if (wellFormed.trim() !== '') return cutText(wellFormed);
  const reason = phrase('errors:refusals.write.first');
  throw new ContractError('invalid_input', reason, [{ path: 'text', reason }]);
}

export type Chats = ReturnType<typeof createChats>;

export interface AnnounceOptions extends Pick<ChatsOptions, 'emit' | 'onQueued' | 'onEvents'> {
  /** the owner or the content of a chat changed */
  readonly onMoved: (chat: Chat) => void;
}

/** Reports what a transaction did, once on disk; returns the current chat. In a larger job the caller tells windows. */
export type Announce = (change: ChatChange, isOneOfMany?: boolean) => Chat;

export function createAnnounce({ emit, onQueued, onEvents, onMoved }: AnnounceOptions): Announce {
  return ({ chat, changed, added, sending = [], events = [], customer }, isOneOfMany = false) => {
    if (changed && isOneOfMany) onMoved(chat);
    else if (changed) {
      for (const message of added) emit('message.added', { message, chat });
      // Bots write often, and their messages include the chat.
      if (added.length === 0 || added.some(({ from }) => from !== 'bot')) emit('chat.changed', { chat });
      if (customer !== undefined) emit('customer.changed', { customer });
      onMoved(chat);
    }
    if (sending.length > 0) onQueued(sending);
    if (events.length > 0) onEvents(events);
    return chat;
  };
}
