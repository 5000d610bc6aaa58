import { statfs } from 'node:fs/promises';
import { failed, passed, warning, type Check } from './check.ts';
import type { CheckParts } from './parts.ts';

const MEGABYTE = 1_000_000;
/** Bytes: below the first the owner is warned, below the second conversations are in danger. */
const LITTLE = 1000 * MEGABYTE;
const TOO_LITTLE = 200 * MEGABYTE;

/** Room on the disk of the data folder, for this user. */
export function diskCheck(
  { dataDir }: Pick<CheckParts, 'dataDir'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): Check {
  return {
    id: 'disk',
    title: 'Disk space',
    deadline: 5000,
    look: async () => {
      const free = await freeIn(dataDir);
      const words = free < LITTLE ? `${Math.floor(free / MEGABYTE)} MB` : `${(free / (1000 * MEGABYTE)).toFixed(1)} GB`;
      if (free >= LITTLE) return passed(`${words} are free where conversations are kept`);
      const todo = 'Make room on that disk: delete what is not needed, or move it elsewhere.';
      return free < TOO_LITTLE
        ? failed(`Only ${words} are free where conversations are kept`, todo)
        : warning(`Only ${words} are free where conversations are kept`, todo);
    },
  };
}

/** Whether the database takes a write, down to the disk. */
export function storeCheck({ store }: Pick<CheckParts, 'store'>): Check {
  return {
    id: 'store',
    title: 'Conversations can be stored',
    deadline: 10_000,
    look: async () => {
      if (store.readOnly)
        return failed(
          'The database was made by a newer Counterbell: it is read, never written',
          'Install the newer version.',
        );
      try {
        await store.write('proveWritable');
      } catch {
        return failed(
          'The database takes nothing: the disk is full, read-only or damaged',
          'Make room on the disk, and check that it is sound.',
        );
      }
      return passed('A write reached the disk');
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
