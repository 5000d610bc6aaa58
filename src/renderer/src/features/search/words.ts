import type { MessageHit } from '#shared/contract/search.ts';
import { search } from '#shared/words/en/search.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('search', search);

/** What the search says. */
export const words = {
  title: say('title'),
  label: say('label'),
  placeholder: say('placeholder'),
  clear: say('clear'),
  channel: say('channel'),
  allChannels: say('allChannels'),
  who: say('who'),
  anybody: say('anybody'),
  customers: say('customers'),
  operators: say('operators'),
  byOperator: (name: string) => say('byOperator', { name }),
  bots: say('bots'),
  notes: say('notes'),
  from: say('from'),
  until: say('until'),
  everything: say('everything'),
  inChat: (name: string) => say('inChat', { name }),
  leaveChat: (name: string) => say('leaveChat', { name }),
  beginTitle: say('beginTitle'),
  begin: say('begin'),
  customersTitle: say('customersTitle'),
  moreCustomers: say('moreCustomers'),
  messagesTitle: say('messagesTitle'),
  visitor: say('visitor'),
  you: say('you'),
  bot: say('bot'),
  anotherOperator: say('anotherOperator'),
  automatic: say('automatic'),
  note: (author: string) => say('note', { author }),
  removedChannel: say('removedChannel'),
  more: (count: number) => say('more', { count }),
  earlier: say('earlier'),
  searching: say('searching'),
  none: say('none'),
  noneMore: say('noneMore'),
  noneOfFilters: say('noneOfFilters'),
  failed: say('failed'),
  tryAgain: say('tryAgain'),
  reading: (percent: number) => say('reading', { percent }),
  found: (chats: number, customers: number) =>
    say('found', { chats: say('chats', { count: chats }), customers: say('customersFound', { count: customers }) }),
  foundMore: (chats: number, customers: number) =>
    say('found', {
      chats: say('chatsOrMore', { count: chats }),
      customers: say('customersFound', { count: customers }),
    }),
  types: {
    text: say('types.text'),
    photo: say('types.photo'),
    video: say('types.video'),
    audio: say('types.audio'),
    voice: say('types.voice'),
    document: say('types.document'),
    sticker: say('types.sticker'),
    location: say('types.location'),
  } satisfies Record<MessageHit['type'], string>,
} as const;
