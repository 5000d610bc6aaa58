import type { ChildProcess } from 'node:child_process';

/** How often it is looked whether the shell that started us is still there, in milliseconds. */
const PARENT_CHECK = 250;

/**
 * Lets a child stand for this process: it gets our signals, and its exit code becomes ours.
 * npm runs scripts through a shell that dies of SIGTERM without passing it on; that counts as SIGTERM too.
 */
export function passThrough(child: ChildProcess): Promise<number> {
  const parent = process.ppid;
  const stop = () => child.kill('SIGTERM');
  // Ctrl+C in a terminal reaches the child by itself; twice would mean "at once".
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
