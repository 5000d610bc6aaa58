import { blocked } from '#shared/words/en/blocked.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('blocked', blocked);

/** What the settings say of blocked customers. */
export const blockedWords = {
  lead: say('lead'),
  emptyTitle: say('emptyTitle'),
  empty: say('empty'),
  list: say('list'),
  visitor: say('visitor'),
  removedChannel: say('removedChannel'),
  via: (channel: string, id: string) => say('via', { channel, id }),
  by: (operator: string, date: string) => say('by', { operator, date }),
  count: (count: number) => say('count', { count }),
  last: (count: number, date: string) => say('last', { messages: say('count', { count }), date }),
  unblock: say('unblock'),
  unblockOf: (name: string) => say('unblockOf', { name }),
  unblocked: (name: string) => say('unblocked', { name }),
  notUnblocked: say('notUnblocked'),
  notBlocked: say('notBlocked'),
  more: say('more'),
} as const;
