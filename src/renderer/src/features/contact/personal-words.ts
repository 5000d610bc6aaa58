import { personal } from '#shared/words/en/personal.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('personal', personal);

/** What the contact card says about a customer's own data. */
export const personalWords = {
  export: say('export'),
  exportHint: say('exportHint'),
  exporting: say('exporting'),
  notExported: say('notExported'),
  erase: say('erase'),
  eraseTitle: (name: string) => say('eraseTitle', { name }),
  will: say('will'),
  goes: (chats: number, messages: number, files: number) => say('goes', { chats, messages, files }),
  backups: (count: number) => say('backups', { count }),
  merged: (names: string) => say('merged', { names }),
  withMerged: say('withMerged'),
  mergedHint: say('mergedHint'),
  confirm: (name: string) => say('confirm', { name }),
  eraseConfirm: say('eraseConfirm'),
  cancel: say('cancel'),
  erasing: say('erasing'),
  notErased: say('notErased'),
} as const;
