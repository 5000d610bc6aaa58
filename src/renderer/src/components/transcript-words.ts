import { transcripts } from '#shared/words/en/transcripts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('transcripts', transcripts);

/** What is said where a transcript is saved. */
export const transcriptWords = {
  titleOfChat: say('titleOfChat'),
  leadOfChat: say('leadOfChat'),
  titleOfPeriod: say('titleOfPeriod'),
  leadOfPeriod: (span: string, channel: string) => say('leadOfPeriod', { span, channel }),
  format: say('format'),
  formats: { html: say('format.html'), text: say('format.text'), json: say('format.json') },
  notes: say('notes'),
  notesHint: say('notesHint'),
  save: say('save'),
  cancel: say('cancel'),
} as const;
