import { join } from 'node:path';

/** This module's folders below the data folder. */
export type ArchivePaths = ReturnType<typeof archivePaths>;

export function archivePaths(dataDir: string) {
  return {
    dataDir,
    /** work in progress; emptied at every start */
    work: join(dataDir, 'archive-work'),
    /** a restore that is pending or was just applied */
    restore: join(dataDir, 'restore'),
    /** what is being erased, to continue after a crash */
    erasing: join(dataDir, 'erasing.json'),
    /** chats being closed or erased, to continue after a crash */
    manyChats: join(dataDir, 'many-chats.json'),
    /** exports to download; emptied at every start */
    exports: join(dataDir, 'exports'),
    /** the default backup folder */
    backups: join(dataDir, 'backups'),
    database: join(dataDir, 'counterbell.db'),
    media: join(dataDir, 'media'),
  };
}
