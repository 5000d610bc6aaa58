import type { Catalogue } from '../catalogue.ts';

export const personal = {
  export: 'Export their data',
  exportHint: 'One file with all that is known of them. It can be fetched in Settings, Data.',
  exporting: 'The export is being made: fetch it in Settings, Data.',
  notExported: 'The export did not begin.',
  erase: 'Erase for good…',
  eraseTitle: 'Erase {{name}} for good?',
  will: 'All chats, messages, notes, ratings, files and journal entries of this customer are deleted, and the database is written anew so that nothing of them stays in it. In a large installation it pauses for some seconds. This cannot be undone.',
  goes: 'Chats: {{chats}}. Messages: {{messages}}. Files: {{files}}.',
  backups_one: 'Backups still hold this customer ({{count}}): delete them in Settings, Data, where that matters.',
  backups_other: 'Backups still hold this customer ({{count}}): delete them in Settings, Data, where that matters.',
  merged: 'Merged with: {{names}}.',
  withMerged: 'Erase all who are merged',
  mergedHint: 'Or close this and separate them first.',
  confirm: 'To go on, type: {{name}}',
  eraseConfirm: 'Erase for good',
  cancel: 'Cancel',
  erasing: 'The customer is being erased.',
  notErased: 'The customer was not erased.',
} as const satisfies Catalogue;
