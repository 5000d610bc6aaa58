import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '#shared/domain/system-code.ts';
import { type MediaFiles, UNKNOWN_MEDIA } from './ports.ts';

/** Media files in a folder, created if missing. `isShared`: with other hosts. */
export function folderFiles(folder: string, isShared = false): MediaFiles {
  const pathOf = (name: string): string => join(folder, name);
  /** moves a file; nothing if it is gone */
  const move = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
  };
  return {
    arriving: join(folder, 'arriving'),
    isShared,
    place: folder,
    pathOf,
    sizeOf: async (name) => (await stat(pathOf(name)).catch(() => undefined))?.size,
    put: async (path, name) => {
      await move(path, pathOf(name));
      await flushFolder(dirname(pathOf(name)));
    },
    read: async (name, range) => createReadStream(pathOf(name), { ...range }),
    rename: (from, to) => move(pathOf(from), pathOf(to)),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: async function* list() {
      for (const shelf of await readdir(folder).catch(() => []))
        if (/^[0-9a-f]{2}$/.test(shelf) || shelf === UNKNOWN_MEDIA)
          yield (await readdir(join(folder, shelf))).map((name) => `${shelf}/${name}`);
    },
  };
}

/** Makes a renamed file survive a power failure; Windows has no way to do so and needs none. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
