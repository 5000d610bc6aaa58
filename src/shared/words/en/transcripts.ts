import type { Catalogue } from '../catalogue.ts';

export const transcripts = {
  titleOfChat: 'Save a transcript',
  leadOfChat: 'Everything that was said in this chat, as a file.',
  titleOfPeriod: 'Save transcripts',
  leadOfPeriod: 'Everything that was said in the chats that began in this time, in one file: {{span}}, {{channel}}.',
  format: 'As',
  'format.text': 'Text',
  'format.html': 'Page to read and print (HTML)',
  'format.json': 'For programs (JSON)',
  notes: 'With private notes',
  notesHint: 'Notes are for operators. Leave them out of what you give to a customer.',
  save: 'Save',
  cancel: 'Cancel',
} as const satisfies Catalogue;
