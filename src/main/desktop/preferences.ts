import type { Logger } from 'pino';
import {
  desktopPreferences,
  type DesktopPreferences,
  type DesktopPreferencesChange,
} from '#shared/contract/desktop.ts';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { asidePath } from '#main/settings/computer.ts';
import { isGroup, omitUndefined } from '#shared/protocol/fields.ts';

/** The owner's preferences for this computer. */
export type Preferences = ReturnType<typeof openPreferences>;

/** Preferences in `file`. An invalid file is set aside and defaults apply: never a crash. */
export function openPreferences({ file, log }: { readonly file: StoredFile; readonly log: Logger }) {
  type Listener = (now: DesktopPreferences, before: DesktopPreferences) => void;
  const listeners = new Set<Listener>();
  let now = readPreferences(file, log);
  return {
    current: (): DesktopPreferences => now,
    /** changes only the given fields; throws if it cannot be written, changing nothing */
    change: (change: DesktopPreferencesChange): void => {
      const before = now;
      const { notifications = {}, ...rest } = change;
      const after = desktopPreferences.parse({
        ...before,
        ...omitUndefined(rest),
        notifications: { ...before.notifications, ...omitUndefined(notifications) },
      });
      file.write(after);
      now = after;
      for (const listener of listeners) listener(now, before);
    },
    /** called after each change; returns how to stop */
    onChange: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function readPreferences(file: StoredFile, log: Logger): DesktopPreferences {
  try {
    return desktopPreferences.parse(file.read() ?? {});
  } catch (error) {
    log.warn({ err: error }, 'the preferences of this computer cannot be read: they start afresh');
    setDamagedAside(file, log);
    return desktopPreferences.parse({});
  }
}

function setDamagedAside(file: StoredFile, log: Logger): void {
  try {
    log.warn({ path: file.setAside() }, 'the damaged preferences are kept here');
  } catch (error) {
    log.warn({ err: error }, 'the damaged preferences cannot be set aside');
  }
}

/** A JSON object stored on this computer, written atomically. */
export type StoredFile = ReturnType<typeof createStoredFile>;

/** Options for opening `electron-store`. */
export const storedFileOptions = {
  fileExtension: 'json',
  configFileMode: 0o600,
  accessPropertiesByDotNotation: false,
  deserialize: parseDocument,
} as const;

/** `<folder>/<name>.json` on a store like `electron-store`. `write` sets an unreadable file aside before it writes. */
export function createStoredFile(folder: string, name: string, open: () => { store: object }) {
  const path = join(folder, `${name}.json`);
  // A missing file reads as an empty store without being created; only the file system tells the two apart.
  const read = (): unknown => (existsSync(path) ? { ...open().store } : undefined);
  const setAside = (): string => {
    const aside = asidePath(path);
    renameSync(path, aside);
    return aside;
  };
  const write = (document: object): void => {
    try {
      read();
    } catch {
      setAside();
    }
    open().store = document;
  };
  return {
    /** undefined: none yet. Throws if it cannot be read as JSON. */
    read,
    write,
    /** moves an unreadable file aside and returns where it is now */
    setAside,
  };
}

/** An array, a number or null would pass for an empty store; here such a file counts as damaged. */
function parseDocument(text: string): Record<string, unknown> {
  const document: unknown = JSON.parse(text);
  if (!isGroup(document)) throw new SyntaxError('The file holds no JSON object');
  return document as Record<string, unknown>;
}
