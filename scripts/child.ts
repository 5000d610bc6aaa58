import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Milliseconds between checks that the shell that started us is still running. */
const PARENT_CHECK = 250;

/**
 * Makes a child stand in for this process: it gets our signals, and we exit with its code. npm runs scripts in a shell
 * that dies of SIGTERM without passing it on; that counts as SIGTERM too.
 */
export function passThrough(child: ChildProcess): Promise<number> {
  const parent = process.ppid;
  const stop = () => child.kill('SIGTERM');
  // Ctrl+C in a terminal reaches the child directly; a second one would mean "at once".
  const interrupt = () => process.stdin.isTTY || child.kill('SIGINT');
  const watch = setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK);
  watch.unref();
  process.on('SIGTERM', stop).on('SIGHUP', stop).on('SIGINT', interrupt);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      process.off('SIGTERM', stop).off('SIGHUP', stop).off('SIGINT', interrupt);
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
}

/** Sets this process's exit code to what `run` resolves with; a failure is printed without its stack. */
export async function exitWith(run: Promise<number | void>): Promise<void> {
  process.exitCode = await run.then(
    (code) => code ?? 0,
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return 1;
    },
  );
}

/** The first line that headless prints with `--json`, once both of its servers answer. */
interface ReadyLine {
  readonly ready: true;
  readonly listener: string;
  readonly console: string;
  /** for colleagues, if `--team` or the settings open it */
  readonly team?: string;
  readonly accessUrl: string;
}

/**
 * Runs headless, from its `entry` in the project, in place of this process until it exits; resolves with its exit code. `onReady` is called when it answers,
 * and returns what to do once it has ended.
 */
export async function runHeadless(
  entry: string,
  args: readonly string[],
  onReady: (ready: ReadyLine) => Promise<void | (() => Promise<void>)>,
): Promise<number> {
  const child = spawn(process.execPath, [entry, '--json', '--log-level', 'warn', ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = passThrough(child);
  const ready = await Promise.race([readReadyLine(child.stdout), ended]);
  const close = typeof ready === 'number' ? undefined : await onReady(ready);
  const code = await ended;
  await close?.();
  return code;
}

/** Resolves with the ready line; never if the output ends without one (watch the process for that). Rejects any other line. */
function readReadyLine(output: Readable): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    createInterface({ input: output }).once('line', (line) => {
      try {
        resolve(JSON.parse(line) as ReadyLine);
      } catch {
        reject(new Error(`Counterbell said this instead of where it is: ${line}`));
      }
    });
  });
}
