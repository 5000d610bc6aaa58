import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from './engine/start-engine.ts';
import { startDesktop } from './desktop/start-desktop.ts';

const here = import.meta.url;

startDesktop({
  startEngine,
  storeWorker: new URL(`./store/worker${extname(here)}`, here),
  renderer: fileURLToPath(new URL('../renderer', here)),
  preload: fileURLToPath(new URL('../preload/index.cjs', here)),
});
