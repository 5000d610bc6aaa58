import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A program that runs as long as its tunnel does. */
export interface Agent {
  /** resolves when it is gone: with its exit code, or with the error for which it did not start */
  readonly ended: Promise<{ readonly code: number | null; readonly error?: NodeJS.ErrnoException }>;
  /** asks it to end, and all that it started; kills them where they do not */
  readonly stop: () => Promise<void>;
}

export interface AgentOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** each line that it writes, cut to a bound */
  readonly onLine: (line: string) => void;
}

/** Characters of a line that are kept. */
const LONGEST_LINE = 4000;
/** Milliseconds that it has to end by itself. */
const FAREWELL = 3000;
const LAST_WORDS = 500;

/** The shell's child ends the whole group when this process is gone, however it went: no tunnel outlives its listener. */
const WATCHED = 'exec 3<&0; (cat <&3; kill -s KILL 0) >/dev/null 2>&1 & exec "$0" "$@" </dev/null 3<&-';

/** Starts a program whose output is read line by line. */
export function startAgent({ program, args, env, onLine }: AgentOptions): Agent {
  const isWindows = process.platform === 'win32';
  const child = isWindows
    ? spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    : spawn('/bin/sh', ['-c', WATCHED, program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  child.stdin?.on('error', () => undefined);
  for (const output of [child.stdout, child.stderr]) output?.on('data', linesOf(onLine)).on('error', () => undefined);
  return {
    ended: watchEnd(child),
    stop: async () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      if (isWindows)
        spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
          'error',
          () => child.kill(),
        );
      else signalGroup(child, 'SIGTERM');
      const late = setTimeout(() => (isWindows ? child.kill() : signalGroup(child, 'SIGKILL')), FAREWELL);
      await gone;
      clearTimeout(late);
    },
  };
}

function watchEnd(child: ChildProcess): Agent['ended'] {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('exit', (code) => {
      // The shell's child is left when the program ends by itself.
      signalGroup(child, 'SIGKILL');
      // Its last words may still be on their way.
      const late = setTimeout(() => resolve({ code }), LAST_WORDS);
      child.once('close', () => {
        clearTimeout(late);
        resolve({ code });
      });
    });
  });
}

/** This process's environment without what fits `without`, and with what is given. */
export function agentEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  without: RegExp,
  input: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !without.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), ...input };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it is gone.
  }
}

function linesOf(onLine: (line: string) => void): (bytes: Buffer) => void {
  let rest = '';
  return (bytes) => {
    const lines = (rest + bytes.toString('utf8')).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) onLine(line.slice(0, LONGEST_LINE));
  };
}
