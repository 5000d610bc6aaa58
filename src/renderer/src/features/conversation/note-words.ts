/** What is said about notes, which only operators see. */
export const noteWords = {
  kinds: 'What you write',
  reply: 'Reply',
  note: 'Note',
  writeNote: 'Write a note',
  by: (author: string) => `Note by ${author}`,
  placeholder: 'Write a note for your colleagues and yourself',
  onlyOperators: 'Only operators see this',
  filesStay: 'What is attached stays with your reply.',
  add: 'Add note',
  notAdded: 'Your note was not added; it is back in the box.',
  length: (count: number, most: number) => `${count.toLocaleString('en')} of ${most.toLocaleString('en')}`,
} as const;
