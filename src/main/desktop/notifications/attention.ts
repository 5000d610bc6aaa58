import type { DesktopPreferences } from '#shared/contract/desktop.ts';
import type { Chat, LastMessage } from '#shared/domain/entities.ts';
import type { ChatEvent, Message } from '#shared/domain/message.ts';
import { hasSeen, needOf, type Need } from '#shared/domain/needs-person.ts';

/** Why an operator is called: the names are those of the preferences that switch them off; a chat that a colleague gave them is their own. */
export type AttentionReason = Need | 'failedReply' | 'assigned';

/** Something an operator should hear of. */
export interface Attention {
  readonly reason: AttentionReason;
  readonly message: LastMessage & { readonly chatId: string; readonly event?: ChatEvent | undefined };
  /** as it is after the message */
  readonly chat: Chat;
}

/** Whether this is a reply of this operator that did not arrive. */
export function isFailedReply({ from, operatorId, delivery }: Message, ofOperatorId: string): boolean {
  return from === 'operator' && operatorId === ofOperatorId && delivery?.state === 'failed';
}

/** Why a message that was added calls this operator; `chat` is as it is after it. Undefined: it deserves no notification. */
export function reasonOf(message: Message, chat: Chat, operatorId: string): AttentionReason | undefined {
  if (message.event?.kind === 'asked_for_person') return 'askedForPerson';
  if (message.event?.kind === 'assigned')
    return message.event.toOperatorId === operatorId && chat.operatorId === operatorId ? 'assigned' : undefined;
  const joinsQueue = message.event?.kind === 'handed_over' || message.event?.kind === 'operator_removed';
  if (message.from !== 'customer' && !joinsQueue) return undefined;
  return needOf(chat, operatorId);
}

/** Whether a call has been heeded, or is none any more: the operator looked at the chat, or somebody answered, took or closed it. */
export function isHeeded(reason: AttentionReason, chat: Chat, operatorId: string): boolean {
  if (chat.state === 'closed') return true;
  if (reason === 'failedReply') return !chat.hasFailed;
  if (hasSeen(chat, operatorId)) return true;
  // Who was given a chat that is answered so far has yet to learn of it.
  return reason === 'assigned' ? chat.operatorId !== operatorId : needOf(chat, operatorId) !== reason;
}

/** Whether the owner wants to hear of this at all. */
export function isWanted(reason: AttentionReason, { notifications }: DesktopPreferences): boolean {
  return notifications[reason === 'assigned' ? 'ownChat' : reason];
}

/** Whether notifications are paused at `now`, wall clock. */
export function isPaused({ pausedUntil }: DesktopPreferences, now: number): boolean {
  return pausedUntil !== null && now < pausedUntil;
}
