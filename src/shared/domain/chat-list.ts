import { mapContactFields } from './contact-fields.ts';
import type { Chat, Customer } from './entities.ts';
import { isMentioned, needOf, waitsForPerson, waitingSinceOf } from './needs-person.ts';
import { tagKey } from './tags.ts';

/**
 * The lists. `needsMe`: chats that need the operator (`needs-person`); `mine`: their own; `bot`: those of bots; `open`:
 * not closed; `mentioned`: with a note that mentions
 * them, until they look; `snoozed`: in none of the first four; `failed`: with an undelivered reply.
 */
export const CHAT_FILTERS = [
  'needsMe',
  'waiting',
  'mine',
  'bot',
  'open',
  'mentioned',
  'snoozed',
  'failed',
  'closed',
] as const;
export type ChatFilter = (typeof CHAT_FILTERS)[number];

export interface ChatListFilters {
  readonly channelId?: string | undefined;
  /** the operator who has the chats, or had them when they were closed */
  readonly heldBy?: string | undefined;
  /** names; a chat must have all of them */
  readonly tags?: readonly string[] | undefined;
}

/** Maximum number of chats selected in a list for a bulk action; larger selections go by the time they began. */
export const MAX_SELECTED_CHATS = 200;

/** Checks whether a chat is in a list of `operatorId`. `store/queries/chats` has the same rule in SQL. */
export function isListed(
  chat: Chat,
  filter: ChatFilter,
  operatorId: string | undefined,
  { channelId = chat.channelId, heldBy = chat.operatorId, tags = [] }: ChatListFilters = {},
): boolean {
  const keys = (chat.tags ?? []).map(tagKey);
  return (
    matchesFilter(chat, filter, operatorId) &&
    chat.channelId === channelId &&
    chat.operatorId === heldBy &&
    tags.every((name) => keys.includes(tagKey(name)))
  );
}

function matchesFilter(chat: Chat, filter: ChatFilter, operatorId: string | undefined): boolean {
  switch (filter) {
    case 'needsMe':
      return operatorId !== undefined && needOf(chat, operatorId) !== undefined;
    case 'mentioned':
      return operatorId !== undefined && chat.state !== 'closed' && isMentioned(chat, operatorId);
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

/** Later than any time: a key counted back from it sorts after every waiting chat. */
export const END_OF_TIME = 1e14;

/** Added to the keys of chats that are not pinned, so that pinned ones come before all of them. */
export const AFTER_PINNED = 2 * END_OF_TIME;

/**
 * Sort key of a chat in a list, ascending: pinned ones, then those that need a person, longest waiting first, then by
 * latest activity.
 */
export function listSortKey(chat: Chat, filter: ChatFilter): number {
  if (isByActivity(filter)) return END_OF_TIME - chat.lastActivityAt;
  const snoozedUntil = filter === 'snoozed' ? chat.snoozed?.until : undefined;
  const since = waitsForPerson(chat) ? waitingSinceOf(chat) : END_OF_TIME - chat.lastActivityAt;
  return (snoozedUntil ?? since) + (chat.pinned === true ? 0 : AFTER_PINNED);
}

/** True if a chat comes before another in a list with both. */
export function isListedBefore(chat: Chat, other: Chat, filter: ChatFilter): boolean {
  const distance = listSortKey(chat, filter) - listSortKey(other, filter);
  if (distance !== 0) return distance < 0;
  return isByActivity(filter) ? Number(chat.id) > Number(other.id) : Number(chat.id) < Number(other.id);
}

/** Lists without precedence for waiting chats. */
function isByActivity(filter: ChatFilter): boolean {
  return filter === 'closed' || filter === 'failed';
}

/** Updates the customer of a chat, if it is theirs; merged customers share the contact fields. */
export function ofCustomer(chat: Chat, customer: Customer): Chat {
  if (chat.customer.id === customer.id) return { ...chat, customer };
  if (contactId(chat.customer) !== contactId(customer)) return chat;
  return { ...chat, customer: { ...chat.customer, ...mapContactFields((field) => customer[field]) } };
}

function contactId({ id, contactId: shared }: Customer): string {
  return shared ?? id;
}
