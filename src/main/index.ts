import { fileURLToPath } from 'node:url';
import { requireShop } from './archive/require-shop.ts';
import { startDesktop } from './desktop/start-desktop.ts';
import { databaseFile, openStore } from './store/store.ts';
import { storeThreadsOf } from './store/thread.ts';

const here = import.meta.url;

startDesktop({
  // What only an installation of this computer's own needs is loaded when it is wanted.
  loadEngine: async () => {
    const { startEngine } = await import('./engine/start-engine.ts');
    return {
      startEngine,
      storeThreads: storeThreadsOf(here),
      siteFolder: fileURLToPath(new URL('../site', here)),
    };
  },
  openStore: async (folder, log, startOver = false) => {
    // First, so that the settings are also read after it.
    requireShop(folder, { startOver });
    return openStore({ file: databaseFile(folder), threads: storeThreadsOf(here), log });
  },
  renderer: fileURLToPath(new URL('../renderer', here)),
  preload: fileURLToPath(new URL('../preload/index.cjs', here)),
});
