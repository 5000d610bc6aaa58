import type { Logger } from 'pino';
import { z } from 'zod';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { systemCode } from '#shared/domain/system-code.ts';

const port = z.int().min(1).max(65_535);

/** Settings of this computer rather than of the installation: restoring a backup does not change them. */
const computerSettings = z.object({
  /** the listener's port if the wanted one was taken; `instead` of which, until the owner has seen it */
  foundPort: z.object({ wanted: port, port, instead: port.nullable() }).nullable().default(null),
  /** folder of the backups; null: below the data folder */
  backupFolder: z.string().nullable().default(null),
});
export type ComputerSettings = Readonly<z.infer<typeof computerSettings>>;

/** Storage of these settings on a host, as one JSON object. */
export interface ComputerFile {
  /** undefined: nothing yet; throws if it cannot be read */
  readonly read: () => unknown;
  readonly write: (document: object) => void;
}

export type Computer = ReturnType<typeof openComputer>;

/** Settings of this computer in `file`; an unreadable file is replaced. */
export function openComputer(file: ComputerFile, log: Pick<Logger, 'warn'>) {
  let now = read(file, log);
  return {
    current: (): ComputerSettings => now,
    /** fields that are absent stay; throws if it cannot be written, without changing anything */
    change: (change: { readonly [K in keyof ComputerSettings]?: ComputerSettings[K] | undefined }): void => {
      const next = { ...now, ...omitUndefined(change) };
      file.write(next);
      now = next;
    },
  };
}

function read(file: ComputerFile, log: Pick<Logger, 'warn'>): ComputerSettings {
  try {
    return computerSettings.parse(file.read() ?? {});
  } catch (error) {
    log.warn({ err: error }, 'the settings of this computer cannot be read: they begin anew');
    return computerSettings.parse({});
  }
}

/** A file at `path`, written atomically. */
export function computerFileAt(path: string): ComputerFile {
  return {
    read: () => {
      const text = textOf(path);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    write: (document) => writeWhole(path, `${JSON.stringify(document, null, 2)}\n`),
  };
}

/** New path of an unusable file: `settings.damaged-2026-11-03T09-30-00-000Z.json`, numbered if taken. */
export function asidePath(path: string): string {
  const { dir, name, ext } = parse(path);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (let count = 0; ; count += 1) {
    const aside = join(dir, `${name}.damaged-${stamp}${count === 0 ? '' : `-${count}`}${ext}`);
    if (!existsSync(aside)) return aside;
  }
}

/** The text of a file; undefined if it does not exist. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file with secrets atomically and durably: a temporary file, then a rename. Creates its folder. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, path);
}
