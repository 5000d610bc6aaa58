import { i18n } from '#renderer/language/i18n.ts';
import type { Finding } from '#shared/contract/doctor.ts';
import { fullWords } from '#renderer/components/dates.ts';
import { asSentence } from './reach-words.ts';

interface CheckReport {
  /** milliseconds since 1970 */
  readonly at: number;
  readonly version: string;
  readonly findings: readonly Finding[];
}

/** The findings as plain text, to paste into a mail or an issue. */
export function checkReport({ at, version, findings }: CheckReport): string {
  const lines = findings.map(({ state, title, detail, todo }) =>
    [
      `[${i18n.t(`connection:check.states.${state}`)}] ${title}: ${detail}`,
      ...(todo === undefined ? [] : [`    ${i18n.t('connection:check.toDo')} ${asSentence(todo)}`]),
    ].join('\n'),
  );
  return [`Counterbell ${version}, checked ${fullWords(at)}`, '', ...lines, ''].join('\n');
}
