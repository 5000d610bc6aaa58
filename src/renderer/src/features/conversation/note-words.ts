import { notes } from '#shared/words/en/notes.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('notes', notes);

/** What is said about notes, which only operators see. */
export const noteWords = {
  kinds: say('kinds'),
  reply: say('reply'),
  note: say('note'),
  writeNote: say('writeNote'),
  by: (author: string) => say('by', { author }),
  placeholder: say('placeholder'),
  onlyOperators: say('onlyOperators'),
  filesStay: say('filesStay'),
  add: say('add'),
  notAdded: say('notAdded'),
  length: (length: number, most: number) => say('length', { length, most }),
} as const;
