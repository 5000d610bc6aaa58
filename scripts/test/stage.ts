import { spawn } from 'node:child_process';
import path from 'node:path';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';

const root = path.resolve(import.meta.dirname, '../..');

/** Tests that only `npm run test:all` runs have this tag. */
export const THOROUGH = 'thorough';

/**
 * Which tests of a stage run: those that every change has to pass, the thorough ones, of the former those that the
 * changed files can reach, or all.
 */
export type Selection = 'usual' | 'thorough' | 'all' | { readonly changed: readonly string[] };

export interface StageContext {
  /** folder for the runners' JSON */
  readonly reports: string;
  /** target of a stage's output: this process's own output, or a file descriptor */
  readonly output: 'inherit' | number;
  readonly selection: Selection;
}

export interface Stage {
  readonly name: string;
  /** seconds it may take on two cores; beyond, the summary has a warning */
  readonly budget: number;
  /** only with tests of this kind, whatever their tags; absent: with both */
  readonly only?: 'usual' | 'thorough';
  readonly run: (context: StageContext) => Promise<Outcome>;
}

/** Runs a program in the project's folder, showing its output; resolves with its exit code. */
export function runProgram(
  { output }: StageContext,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(program, [...args], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function runTool(context: StageContext, script: string, args: readonly string[], environment?: NodeJS.ProcessEnv) {
  return runProgram(context, process.execPath, [path.join(root, 'node_modules', script), ...args], environment);
}

/**
 * A check that passes or fails as a whole: it is counted only if it fails. `ofChanged` are its arguments where only
 * changed files are checked; by default it checks all.
 */
export function check(
  name: string,
  budget: number,
  script: string,
  args: readonly string[],
  ofChanged: (files: readonly string[]) => readonly string[] = () => args,
): Stage {
  const run = async (context: StageContext) => {
    const { selection } = context;
    const isPartial = typeof selection === 'object';
    const chosen = isPartial ? ofChanged(selection.changed) : args;
    const code = isPartial && chosen !== args && chosen.length === 0 ? 0 : await runTool(context, script, chosen);
    return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  };
  return { name, budget, only: 'usual', run };
}

/** A project of Vitest. A thorough test may be tried again, and is listed if it needed that. */
export function vitest(project: string, budget: number): Stage {
  const run = async (context: StageContext) => {
    const { selection } = context;
    const file = path.join(context.reports, `${project}.json`);
    const args = ['run', '--project', project, '--passWithNoTests'];
    if (selection === 'thorough') args.push('--tags-filter', THOROUGH, '--retry', '1', ...filesNaming(THOROUGH));
    else args.push('--tags-filter', `!${THOROUGH}`);
    // Of a project that runs with the thorough tests, all are.
    if (selection === 'all') args.push('--retry', '1');
    if (typeof selection === 'object') args.push('--changed');
    const code = await runTool(context, 'vitest/vitest.mjs', args, { COUNTERBELL_OUTCOME: file });
    return counted<Outcome>(code, file, (outcome) => outcome);
  };
  return { name: project, budget, run };
}

/** Test files in which the tag stands: of the others Vitest would load every module to skip every test. */
function filesNaming(tag: string): readonly string[] {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], { cwd: root });
  return files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes(tag));
}

/** The result of one stage of `npm test`. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** reason why it was skipped or didn't finish */
  readonly note?: string;
  /** failed tests, and those that passed on a retry: file, name and the beginning of the reason */
  readonly troubles?: readonly string[];
  readonly times?: readonly TestTime[];
}

export interface TestTime {
  /** file and name */
  readonly test: string;
  readonly seconds: number;
}

/** Writes the result of a Vitest run to `file`, as an `Outcome`; failures outside any test are listed too. */
export function outcomeReporter(file: string): Reporter {
  let isChosen = (_test: TestCase): boolean => true;
  const onInit = ({ config }: Vitest): void => {
    const [filter] = config.tagsFilter ?? [];
    if (filter !== undefined) isChosen = ({ tags }) => tags.includes(THOROUGH) === (filter === THOROUGH);
  };
  const onTestRunEnd = (modules: readonly TestModule[], unhandled: readonly SerializedError[]): void => {
    // Those of the other kind are reported as skipped.
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter(isChosen);
    const inState = (state: 'passed' | 'failed' | 'skipped') => tests.filter((test) => test.result().state === state);
    const failed = inState('failed');
    const reason = (errors: readonly { readonly stack?: string; readonly message?: string }[] = []): string =>
      errors.map(({ stack, message = '' }) => stack ?? message).join(' ');
    const outcome: Outcome = {
      passed: inState('passed').length,
      failed: failed.length,
      skipped: inState('skipped').length,
      troubles: [
        ...failed.map((test) => line(test.module.moduleId, test.fullName, reason(test.result().errors))),
        // A file that doesn't load has no failed test.
        ...modules
          .filter((module) => module.errors().length > 0)
          .map((module) => line(module.moduleId, '', reason(module.errors()))),
        ...tests
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => line(test.module.moduleId, `${test.fullName}${AGAIN}`, reason(test.result().errors))),
        ...unhandled.map((error) => line('outside of a test', '', reason([error]))),
      ],
      times: tests.map((test) => ({
        test: called(test.module.moduleId, test.fullName),
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      })),
    };
    writeFileSync(file, JSON.stringify(outcome));
  };
  return { onInit, onTestRunEnd };
}

/** Reads the JSON report of Playwright in `file`, of specs in `folder`; a test that passed on a retry counts as passed, and is listed. */
export function playwrightOutcome(code: number, file: string, folder: string): Outcome {
  return counted<JSONReport>(code, file, ({ stats, suites, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    troubles: [
      ...suites.flatMap((suite) => troublesOf(suite, folder)),
      ...errors.map(({ message = '' }) => line('outside of a test', '', message)),
    ],
    times: suites.flatMap((suite) => timesOf(suite, folder)),
  }));
}

function timesOf({ specs, suites = [] }: JSONReportSuite, folder: string): readonly TestTime[] {
  const own = specs.map(({ file, title, tests }) => ({
    test: called(path.join(folder, file), title),
    seconds: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0) / 1000,
  }));
  return [...own, ...suites.flatMap((suite) => timesOf(suite, folder))];
}

function troublesOf({ specs, suites = [] }: JSONReportSuite, folder: string): readonly string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        line(path.join(folder, file), `${title}${status === 'flaky' ? AGAIN : ''}`, results[0]?.error?.message ?? ''),
      ),
  );
  return [...own, ...suites.flatMap((suite) => troublesOf(suite, folder))];
}

const AGAIN = ' (passed when tried again)';

/** A failure in one line. */
function line(file: string, name: string, reason: string): string {
  const plain = reason.replaceAll(COLOURS, '').replaceAll(/\s+/g, ' ').trim();
  return `${called(file, name)}: ${plain.slice(0, 300)}`;
}

/** A test by its file and its name. */
function called(file: string, name: string): string {
  return `${file.replace(/^.*?(?=(?:src|test|scripts)\/)/, '')} › ${name}`;
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** A runner that failed without a failed test (a file that doesn't load, a crash) still counts as one failure. */
function counted<Report>(code: number, file: string, read: (report: Report) => Outcome): Outcome {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, note: `ended with ${code} and no report` };
  const outcome = read(JSON.parse(readFileSync(file, 'utf8')) as Report);
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, note: `ended with ${code}` };
}
