import { fileURLToPath } from 'node:url';
import { startDesktop } from './desktop/start-desktop.ts';

const here = import.meta.url;

startDesktop({
  // What only an installation of this computer's own needs is loaded when it is wanted.
  loadEngine: async () => {
    const [{ startEngine }, { storeThreadsOf }] = await Promise.all([
      import('./engine/start-engine.ts'),
      import('./store/thread.ts'),
    ]);
    return {
      startEngine,
      storeThreads: storeThreadsOf(here),
      siteFolder: fileURLToPath(new URL('../site', here)),
    };
  },
  openStore: async (folder, log, startOver = false) => {
    const [{ requireShop }, { databaseFile, openStore }, { storeThreadsOf }] = await Promise.all([
      import('./archive/require-shop.ts'),
      import('./store/store.ts'),
      import('./store/thread.ts'),
    ]);
    // First, so that the settings are also read after it.
    requireShop(folder, { startOver });
    return openStore({ file: databaseFile(folder), threads: storeThreadsOf(here), log });
  },
  renderer: fileURLToPath(new URL('../renderer', here)),
  preload: fileURLToPath(new URL('../preload/index.cjs', here)),
});
