import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Logger } from 'pino';
import type { Updater } from './updates.ts';

/**
 * electron-updater, if this build was made with a place to look for updates (`COUNTERBELL_UPDATES_URL` at packing);
 * undefined in every other. It is loaded only then: it is large.
 */
export async function openPackagedUpdater(log: Logger): Promise<Updater | undefined> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return undefined;
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater } = electronUpdater;
  autoUpdater.logger = {
    info: (said) => log.debug(said),
    warn: (said) => log.warn(said),
    error: (said) => log.warn(said),
  };
  autoUpdater.autoDownload = true;
  return autoUpdater;
}
