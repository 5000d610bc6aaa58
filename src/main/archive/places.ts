import { join } from 'node:path';

/** Below the data folder: what this part has for itself. */
export interface Places {
  /** work under way; emptied at every start */
  readonly work: string;
  /** a restore that waits for the next start, or that was just applied */
  readonly restore: string;
  /** what is being erased: it goes on after a crash */
  readonly erasing: string;
  /** the same for many chats that are being closed or erased */
  readonly manyChats: string;
  /** files made for fetching; emptied at every start */
  readonly exports: string;
  /** where backups are, if nobody chose another folder */
  readonly backups: string;
  readonly database: string;
  readonly media: string;
  readonly dataDir: string;
}

export function placesOf(dataDir: string): Places {
  return {
    dataDir,
    work: join(dataDir, 'archive-work'),
    restore: join(dataDir, 'restore'),
    erasing: join(dataDir, 'erasing.json'),
    manyChats: join(dataDir, 'many-chats.json'),
    exports: join(dataDir, 'exports'),
    backups: join(dataDir, 'backups'),
    database: join(dataDir, 'counterbell.db'),
    media: join(dataDir, 'media'),
  };
}
