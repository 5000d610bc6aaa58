import type { Chat, LastMessage } from './entities.ts';
import type { ChatEvent, Message, MessageFields } from './message.ts';
import { hasSeen, isFailedReply, isMentioned, needOf, type Need } from './needs-person.ts';

/** Reason of a chat's call: its customer waits, or a reply in it was not delivered. */
export type CallKind = 'waiting' | 'failed';

/** Reason to call an operator, named like the preferences that switch it off; chats assigned to them, and those in which a note
 * mentions them, count as their own. */
export type AlertReason = Need | 'assigned' | 'mentioned';

/** Something to notify an operator of. */
export interface Alert {
  readonly reason: AlertReason;
  readonly message: LastMessage &
    MessageFields & {
      readonly chatId: string;
      readonly authorName?: string | undefined;
      readonly event?: ChatEvent | undefined;
    };
  /** as it is after the message */
  readonly chat: Chat;
}

/**
 * The reason to call this operator for a message that is new or whose delivery changed; `chat` is as it is after it.
 * Undefined: none.
 */
export function reasonOf(message: Message, chat: Chat, operatorId: string): AlertReason | undefined {
  if (isFailedReply(message, operatorId)) return 'failedReply';
  if (message.from === 'note') return mentions(message, operatorId) ? 'mentioned' : undefined;
  if (message.event?.kind === 'asked_for_person') return 'askedForPerson';
  if (message.event?.kind === 'assigned')
    return message.event.toOperatorId === operatorId && chat.operatorId === operatorId ? 'assigned' : undefined;
  const joinsQueue = message.event?.kind === 'handed_over' || message.event?.kind === 'operator_removed';
  if (message.from !== 'customer' && !joinsQueue) return undefined;
  return needOf(chat, operatorId);
}

/** Also of a note that cannot be read: then it calls nobody. */
function mentions({ mentions: named }: Message, operatorId: string): boolean {
  return Array.isArray(named) && named.some((mentioned) => mentioned.operatorId === operatorId);
}

/** True once a call is heeded or moot: the operator has seen the chat, or it was answered, taken, snoozed or closed. */
export function isHandled(reason: AlertReason, chat: Chat, operatorId: string): boolean {
  if (reason === 'mentioned') return !isMentioned(chat, operatorId);
  if (chat.state === 'closed' || chat.snoozed !== undefined) return true;
  // While a customer waits, having seen their message does not tell that the failed reply was seen.
  if (reason === 'failedReply') return !chat.hasFailed || (chat.unanswered === 0 && hasSeen(chat, operatorId));
  if (hasSeen(chat, operatorId)) return true;
  // An operator assigned an answered chat does not know of it yet.
  return reason === 'assigned' ? chat.operatorId !== operatorId : needOf(chat, operatorId) !== reason;
}

/** The alert for a chat as it stands, without knowing what happened; undefined: it calls nobody. */
export function alertOf(chat: Chat, operatorId: string): Alert | undefined {
  const reason = needOf(chat, operatorId);
  return reason === undefined || hasSeen(chat, operatorId)
    ? undefined
    : { reason, message: lastCustomerMessage(chat), chat };
}

/** The customer's last message; a notification shows nobody else's. The id tells whether the chat has called since. */
function lastCustomerMessage({ id: chatId, lastMessage, lastActivityAt: at }: Chat): Alert['message'] {
  const message = lastMessage?.from === 'customer' ? lastMessage : undefined;
  return { from: 'system', type: 'text', at, ...message, id: lastMessage?.id ?? '', chatId };
}

/** The kind of call that an alert makes. */
export function kindOf(reason: AlertReason): CallKind {
  return reason === 'failedReply' ? 'failed' : 'waiting';
}
