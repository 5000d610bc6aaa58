import { signIn } from '#shared/words/en/sign-in.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('signIn', signIn);

/** What the sign-in says. */
export const signInWords = {
  title: say('title'),
  lead: say('lead'),
  key: say('key'),
  whereTitle: say('whereTitle'),
  where: say('where'),
  submit: say('submit'),
  show: say('show'),
  hide: say('hide'),
  problems: {
    empty: say('problems.empty'),
    wrong_key: say('problems.wrongKey'),
    too_many_tries: say('problems.tooManyTries'),
    unreachable: say('problems.unreachable'),
  },
} as const;
