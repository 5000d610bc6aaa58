import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { loggedError } from '#main/engine/engine.ts';
import { maskSecrets } from '#main/engine/log-masking.ts';

export type LogFile = ReturnType<typeof openLogFile>;

/**
 * The app's log in `folder`: `counterbell.log`, and the older `counterbell.1.log` to `counterbell.4.log`, 2 MB each. A
 * line is on disk when the call returns, with its secrets masked; a log that cannot be written stops nothing.
 */
export function openLogFile({
  folder,
  files = 5,
  bytes = 2 * 1024 * 1024,
}: {
  readonly folder: string;
  readonly files?: number;
  readonly bytes?: number;
}) {
  const file = (age: number): string => join(folder, age === 0 ? 'counterbell.log' : `counterbell.${age}.log`);
  let open: { readonly descriptor: number; size: number } | undefined;

  const rotate = (): void => {
    if (open !== undefined) closeSync(open.descriptor);
    open = undefined;
    rmSync(file(files - 1), { force: true });
    for (let age = files - 2; age >= 0; age -= 1) if (existsSync(file(age))) renameSync(file(age), file(age + 1));
  };
  const write = (line: string): void => {
    const text = Buffer.from(maskSecrets(line));
    if (open !== undefined && open.size + text.length > bytes) rotate();
    open ??= openForAppend(folder, file(0));
    writeSync(open.descriptor, text);
    open.size += text.length;
  };

  const destination = {
    write: (line: string): void => {
      try {
        write(line);
      } catch {
        // A full disk shows in what it breaks, not in its log.
        open = undefined;
      }
    },
  };
  return {
    log: pino(
      { level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: loggedError } },
      destination,
    ),
    path: file(0),
    /** the latest lines, oldest first */
    lastLines: (count: number): readonly string[] => [...readLines(file(1)), ...readLines(file(0))].slice(-count),
  };
}

function openForAppend(folder: string, path: string): { readonly descriptor: number; size: number } {
  mkdirSync(folder, { recursive: true });
  const descriptor = openSync(path, 'a', 0o600);
  return { descriptor, size: fstatSync(descriptor).size };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
