import type { Ownership } from './chat-rules.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';

/**
 * Reason why a chat needs an operator: it is waiting, its customer wants a person instead of the bot, it is their own
 * and unanswered, or a reply in it was not delivered. A snoozed chat needs nobody.
 */
export type Need = 'newChat' | 'askedForPerson' | 'ownChat' | 'failedReply';

type Waiting = Pick<Chat, 'state' | 'operatorId' | 'askedForPerson' | 'waitingSince' | 'hasFailed' | 'snoozed'>;
type Seen = Pick<Chat, 'unanswered' | 'seen'>;

/** In place of what an operator has seen: a note mentions them, and they have not looked since. */
export const MENTIONED = -1;

/**
 * Determines whether and why a chat needs this operator; undefined: it doesn't. It is a fact of the chat, independent
 * of who has seen it. `store/queries/chats` has the same rule in SQL, for lists and counts.
 */
export function needOf(chat: Waiting, operatorId: string): Need | undefined {
  if (chat.snoozed !== undefined) return undefined;
  switch (chat.state) {
    case 'waiting':
      return chat.askedForPerson ? 'askedForPerson' : 'newChat';
    case 'active':
      if (chat.operatorId !== operatorId) return undefined;
      if (chat.waitingSince !== undefined) return 'ownChat';
      return chat.hasFailed ? 'failedReply' : undefined;
    case 'bot':
      return chat.askedForPerson ? 'askedForPerson' : undefined;
    case 'closed':
      return undefined;
  }
}

/** True while some person has to act in the chat: nobody has it, or its operator owes an answer. */
export function waitsForPerson(chat: Waiting): boolean {
  return needOf(chat, chat.operatorId ?? '') !== undefined;
}

/** Time since when a chat has needed a person (Unix ms): the longest waiting comes first. */
export function waitingSinceOf(chat: Pick<Chat, 'waitingSince' | 'hasFailed' | 'lastActivityAt' | 'openedAt'>): number {
  return chat.waitingSince ?? (chat.hasFailed ? chat.lastActivityAt : chat.openedAt);
}

/** Number of the customer's unanswered messages that this operator hasn't seen. */
export function unreadOf({ unanswered, seen }: Seen, operatorId: string): number {
  return Math.max(0, unanswered - Math.max(0, seen?.[operatorId] ?? 0));
}

/** True if this operator has seen the chat since its customer last wrote or it last came to need a person. */
export function hasSeen({ unanswered, seen }: Seen, operatorId: string): boolean {
  return (seen?.[operatorId] ?? -1) >= unanswered;
}

/** True while a note mentions this operator, and they have not looked at the chat since. */
export function isMentioned({ seen }: Pick<Chat, 'seen'>, operatorId: string): boolean {
  return seen?.[operatorId] === MENTIONED;
}

/** Who has seen a chat that counts as unseen by everyone `but` these: notes go on mentioning those who have not looked. */
export function unseenByAll(seen: Chat['seen'], but: Chat['seen'] = {}): Chat['seen'] {
  const mentioned = Object.entries(seen ?? {}).filter(([, count]) => count === MENTIONED);
  const left = { ...Object.fromEntries(mentioned), ...but };
  return Object.keys(left).length === 0 ? undefined : left;
}

/** True if this operator's look at the chat has to be recorded: it shows them something new. */
export function hasUnseenNews(chat: Waiting & Seen, operatorId: string): boolean {
  if (isMentioned(chat, operatorId)) return true;
  if (chat.state === 'closed' || hasSeen(chat, operatorId)) return false;
  return chat.unanswered > 0 || chat.operatorId === operatorId || needOf(chat, operatorId) !== undefined;
}

/** True while the chat calls this operator, by sound and notification: it needs them, and they haven't seen it yet. */
export function isCalling(chat: Waiting & Seen, operatorId: string): boolean {
  return needOf(chat, operatorId) !== undefined && !hasSeen(chat, operatorId);
}

/** True if a change of ownership makes the chat need a person again: then it counts as unseen by everyone. */
export function needsPersonAgain(before: Ownership, after: Ownership): boolean {
  // Whoever reopens a chat knows about it.
  if (before.state === 'closed') return false;
  if (after.state === 'waiting') return before.state !== 'waiting';
  return after.state === 'bot' && after.askedForPerson === true && before.askedForPerson !== true;
}

/** True for a reply of this operator that was not delivered, and that nobody has dismissed. */
export function isFailedReply({ from, operatorId, delivery }: Message, ofOperatorId: string): boolean {
  const isFailed = delivery?.state === 'failed' && delivery.dismissed !== true;
  return from === 'operator' && operatorId === ofOperatorId && isFailed;
}

const REPEATS = [30_000, 60_000, 120_000, 300_000] as const;

/** Milliseconds until a call is repeated after `times` calls: soon at first, then every five minutes. */
export function repeatDelay(times: number): number {
  return REPEATS[Math.min(Math.max(times, 1), REPEATS.length) - 1] ?? 300_000;
}
