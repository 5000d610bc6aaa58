import type { Catalogue } from '../catalogue.ts';

export const savedReplies = {
  title: 'Saved replies',
  search: 'Search saved replies',
  found_one: '1 saved reply. Enter inserts it.',
  found_other: '{{count}} saved replies. Arrows choose, Enter inserts.',
  nothingFits: 'No saved reply fits.',
  none: 'No saved replies yet',
  noneMore: 'Words that you say often wait here; type / in a message to find them.',
  notLoaded: 'The saved replies could not be loaded.',
  tryAgain: 'Try again',
  manage: 'Manage saved replies',
  add: 'Add saved replies',
} as const satisfies Catalogue;
