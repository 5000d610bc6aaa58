import { existsSync, readFileSync } from 'node:fs';

/** What one stage of `npm test` came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** why it was skipped, or did not come to an end */
  readonly note?: string;
  /** what failed, or passed only when it was tried again: file, name and the first words of the reason */
  readonly troubles?: readonly string[];
}

/** Reads the JSON report of Vitest at `file`; `code` is the runner's exit code. */
export function vitestOutcome(code: number, file: string): Outcome {
  return counted(code, file, (report) => ({
    passed: number(report, 'numPassedTests'),
    failed: number(report, 'numFailedTests'),
    skipped: number(report, 'numPendingTests') + number(report, 'numTodoTests'),
    troubles: list(report, 'testResults').flatMap((results) => {
      const failed = list(results, 'assertionResults').filter((test) => part(test, 'status') === 'failed');
      const isFileBroken = failed.length === 0 && part(results, 'status') === 'failed';
      if (isFileBroken) return [line(text(results, 'name'), '', text(results, 'message'))];
      return failed.map((test) =>
        line(text(results, 'name'), text(test, 'fullName'), list(test, 'failureMessages').join(' ')),
      );
    }),
  }));
}

/** Reads the JSON report of Playwright at `file`; what passed at a second try counts as passed, and is named. */
export function playwrightOutcome(code: number, file: string): Outcome {
  return counted(code, file, (report) => {
    const stats = part(report, 'stats');
    return {
      passed: number(stats, 'expected') + number(stats, 'flaky'),
      failed: number(stats, 'unexpected'),
      skipped: number(stats, 'skipped'),
      troubles: list(report, 'suites').flatMap(troublesOf),
    };
  });
}

function troublesOf(suite: unknown): readonly string[] {
  const own = list(suite, 'specs').flatMap((spec) =>
    list(spec, 'tests').flatMap((test) => {
      const status = part(test, 'status');
      if (status !== 'unexpected' && status !== 'flaky') return [];
      const first = list(test, 'results')[0];
      return [
        line(
          text(spec, 'file'),
          `${text(spec, 'title')}${status === 'flaky' ? ' (passed when tried again)' : ''}`,
          text(part(first, 'error'), 'message'),
        ),
      ];
    }),
  );
  return [...own, ...list(suite, 'suites').flatMap(troublesOf)];
}

function line(file: string, name: string, reason: string): string {
  const plain = reason.replaceAll(COLOURS, '').replaceAll(/\s+/g, ' ').trim();
  return `${file.replace(/^.*?(?=(?:src|test|scripts)\/)/, '')} › ${name}: ${plain.slice(0, 300)}`;
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** A runner that failed without a failed test (a file that does not load, a crash) still counts as one failure. */
function counted(code: number, file: string, read: (report: unknown) => Outcome): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, note: `ended with ${code} and no report` };
  const outcome = read(JSON.parse(readFileSync(file, 'utf8')));
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, note: `ended with ${code}` };
}

function part(report: unknown, name: string): unknown {
  return typeof report === 'object' && report !== null ? Reflect.get(report, name) : undefined;
}

function list(report: unknown, name: string): readonly unknown[] {
  const value = part(report, name);
  return Array.isArray(value) ? value : [];
}

function text(report: unknown, name: string): string {
  const value = part(report, name);
  return typeof value === 'string' ? value : '';
}

function number(report: unknown, name: string): number {
  const value = part(report, name);
  return typeof value === 'number' ? value : 0;
}
