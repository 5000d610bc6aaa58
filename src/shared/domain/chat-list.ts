import type { Chat } from './entities.ts';
import { needOf, waitsForPerson, waitsSince } from './needs-person.ts';
import { tagKey } from './tags.ts';

/**
 * The lists. `needsMe` is what needs the asking operator (`needs-person`), `mine` what they have, `bot` what bots hold,
 * `open` everything not closed, `snoozed` what was put aside and is in none of those before, `failed` where a reply was not delivered, open or closed.
 */
export const CHAT_FILTERS = ['needsMe', 'waiting', 'mine', 'bot', 'open', 'snoozed', 'failed', 'closed'] as const;
export type ChatFilter = (typeof CHAT_FILTERS)[number];

/** What a list is narrowed to. */
export interface ChatNarrowing {
  readonly channelId?: string | undefined;
  /** the operator who has them; had them, where they are closed */
  readonly heldBy?: string | undefined;
  /** names; a chat has all of them */
  readonly tags?: readonly string[] | undefined;
}

/** As many can be chosen in a list to act on them together; more are selected by the time in which they began. */
export const MOST_CHOSEN = 200;

/** Whether a chat is in a list; `operatorId` is whose list it is. `store/queries/chats` says the same in SQL. */
export function isListed(
  chat: Chat,
  filter: ChatFilter,
  operatorId: string | undefined,
  { channelId = chat.channelId, heldBy = chat.operatorId, tags = [] }: ChatNarrowing = {},
): boolean {
  const keys = (chat.tags ?? []).map(tagKey);
  return (
    isOfFilter(chat, filter, operatorId) &&
    chat.channelId === channelId &&
    chat.operatorId === heldBy &&
    tags.every((name) => keys.includes(tagKey(name)))
  );
}

function isOfFilter(chat: Chat, filter: ChatFilter, operatorId: string | undefined): boolean {
  switch (filter) {
    case 'needsMe':
      return operatorId !== undefined && needOf(chat, operatorId) !== undefined;
    case 'mine':
      return chat.state === 'active' && chat.operatorId === operatorId && chat.snoozed === undefined;
    case 'snoozed':
      return chat.snoozed !== undefined;
    case 'open':
      return chat.state !== 'closed';
    case 'failed':
      return chat.hasFailed;
    case 'waiting':
    case 'bot':
      return chat.state === filter && chat.snoozed === undefined;
    case 'closed':
      return chat.state === 'closed';
  }
}

/** Later than any time: what is counted back from it comes behind whoever waits. */
export const END_OF_TIME = 1e14;

/** Where a chat stands in a list, the smallest first: who waits for a person, the longest first, then by latest activity. */
export function placeInList(chat: Chat, filter: ChatFilter): number {
  if (filter === 'snoozed' && chat.snoozed?.until !== undefined) return chat.snoozed.until;
  const isPlaced = !isByActivity(filter) && waitsForPerson(chat);
  return isPlaced ? waitsSince(chat) : END_OF_TIME - chat.lastActivityAt;
}

/** Whether a chat stands before another in a list that has both. */
export function comesBefore(chat: Chat, other: Chat, filter: ChatFilter): boolean {
  const distance = placeInList(chat, filter) - placeInList(other, filter);
  if (distance !== 0) return distance < 0;
  return isByActivity(filter) ? Number(chat.id) > Number(other.id) : Number(chat.id) < Number(other.id);
}

/** In these lists nobody waits before others. */
function isByActivity(filter: ChatFilter): boolean {
  return filter === 'closed' || filter === 'failed';
}
