import { createEventWords } from '#shared/words/event-words.ts';
import { speech } from '#renderer/language/speech.ts';

export const { eventWords, ratedWords } = createEventWords(speech);
