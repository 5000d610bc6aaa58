import { join } from 'node:path';

/** Below the data folder: what this part has for itself. */
export type Places = ReturnType<typeof placesOf>;

export function placesOf(dataDir: string) {
  return {
    dataDir,
    /** work under way; emptied at every start */
    work: join(dataDir, 'archive-work'),
    /** a restore that waits for the next start, or that was just applied */
    restore: join(dataDir, 'restore'),
    /** what is being erased: it goes on after a crash */
    erasing: join(dataDir, 'erasing.json'),
    /** the same for many chats that are being closed or erased */
    manyChats: join(dataDir, 'many-chats.json'),
    /** files made for fetching; emptied at every start */
    exports: join(dataDir, 'exports'),
    /** where backups are, if nobody chose another folder */
    backups: join(dataDir, 'backups'),
    database: join(dataDir, 'counterbell.db'),
    media: join(dataDir, 'media'),
  };
}
