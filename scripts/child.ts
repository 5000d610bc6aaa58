import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** How often to check that the shell that started us is still running, in milliseconds. */
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

/** The first line that headless prints with `--json`, once both of its servers answer. */
interface ReadyLine {
  readonly ready: true;
  readonly listener: string;
  readonly console: string;
  /** for colleagues, if `--team` or the settings open it */
  readonly team?: string;
  readonly accessUrl: string;
}

/** Resolves with the ready line; never if the output ends without one (watch the process for that). Rejects any other line. */
export function readReadyLine(output: Readable): Promise<ReadyLine> {
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
