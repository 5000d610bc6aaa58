import { statfs } from 'node:fs/promises';
import { failed, passed, warning, type Check } from './check.ts';
import type { CheckParts } from './parts.ts';
import { phrase } from '#shared/locales/phrase.ts';

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
    title: phrase('findings:findings.disk.title'),
    deadline: 5000,
    look: async () => {
      const free = await freeIn(dataDir);
      const words = free < LITTLE ? `${Math.floor(free / MEGABYTE)} MB` : `${(free / (1000 * MEGABYTE)).toFixed(1)} GB`;
      if (free >= LITTLE) return passed(phrase('findings:findings.disk.passed', { room: words }));
      const todo = phrase('findings:findings.disk.todo');
      return free < TOO_LITTLE
        ? failed(phrase('findings:findings.disk.little', { room: words }), todo)
        : warning(phrase('findings:findings.disk.little', { room: words }), todo);
    },
  };
}

/** Whether the database takes a write, down to the disk. */
export function storeCheck({ store }: Pick<CheckParts, 'store'>): Check {
  return {
    id: 'store',
    title: phrase('findings:findings.store.title'),
    deadline: 10_000,
    look: async () => {
      if (store.readOnly)
        return failed(phrase('findings:findings.store.newer.text'), phrase('findings:findings.store.newer.todo'));
      try {
        await store.write('proveWritable');
      } catch {
        return failed(phrase('findings:findings.store.failed.text'), phrase('findings:findings.store.failed.todo'));
      }
      return passed(phrase('findings:findings.store.passed'));
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
