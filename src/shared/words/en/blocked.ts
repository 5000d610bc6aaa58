import type { Catalogue } from '../catalogue.ts';

export const blocked = {
  lead: 'What they write is answered as always, but not kept, shown or given to a bot: it is only counted. Block a customer in their contact card.',
  emptyTitle: 'Nobody is blocked',
  empty: 'Block a customer at the foot of their contact card.',
  list: 'All blocked customers',
  visitor: 'Visitor',
  removedChannel: 'Removed channel',
  via: '{{channel}}, id {{id}}',
  by: 'Blocked by {{operator}}, {{date}}',
  count_zero: 'Nothing came since',
  count_one: '{{count}} message came since',
  count_other: '{{count}} messages came since',
  last: '{{messages}}, the last {{date}}',
  unblock: 'Unblock',
  unblockOf: 'Unblock {{name}}',
  unblocked: '{{name}} is heard again.',
  notUnblocked: 'The customer was not unblocked.',
  notBlocked: 'The customer was not blocked.',
  more: 'Show more',
} as const satisfies Catalogue;
