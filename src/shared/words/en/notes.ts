import type { Catalogue } from '../catalogue.ts';

export const notes = {
  kinds: 'What you write',
  reply: 'Reply',
  note: 'Note',
  writeNote: 'Write a note',
  by: 'Note by {{author}}',
  placeholder: 'Write a note for your colleagues and yourself',
  onlyOperators: 'Only operators see this',
  filesStay: 'What is attached stays with your reply.',
  add: 'Add note',
  notAdded: 'Your note was not added; it is back in the box.',
  length: '{{length}} of {{most}}',
} as const satisfies Catalogue;
