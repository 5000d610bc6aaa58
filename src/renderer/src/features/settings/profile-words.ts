import { profile } from '#shared/words/en/profile.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('profile', profile);

/** What Settings > Profile says. */
export const profileWords = {
  lead: say('lead'),
  name: say('name'),
  nameHint: say('nameHint'),
  photo: say('photo'),
  photoHint: say('photoHint'),
  photoPlaceholder: 'https://',
  preview: say('preview'),
  previewLine: say('previewLine'),
} as const;
