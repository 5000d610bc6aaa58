import type { Placeholder } from '#shared/domain/placeholders.ts';
import type { FileForm, FileProblem } from './replies-file.ts';
import { replies } from '#shared/words/en/replies.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('replies', replies);

/** What the settings of saved replies say. */
export const repliesWords = {
  lead: say('lead'),
  add: say('add'),
  emptyTitle: say('emptyTitle'),
  empty: say('empty'),
  search: say('search'),
  nothingFits: say('nothingFits'),
  list: say('list'),
  remove: say('remove'),
  removed: (shortcut: string) => say('removed', { shortcut }),
  failed: say('failed'),
  notBack: (shortcut: string) => say('notBack', { shortcut }),

  addTitle: say('addTitle'),
  addConfirm: say('addConfirm'),
  cancel: say('cancel'),
  added: (shortcut: string) => say('added', { shortcut }),

  shortcut: say('shortcut'),
  shortcutHint: say('shortcutHint'),
  shortcutPlaceholder: say('shortcutPlaceholder'),
  text: say('text'),
  textPlaceholder: say('textPlaceholder'),
  placeholders: say('placeholders'),
  insert: {
    customer: say('insert.customer'),
    operator: say('insert.operator'),
    channel: say('insert.channel'),
  } satisfies Record<Placeholder, string>,
  placeholdersMore: say('placeholdersMore'),
  preview: say('preview'),
  previewCustomer: say('previewCustomer'),
  previewChannel: say('previewChannel'),
  previewNothing: say('previewNothing'),

  exchange: say('exchange'),
  exchangeLead: say('exchangeLead'),
  exports: { json: say('exports.json'), csv: say('exports.csv') } satisfies Record<FileForm, string>,
  importIt: say('importIt'),
  importTitle: say('importTitle'),
  importHint: say('importHint'),
  exportTitle: say('exportTitle'),
  exportHint: (count: number) => say('exportHint', { count }),
  notImported: say('notImported'),
} as const;

/** What an import did. */
export function importedWords({ added, changed }: { readonly added: number; readonly changed: number }): string {
  if (added === 0 && changed === 0) return say('imported.nothingNew');
  return say('imported', { added, changed });
}

/** Wrong rows that are named one by one. */
const NAMED = 5;

/** Why nothing was imported, and what to do about it, line by line. */
export function problemLines(problem: FileProblem): readonly string[] {
  switch (problem.kind) {
    case 'not_text':
      return [say('problem.notText')];
    case 'not_json':
      return [say('problem.notJson')];
    case 'open_quote':
      return [say('problem.openQuote')];
    case 'nothing_inside':
      return [say('problem.nothingInside')];
    case 'too_many':
      return [say('problem.tooMany')];
    case 'wrong_rows': {
      const more = problem.rows.length - NAMED;
      return [
        ...problem.rows.slice(0, NAMED).map(({ row, problem: what }) => say('problem.row', { row, problem: what })),
        ...(more > 0 ? [say('problem.more', { count: more })] : []),
      ];
    }
  }
}
