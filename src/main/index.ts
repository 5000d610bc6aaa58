import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyRestore } from './archive/apply-restore.ts';
import { startDesktop } from './desktop/start-desktop.ts';
import { databaseFile, openStore } from './store/store.ts';
import { storeThreadsOf } from './store/thread.ts';

const here = import.meta.url;
const storeThreads = storeThreadsOf(here);

startDesktop({
  loadEngine: async () => (await import('./engine/start-engine.ts')).startEngine,
  storeThreads,
  pkcs12Worker: new URL(`./exposure/pkcs12-worker${extname(here)}`, here),
  // First, so that the settings are also read after it.
  openStore: (folder, log) => {
    applyRestore(folder);
    return openStore({ file: databaseFile(folder), threads: storeThreads, log });
  },
  siteFolder: fileURLToPath(new URL('../site', here)),
  renderer: fileURLToPath(new URL('../renderer', here)),
  preload: fileURLToPath(new URL('../preload/index.cjs', here)),
});
