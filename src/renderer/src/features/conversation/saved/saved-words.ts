/** What is said about saved replies where they are used. */
export const savedWords = {
  title: 'Saved replies',
  search: 'Search saved replies',
  found: (count: number) => (count === 1 ? '1 saved reply. Enter inserts it.' : `${String(count)} saved replies. Arrows choose, Enter inserts.`),
  nothingFits: 'No saved reply fits.',
  none: 'No saved replies yet',
  noneMore: 'Words that you say often wait here; type / in a message to find them.',
  notLoaded: 'The saved replies could not be loaded.',
  tryAgain: 'Try again',
  manage: 'Manage saved replies',
  add: 'Add saved replies',
} as const;
