import { spawn } from 'node:child_process';
import path from 'node:path';
import { type Outcome, vitestOutcome } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface StageContext {
  /** folder for the runners' JSON */
  readonly reports: string;
  /** where a stage's output goes: this process's own output, or a file descriptor */
  readonly output: 'inherit' | number;
}

export interface Stage {
  readonly name: string;
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

function runTool(
  context: StageContext,
  script: string,
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  return runProgram(context, process.execPath, [path.join(root, 'node_modules', script), ...args], environment);
}

/** A check that passes or fails as a whole: it is counted only if it fails. */
export function check(name: string, script: string, args: readonly string[]): Stage {
  const run = async (context: StageContext) => ({
    passed: 0,
    failed: (await runTool(context, script, args)) === 0 ? 0 : 1,
    skipped: 0,
  });
  return { name, run };
}

export function vitest(project: string): Stage {
  const run = async (context: StageContext) => {
    const file = path.join(context.reports, `${project}.json`);
    const args = ['run', '--project', project];
    const code = await runTool(context, 'vitest/vitest.mjs', args, { COUNTERBELL_OUTCOME: file });
    return vitestOutcome(code, file);
  };
  return { name: project, run };
}

/** Playwright's command line for a configuration, with a report to `file`. */
export function playwrightCommand(
  config: string,
  file: string,
): { readonly command: readonly string[]; readonly environment: NodeJS.ProcessEnv } {
  const cli = path.join(root, 'node_modules/playwright/cli.js');
  return {
    command: [process.execPath, cli, 'test', '--config', config, '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' },
  };
}
