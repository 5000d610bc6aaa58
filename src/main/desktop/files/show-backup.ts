import { join } from 'node:path';
import type { Ask } from '../ask-as.ts';

/** Shows a backup where it lies; false where there is none of that name any more. `showInFolder`: opens the system's file manager at a file. */
export function createBackupShower(ask: Ask, showInFolder: (path: string) => void): (name: string) => Promise<boolean> {
  return async (name) => {
    const { folder, backups } = await ask('backups.list', {});
    // Only what is listed: a page names no paths.
    if (!backups.some((backup) => backup.name === name)) return false;
    showInFolder(join(folder, name));
    return true;
  };
}
