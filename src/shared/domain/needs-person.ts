import type { Standing } from './chat-rules.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';

/**
 * Why a chat needs an operator: it is in the queue, its customer wants a person instead of the bot, or it is their own and
 * unanswered, or a reply in it was not delivered. One that was put aside needs nobody.
 */
export type Need = 'newChat' | 'askedForPerson' | 'ownChat' | 'failedReply';

type Waiting = Pick<Chat, 'state' | 'operatorId' | 'askedForPerson' | 'waitingSince' | 'hasFailed' | 'snoozed'>;
type Seen = Pick<Chat, 'unanswered' | 'seen'>;

/**
 * Whether a chat needs this operator, and why; undefined: it does not. It is a fact of the chat: who has looked at it
 * changes nothing. `store/queries/chats` says the same in SQL, for lists and counts.
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

/** Whether a person has something to do in the chat, whoever that is: nobody has it, or who has it owes an answer. */
export function waitsForPerson(chat: Waiting): boolean {
  return needOf(chat, chat.operatorId ?? '') !== undefined;
}

/** Since when a chat that needs a person does (Unix ms): the longest waiting comes first. */
export function waitsSince(chat: Pick<Chat, 'waitingSince' | 'hasFailed' | 'lastActivityAt' | 'openedAt'>): number {
  return chat.waitingSince ?? (chat.hasFailed ? chat.lastActivityAt : chat.openedAt);
}

/** How many of the customer's messages that nobody has answered this operator has not looked at. */
export function unreadOf({ unanswered, seen }: Seen, operatorId: string): number {
  return Math.max(0, unanswered - (seen?.[operatorId] ?? 0));
}

/** Whether this operator has looked at the chat since its customer last wrote or it last came to need somebody anew. */
export function hasSeen({ unanswered, seen }: Seen, operatorId: string): boolean {
  return (seen?.[operatorId] ?? -1) >= unanswered;
}

/** Whether it is to be noted that this operator looks at the chat: there is something in it that is new to them. */
export function isNews(chat: Waiting & Seen, operatorId: string): boolean {
  if (chat.state === 'closed' || hasSeen(chat, operatorId)) return false;
  return chat.unanswered > 0 || chat.operatorId === operatorId || needOf(chat, operatorId) !== undefined;
}

/** Whether the chat calls this operator, by sound and notification: it needs them, and they have not looked at it yet. */
export function isCalling(chat: Waiting & Seen, operatorId: string): boolean {
  return needOf(chat, operatorId) !== undefined && !hasSeen(chat, operatorId);
}

/** Whether a change of who has a chat makes it need somebody anew: then nobody has seen it, whoever looked at it before. */
export function needsAnew(before: Standing, after: Standing): boolean {
  // Who opens a chat again knows of it.
  if (before.state === 'closed') return false;
  if (after.state === 'waiting') return before.state !== 'waiting';
  return after.state === 'bot' && after.askedForPerson === true && before.askedForPerson !== true;
}

/** Whether this is a reply of this operator that did not arrive. */
export function isFailedReply({ from, operatorId, delivery }: Message, ofOperatorId: string): boolean {
  return from === 'operator' && operatorId === ofOperatorId && delivery?.state === 'failed';
}

const REPEATS = [30_000, 60_000, 120_000, 300_000] as const;

/** Milliseconds until a call is made once more, after it was made `times` times: soon at first, then every five minutes. */
export function repeatDelay(times: number): number {
  return REPEATS[Math.min(Math.max(times, 1), REPEATS.length) - 1] ?? 300_000;
}
