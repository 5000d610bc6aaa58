import type { SendingEvent } from '#main/store/transactions/bot-events.ts';
import type { ChatChange } from '#main/store/transactions/chat-change.ts';
import type { SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Chat } from '#shared/domain/entities.ts';

export interface AnnounceOptions {
  readonly emit: Emit;
  /** replies that the store has queued are ready to go out */
  readonly onQueued: (sending: readonly SendingDelivery[]) => void;
  /** events that the store has queued are ready to go to providers */
  readonly onEvents: (events: readonly SendingEvent[]) => void;
  /** who has a chat, or what was said in it, changed */
  readonly onMoved: (chat: Chat) => void;
}

/** Tells what a transaction did, once it is on disk; returns the chat as it is now. Windows are not told of one of many: whoever changes many says so once. */
export type Announce = (change: ChatChange, isOneOfMany?: boolean) => Chat;

export function createAnnounce({ emit, onQueued, onEvents, onMoved }: AnnounceOptions): Announce {
  return ({ chat, changed, added, sending = [], events = [], customer }, isOneOfMany = false) => {
    if (changed && isOneOfMany) onMoved(chat);
    else if (changed) {
      for (const message of added) emit('message.added', { message, chat });
      // A bot speaks often, and its messages carry the chat.
      if (added.length === 0 || added.some(({ from }) => from !== 'bot')) emit('chat.changed', { chat });
      if (customer !== undefined) emit('customer.changed', { customer });
      onMoved(chat);
    }
    if (sending.length > 0) onQueued(sending);
    if (events.length > 0) onEvents(events);
    return chat;
  };
}
