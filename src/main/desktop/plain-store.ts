import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedFileOptions } from './stored-file.ts';

/** What `electron-store` does with a file, without Electron: for tests. */
export function plainStore(folder: string, name: string): { store: object } {
  const path = join(folder, `${name}.json`);
  return {
    get store() {
      return storedFileOptions.deserialize(readFileSync(path, 'utf8'));
    },
    set store(document) {
      writeFileSync(path, JSON.stringify(document), { mode: storedFileOptions.configFileMode });
    },
  };
}
