import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** What one stage of `npm test` came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** why it was skipped, or did not come to an end */
  readonly note?: string;
}

export interface Stage {
  readonly name: string;
  /** `reports` is a folder for the runners' JSON */
  readonly run: (reports: string) => Promise<Outcome>;
}

/** Runs a tool of the project's with its output shown; resolves with its exit code. */
function runTool(script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  return runProgram(process.execPath, [path.join(root, 'node_modules', script), ...args], environment);
}

export function runProgram(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(program, [...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** A check that is right or wrong as a whole: it counts only where it is wrong. */
export function check(name: string, script: string, args: readonly string[]): Stage {
  const run = async () => ({ passed: 0, failed: (await runTool(script, args)) === 0 ? 0 : 1, skipped: 0 });
  return { name, run };
}

export function vitest(project: string): Stage {
  const run = async (reports: string) => {
    const file = path.join(reports, `${project}.json`);
    const code = await runTool('vitest/vitest.mjs', ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
    return counted(code, file, (report) => ({
      passed: number(report, 'numPassedTests'),
      failed: number(report, 'numFailedTests'),
      skipped: number(report, 'numPendingTests') + number(report, 'numTodoTests'),
    }));
  };
  return { name: project, run };
}

/** Playwright's command line for one of its configurations, reporting to `file` too. */
export function playwrightCommand(config: string, file: string): { readonly command: readonly string[]; readonly environment: NodeJS.ProcessEnv } {
  const cli = path.join(root, 'node_modules/playwright/cli.js');
  return {
    command: [process.execPath, cli, 'test', '--config', config, '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' },
  };
}

export function playwrightOutcome(code: number, file: string): Outcome {
  return counted(code, file, (report) => {
    const stats = part(report, 'stats');
    return { passed: number(stats, 'expected') + number(stats, 'flaky'), failed: number(stats, 'unexpected'), skipped: number(stats, 'skipped') };
  });
}

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

function number(report: unknown, name: string): number {
  const value = part(report, name);
  return typeof value === 'number' ? value : 0;
}
