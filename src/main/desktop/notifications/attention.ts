import type { DesktopPreferences } from '#shared/contract/desktop.ts';
import type { Chat, Message } from '#shared/domain/entities.ts';

/** Why an operator is called: the names are those of the preferences that switch them off; a chat that a colleague gave them is their own. */
export type AttentionReason = 'newChat' | 'ownChat' | 'askedForPerson' | 'failedReply' | 'assigned';

/** Something an operator should hear of. */
export interface Attention {
  readonly reason: AttentionReason;
  readonly message: Message;
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
  return reasonToCall(chat, operatorId);
}

/** Why this operator would be called to a chat whose customer waits; undefined: it is somebody else's. */
export function reasonToCall(chat: Chat, operatorId: string): AttentionReason | undefined {
  switch (chat.state) {
    case 'waiting':
      return chat.askedForPerson ? 'askedForPerson' : 'newChat';
    case 'active':
      return chat.operatorId === operatorId ? 'ownChat' : undefined;
    case 'bot':
      return chat.askedForPerson ? 'askedForPerson' : undefined;
    case 'closed':
      return undefined;
  }
}

/** What is known of a call that was made. */
export interface Call {
  readonly reason: AttentionReason;
  /** of the chat when it was made */
  readonly unread: number;
  /** whether its customer waited for an answer then */
  readonly isWaiting: boolean;
}

/** Whether a call has been heeded, or is none any more: somebody opened the chat, answered, took or closed it. */
export function isHeeded(call: Call, chat: Chat, operatorId: string): boolean {
  if (chat.state === 'closed') return true;
  if (call.reason === 'failedReply') return !chat.hasFailed;
  // Who was given a chat that is answered so far has yet to learn of it.
  if (chat.waitingSince === undefined && (call.reason !== 'assigned' || call.isWaiting)) return true;
  // Opened: but a chat that was read before its bot asked for a person has nothing unread from the start.
  if (chat.unread === 0 && call.unread > 0) return true;
  switch (chat.state) {
    case 'active':
      return (call.reason !== 'ownChat' && call.reason !== 'assigned') || chat.operatorId !== operatorId;
    case 'bot':
      return !chat.askedForPerson;
    case 'waiting':
      return false;
  }
}

const REPEATS = [30_000, 60_000, 120_000, 300_000] as const;

/** Milliseconds until a call is made once more, after it was made `times` times: soon at first, then every five minutes. */
export function repeatDelay(times: number): number {
  return REPEATS[Math.min(Math.max(times, 1), REPEATS.length) - 1] ?? 300_000;
}

/** Whether the owner wants to hear of this at all. */
export function isWanted(reason: AttentionReason, { notifications }: DesktopPreferences): boolean {
  return notifications[reason === 'assigned' ? 'ownChat' : reason];
}

/** Whether notifications are paused at `now`, wall clock. */
export function isPaused({ pausedUntil }: DesktopPreferences, now: number): boolean {
  return pausedUntil !== null && now < pausedUntil;
}
