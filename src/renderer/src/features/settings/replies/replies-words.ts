import type { Placeholder } from '#shared/domain/placeholders.ts';
import type { FileForm, FileProblem } from './replies-file.ts';

/** What the settings of saved replies say. */
export const repliesWords = {
  lead: 'Words that you say often. Type / in a message and the beginning of a shortcut, and Enter puts them in. Everybody who works here has the same ones.',
  add: 'Add a reply',
  emptyTitle: 'No saved replies yet',
  empty: 'Begin with what you are asked every day: opening hours, delivery, where you are.',
  search: 'Search saved replies',
  nothingFits: 'No saved reply fits.',
  list: 'All saved replies',
  remove: 'Remove',
  removed: (shortcut: string) => `/${shortcut} removed.`,
  failed: 'That did not work.',
  notBack: (shortcut: string) => `/${shortcut} could not be put back.`,

  addTitle: 'Add a saved reply',
  addConfirm: 'Add reply',
  cancel: 'Cancel',
  added: (shortcut: string) => `Added. Type /${shortcut} in a message to use it.`,

  shortcut: 'Shortcut',
  shortcutHint: 'What you type after the /. Letters, digits, - and _.',
  shortcutPlaceholder: 'hours',
  text: 'Words',
  textPlaceholder: 'Hello {customer}, we are open from 9 to 18.',
  placeholders: 'Filled in when you use it:',
  insert: { customer: 'Insert the customer’s name', operator: 'Insert your name', channel: 'Insert the channel’s name' } satisfies Record<Placeholder, string>,
  placeholdersMore: 'The customer’s name, yours, and the channel’s. What is not known then is left out.',
  preview: 'In a chat with Anna',
  previewCustomer: 'Anna',
  previewChannel: 'Shop',
  previewNothing: 'What you write shows here as the customer gets it.',

  exchange: 'Import and export',
  exchangeLead: 'A file with the columns shortcut and text, for spreadsheets (CSV) or programs (JSON).',
  exports: { json: 'Export as JSON', csv: 'Export as CSV' } satisfies Record<FileForm, string>,
  importIt: 'Import a file',
  importTitle: 'Import',
  importHint: 'A shortcut that is there already gets the words from the file. The others stay.',
  exportTitle: 'Export',
  exportHint: (count: number) => (count === 1 ? 'The one reply, as it is now.' : `All ${String(count)} replies, as they are now.`),
  notImported: 'Nothing was imported.',
} as const;

/** What an import did. */
export function importedWords({ added, changed }: { readonly added: number; readonly changed: number }): string {
  if (added === 0 && changed === 0) return 'Imported. Everything in the file was here already.';
  return `Imported: ${String(added)} added, ${String(changed)} changed.`;
}

/** Wrong rows that are named one by one. */
const NAMED = 5;

/** Why nothing was imported, and what to do about it, line by line. */
export function problemLines(problem: FileProblem): readonly string[] {
  switch (problem.kind) {
    case 'not_text':
      return ['The file is not text in UTF-8. In a spreadsheet program, save it as “CSV UTF-8”.'];
    case 'not_json':
      return ['The file begins like JSON, but is not whole.'];
    case 'open_quote':
      return ['A quotation mark in the file is never closed.'];
    case 'nothing_inside':
      return ['There are no replies in this file.'];
    case 'too_many':
      return ['There can be 1,000 saved replies at most, and the file has more.'];
    case 'wrong_rows': {
      const more = problem.rows.length - NAMED;
      return [...problem.rows.slice(0, NAMED).map(({ row, problem: what }) => `Row ${String(row)}: ${what}.`), ...(more > 0 ? [`And ${String(more)} more.`] : [])];
    }
  }
}
