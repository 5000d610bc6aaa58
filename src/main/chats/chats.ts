import type { Clock } from '#main/clock/clock.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Store } from '#main/store/store.ts';
import type { ChatChange } from '#main/store/transactions/chats.ts';
import type { SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { ReceivedMessage } from '#main/store/transactions/receive-message.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { EngineEvent, EventName } from '#shared/contract/events.ts';
import type { Chat, Customer, Message } from '#shared/domain/entities.ts';
import { REPEAT_WINDOW } from '#shared/domain/repeats.ts';
import { cutText } from '#shared/domain/text-cutting.ts';

/** What a customer sent, as the channel read it; long text is not cut yet. */
export interface CustomerMessage extends Omit<ReceivedMessage, 'texts' | 'at' | 'repeatsSince'> {
  readonly text: string | undefined;
}

export type Receipt = { readonly repeat: true } | { readonly repeat: false; readonly chatId: string; readonly messageIds: readonly string[] };

/** The use cases of a chat. All reject with ContractError; what happened is said as events. */
export interface Chats {
  /** resolves when the message is on disk */
  readonly receive: (message: CustomerMessage) => Promise<Receipt>;
  readonly take: (operatorId: string, chatId: string, over: boolean) => Promise<Chat>;
  /** cuts a long text; takes a waiting chat; the same `clientId` again is the same reply */
  readonly reply: (operatorId: string, chatId: string, text: string, clientId?: string) => Promise<{ readonly chat: Chat; readonly messages: Message[] }>;
  readonly close: (operatorId: string, chatId: string) => Promise<Chat>;
  readonly reopen: (operatorId: string, chatId: string) => Promise<Chat>;
  readonly markRead: (chatId: string) => Promise<Chat>;
  readonly resend: (messageId: string) => Promise<Message>;
  /** closes all open chats of a channel that goes away; returns how many */
  readonly closeChannel: (channelId: string, channelName: string) => Promise<number>;
  readonly updateCustomer: (change: { customerId: string; name?: string | undefined; phone?: string | undefined; email?: string | undefined }) => Promise<Customer>;
}

export interface ChatsOptions {
  readonly store: Store;
  readonly operators: Operators;
  readonly clock: Clock;
  readonly emit: (event: EngineEvent) => void;
  /** an event whose data is JSON text already */
  readonly emitWritten: (name: EventName, data: string) => void;
  /** replies that the store has queued are ready to go out */
  readonly onQueued: (sending: readonly SendingDelivery[]) => void;
}

export function createChats({ store, operators, clock, emit, emitWritten, onQueued }: ChatsOptions): Chats {
  const announce = (change: ChatChange): Chat => {
    if (!change.changed) return change.chat;
    for (const message of change.added) emit({ name: 'message.added', data: { message, chat: change.chat } });
    emit({ name: 'chat.changed', data: { chat: change.chat } });
    return change.chat;
  };
  const act = (operatorId: string, chatId: string) => ({ chatId, operator: operators.get(operatorId), at: clock.wall() });
  const holderName = async (chatId: string): Promise<string | undefined> => operators.nameOf((await store.read('getChat', { chatId })).operatorId);

  return {
    receive: async ({ text, ...message }) => {
      const at = clock.wall();
      const texts = text !== undefined && message.type === 'text' ? cutText(text) : [text];
      const received = await store.write('receiveMessage', { ...message, texts, at, repeatsSince: at - REPEAT_WINDOW });
      if (received.repeat) return received;
      for (const data of received.added) emitWritten('message.added', data);
      if (received.changedCustomer !== undefined) emit({ name: 'customer.changed', data: { customer: received.changedCustomer } });
      return received;
    },
    take: async (operatorId, chatId, over) => announce(await store.write('takeChat', { ...act(operatorId, chatId), over, holderName: await holderName(chatId) })),
    reply: async (operatorId, chatId, text, clientId) => {
      const wellFormed = text.toWellFormed();
      if (wellFormed.trim() === '') throw new ContractError('invalid_input', 'Write something first', [{ path: 'text', message: 'Write something first' }]);
      const reply = { ...act(operatorId, chatId), texts: cutText(wellFormed), clientId, holderName: await holderName(chatId) };
      const change = await store.write('replyToChat', reply);
      announce(change);
      onQueued(change.sending);
      return { chat: change.chat, messages: change.added.filter(({ from }) => from === 'operator') };
    },
    close: async (operatorId, chatId) => announce(await store.write('closeChat', act(operatorId, chatId))),
    reopen: async (operatorId, chatId) => announce(await store.write('reopenChat', act(operatorId, chatId))),
    markRead: async (chatId) => announce(await store.write('markChatRead', { chatId })),
    resend: async (messageId) => {
      const { message, chat, sending } = await store.write('resendMessage', { messageId });
      emit({ name: 'message.changed', data: { message } });
      emit({ name: 'chat.changed', data: { chat } });
      onQueued([sending]);
      return message;
    },
    closeChannel: async (channelId, channelName) => {
      const changes = await store.write('closeChannel', { channelId, channelName, at: clock.wall() });
      changes.forEach(announce);
      return changes.length;
    },
    updateCustomer: async (change) => {
      const customer = await store.write('updateCustomer', change);
      emit({ name: 'customer.changed', data: { customer } });
      return customer;
    },
  };
}
