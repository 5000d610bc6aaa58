import { ratings } from '#shared/words/en/ratings.ts';
import { decimalWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('ratings', ratings);

/** What the ratings say. */
export const words = {
  title: say('title'),
  averageOf: (average: number) => decimalWords(average, 1),
  averageRead: (average: number) => say('averageRead', { average: decimalWords(average, 1) }),
  noAverage: '–',
  count: (count: number) => say('count', { count }),
  stars: (rate: number) => say('stars', { count: rate }),
  starsChoice: (rate: number) => say('starsChoice', { count: rate }),
  anyStars: say('anyStars'),
  allChannels: say('allChannels'),
  anybody: say('anybody'),
  byBot: (name: string) => say('byBot', { name }),
  byOperator: (name: string) => say('byOperator', { name }),
  filterChannel: say('filterChannel'),
  filterAskedBy: say('filterAskedBy'),
  filterStars: say('filterStars'),
  showAll: say('showAll'),
  list: say('list'),
  visitor: say('visitor'),
  removedChannel: say('removedChannel'),
  more: say('more'),
  emptyTitle: say('emptyTitle'),
  empty: say('empty'),
  noneFitTitle: say('noneFitTitle'),
  loadFailed: say('loadFailed'),
  tryAgain: say('tryAgain'),
} as const;
