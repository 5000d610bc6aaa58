import type { Finding } from '#shared/contract/doctor.ts';
import { fullWords } from '#renderer/components/dates.ts';
import { checkWords } from './check-words.ts';
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
      `[${checkWords.states[state]}] ${title}: ${detail}`,
      ...(todo === undefined ? [] : [`    ${checkWords.toDo} ${asSentence(todo)}`]),
    ].join('\n'),
  );
  return [`Counterbell ${version}, checked ${fullWords(at)}`, '', ...lines, ''].join('\n');
}
