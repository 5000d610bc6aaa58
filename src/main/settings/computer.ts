import type { Logger } from 'pino';
import { z } from 'zod';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { textOf, writeWhole } from './aside-path.ts';

const port = z.number().int().min(1).max(65_535);

/** What belongs to this computer and not to the installation: a backup from elsewhere brings none of it. */
const computerSettings = z.object({
  /** the listener's port, where the one that is wanted was taken; `instead` of which, until the owner has seen it */
  foundPort: z.object({ wanted: port, port, instead: port.nullable() }).nullable().default(null),
  /** where backups are; null: below the data folder */
  backupFolder: z.string().nullable().default(null),
});
export type ComputerSettings = Readonly<z.infer<typeof computerSettings>>;

/** Where a host keeps that, as one JSON object. */
export interface ComputerFile {
  /** undefined: nothing yet; throws where it cannot be read */
  readonly read: () => unknown;
  readonly write: (document: object) => void;
}

export type Computer = ReturnType<typeof openComputer>;

/** Settings of this computer in `file`; what cannot be read begins anew. */
export function openComputer(file: ComputerFile, log: Pick<Logger, 'warn'>) {
  let now = read(file, log);
  return {
    current: (): ComputerSettings => now,
    /** leaves alone what the change does not name; throws where it cannot be written down, and then nothing changed */
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

/** A file at `path`, written whole or not at all. */
export function computerFileAt(path: string): ComputerFile {
  return {
    read: () => {
      const text = textOf(path);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    write: (document) => writeWhole(path, `${JSON.stringify(document, null, 2)}\n`),
  };
}
