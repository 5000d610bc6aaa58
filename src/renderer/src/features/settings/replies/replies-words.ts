import { i18n } from '#renderer/language/i18n.ts';
import type { FileProblem } from './replies-file.ts';

/** What an import did. */
export function importedWords({ added, changed }: { readonly added: number; readonly changed: number }): string {
  if (added === 0 && changed === 0) return i18n.t('settings:replies.imported.nothingNew');
  return i18n.t('settings:replies.imported.text', { added, changed });
}

/** Wrong rows that are named one by one. */
const NAMED = 5;

/** Why nothing was imported, and what to do about it, line by line. */
export function problemLines(problem: FileProblem): readonly string[] {
  switch (problem.kind) {
    case 'not_text':
      return [i18n.t('settings:replies.problem.notText')];
    case 'not_json':
      return [i18n.t('settings:replies.problem.notJson')];
    case 'open_quote':
      return [i18n.t('settings:replies.problem.openQuote')];
    case 'nothing_inside':
      return [i18n.t('settings:replies.problem.nothingInside')];
    case 'too_many':
      return [i18n.t('settings:replies.problem.tooMany')];
    case 'wrong_rows': {
      const more = problem.rows.length - NAMED;
      return [
        ...problem.rows
          .slice(0, NAMED)
          .map(({ row, problem: what }) => i18n.t('settings:replies.problem.row', { row, problem: what })),
        ...(more > 0 ? [i18n.t('settings:replies.problem.more', { count: more })] : []),
      ];
    }
  }
}
