import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { asidePath } from '#main/settings/aside-path.ts';

/** A JSON object of this computer's own, written atomically. */
export interface StoredFile {
  /** undefined: there is none yet. Throws where it cannot be read as JSON. */
  readonly read: () => unknown;
  readonly write: (document: object) => void;
  /** moves a file that cannot be understood out of the way and says where it is now */
  readonly setAside: () => string;
}

/** What `electron-store` is opened with. */
export const storedFileOptions = {
  fileExtension: 'json',
  configFileMode: 0o600,
  accessPropertiesByDotNotation: false,
  deserialize: parseDocument,
} as const;

/** `<folder>/<name>.json`, on a store like `electron-store`. A file that cannot be read is never written over: `write` sets it aside first. */
export function createStoredFile(folder: string, name: string, open: () => { store: object }): StoredFile {
  const path = join(folder, `${name}.json`);
  // A missing file is read as an empty one, and none is made; only the file itself tells the two apart.
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

/** An array, a number or null would be taken for an empty store; here such a file counts as damaged. */
function parseDocument(text: string): Record<string, unknown> {
  const document: unknown = JSON.parse(text);
  if (!isDocument(document)) throw new SyntaxError('The file holds no JSON object');
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
