import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { installation } from './installation.ts';
import { openStore, type Store } from './store.ts';

export interface TemporaryStore {
  readonly store: Store;
  readonly file: string;
  /** closes it and opens the same file again */
  readonly reopened: () => Promise<Store>;
  readonly remove: () => Promise<void>;
}

/** A real database file in a folder of its own, with the usual `installation`, for tests. */
export async function openTemporaryStore(): Promise<TemporaryStore> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-store-'));
  const file = join(folder, 'counterbell.db');
  const open = () => openStore({ file, worker: inject('storeWorker'), log: pino({ level: 'silent' }) });
  let store = await open();
  await store.write('changeSettings', { settings: installation(), botTrouble: {}, at: 0 });
  return {
    get store() {
      return store;
    },
    file,
    reopened: async () => {
      await store.stop();
      store = await open();
      return store;
    },
    remove: async () => {
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
