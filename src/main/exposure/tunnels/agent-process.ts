import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A program that runs as long as its tunnel does. */
export interface Agent {
  /** resolves when it has exited: with its exit code, or with the error that prevented its start */
  readonly ended: Promise<{ readonly code: number | null; readonly error?: NodeJS.ErrnoException }>;
  /** terminates it and its children; kills them if they do not exit */
  readonly stop: () => Promise<void>;
}

export interface AgentOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** each line of its output, cut to a limit */
  readonly onLine: (line: string) => void;
}

/** Characters of a line that are kept. */
const MAX_LINE_LENGTH = 4000;
/** Milliseconds until it is killed. */
const STOP_TIMEOUT = 3000;
/** Milliseconds for the last output of one that has exited. */
const OUTPUT_TIMEOUT = 500;

/** The shell's child kills the group when this process is gone for any reason: no tunnel outlives its listener. */
const WATCHED = 'exec 3<&0; (cat <&3; kill -s KILL 0) >/dev/null 2>&1 & exec "$0" "$@" </dev/null 3<&-';

/** Starts a program whose output is read line by line. */
export function startAgent({ program, args, env, onLine }: AgentOptions): Agent {
  const isWindows = process.platform === 'win32';
  const child = isWindows
    ? spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    : spawn('/bin/sh', ['-c', WATCHED, program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  child.stdin?.on('error', () => undefined);
  for (const output of [child.stdout, child.stderr])
    output?.on('data', splitLines(onLine)).on('error', () => undefined);
  return {
    ended: watchEnd(child),
    stop: async () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      if (isWindows)
        spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
          'error',
          () => child.kill(),
        );
      else signalGroup(child, 'SIGTERM');
      const late = setTimeout(() => (isWindows ? child.kill() : signalGroup(child, 'SIGKILL')), STOP_TIMEOUT);
      await exited;
      clearTimeout(late);
    },
  };
}

function watchEnd(child: ChildProcess): Agent['ended'] {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('exit', (code) => {
      // The shell's child remains when the program exits on its own.
      signalGroup(child, 'SIGKILL');
      // Its last output may still be arriving.
      const late = setTimeout(() => resolve({ code }), OUTPUT_TIMEOUT);
      child.once('close', () => {
        clearTimeout(late);
        resolve({ code });
      });
    });
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group is gone.
  }
}

function splitLines(onLine: (line: string) => void): (bytes: Buffer) => void {
  let rest = '';
  return (bytes) => {
    const lines = (rest + bytes.toString('utf8')).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) onLine(line.slice(0, MAX_LINE_LENGTH));
  };
}
