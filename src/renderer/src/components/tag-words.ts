import { tags } from '#shared/words/en/tags.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('tags', tags);

/** What is said about tags, wherever they are shown. */
export const tagWords = {
  title: say('title'),
  ofChat: say('ofChat'),
  ofContact: say('ofContact'),
  add: say('add'),
  remove: (tag: string) => say('remove', { tag }),
  suggestions: say('suggestions'),
  create: (tag: string) => say('create', { tag }),
  manage: say('manage'),
  most: (count: number) => say('most', { count }),
  more: (count: number) => say('more', { count }),
  notSaved: say('notSaved'),
  filter: say('filter'),
  filteredBy: (count: number) => say('filteredBy', { count }),
  filterSearch: say('filterSearch'),
  nothingFits: say('nothingFits'),
  none: say('none'),
  noneMore: say('noneMore'),
  noneTagged: say('noneTagged'),
  clear: say('clear'),
  notLoaded: say('notLoaded'),
  tryAgain: say('tryAgain'),
} as const;

/** What Settings > Tags says besides. */
export const tagSettingsWords = {
  lead: say('lead'),
  emptyTitle: say('emptyTitle'),
  empty: say('empty'),
  list: say('list'),
  search: say('search'),
  used: (chats: number, contacts: number) =>
    say('used', { chats: say('chats', { count: chats }), contacts: say('contacts', { count: contacts }) }),
  name: say('name'),
  nameHint: say('nameHint'),
  showChats: say('showChats'),
  mergeInto: say('mergeInto'),
  mergeHint: say('mergeHint'),
  mergeChoose: say('mergeChoose'),
  mergeTitle: (tag: string, other: string) => say('mergeTitle', { tag, other }),
  mergeWhat: (tag: string, other: string) => say('mergeWhat', { tag, other }),
  mergeConfirm: say('mergeConfirm'),
  merged: (tag: string, other: string) => say('merged', { tag, other }),
  takeAway: say('takeAway'),
  removeTitle: (tag: string) => say('removeTitle', { tag }),
  removeWhat: (used: string) => say('removeWhat', { used }),
  removeConfirm: say('removeConfirm'),
  removed: (tag: string) => say('removed', { tag }),
  failed: say('failed'),
} as const;
