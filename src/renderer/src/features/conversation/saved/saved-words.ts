import { savedReplies } from '#shared/words/en/saved-replies.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('savedReplies', savedReplies);

/** What is said about saved replies where they are used. */
export const savedWords = {
  title: say('title'),
  search: say('search'),
  found: (count: number) => say('found', { count }),
  nothingFits: say('nothingFits'),
  none: say('none'),
  noneMore: say('noneMore'),
  notLoaded: say('notLoaded'),
  tryAgain: say('tryAgain'),
  manage: say('manage'),
  add: say('add'),
} as const;
