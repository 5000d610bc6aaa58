import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { asidePath } from './aside-path.ts';
import type { SettingsFile } from './ports.ts';

/** What every settings store is opened with, in headless (`conf`) and on the desktop (`electron-store`). */
export const settingsStoreOptions = {
  fileExtension: 'json',
  configFileMode: 0o600,
  accessPropertiesByDotNotation: false,
  deserialize: parseDocument,
} as const;

/** The settings file on `conf`: `<folder>/settings.json`, readable by its owner only. */
export function createConfFile(folder: string): SettingsFile {
  return createStoredFile(folder, () => new Conf({ ...settingsStoreOptions, cwd: folder, configName: 'settings' }));
}

/**
 * The settings file on any store of the `conf` family that keeps `<folder>/<name>.json`.
 * A file that cannot be read is never written over: `write` sets it aside first.
 */
export function createStoredFile(folder: string, open: () => { store: object }, name = 'settings'): SettingsFile {
  const path = join(folder, `${name}.json`);
  // conf reads a missing file as an empty one, and makes none; only the file itself tells the two apart.
  const read = (): unknown => (existsSync(path) ? { ...open().store } : undefined);
  const setAside = (): string => {
    const aside = asidePath(path);
    renameSync(path, aside);
    return aside;
  };
  const write = (document: object): void => {
    if (!readable(read)) setAside();
    open().store = document;
  };
  return { read, write, setAside };
}

/** conf takes an array, a number or null for an empty store; here such a file counts as damaged. */
function parseDocument(text: string): Record<string, unknown> {
  const document: unknown = JSON.parse(text);
  if (!isDocument(document)) throw new SyntaxError('The settings file holds no JSON object');
  return document;
}

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
