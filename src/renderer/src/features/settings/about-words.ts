import { about } from '#shared/words/en/about.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('about', about);

/** What Settings > About says. */
export const aboutWords = {
  lead: say('lead'),
  version: say('version'),
  listener: say('listener'),
  listenerHint: say('listenerHint'),
  publicUrl: say('publicUrl'),
  publicUrlHint: say('publicUrlHint'),
  noPublicUrl: say('noPublicUrl'),
  openConnection: say('openConnection'),
  copyListener: say('copyListener'),
  copyPublicUrl: say('copyPublicUrl'),
} as const;
