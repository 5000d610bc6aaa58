import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DownloadItem } from 'electron';

export interface ForeignMarking {
  readonly platform: NodeJS.Platform;
  /** wall clock, milliseconds */
  readonly now: () => number;
  /** runs a program with these arguments, without a shell */
  readonly run?: (program: string, args: readonly string[]) => Promise<unknown>;
}

/** Only customers' files are foreign; what Counterbell makes itself (reports, backups) is not. */
export const FOREIGN_FILE = /^\/media\/[0-9a-f]{64}\/[^/?#]+$/;

/**
 * Marks a file on the disk as come from elsewhere, as a browser does, so that Windows, macOS and Office treat it with
 * care; Linux has no such mark. A disk that cannot keep one (FAT) does not keep anybody from the file.
 */
export function createForeignMarker({
  platform,
  now,
  run = promisify(execFile),
}: ForeignMarking): (file: string) => Promise<void> {
  const mark = async (file: string): Promise<unknown> => {
    if (platform === 'win32') return writeFile(`${file}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n');
    // Flags (a browser's, not yet approved), seconds in hex, who brought it.
    const quarantine = `0081;${Math.floor(now() / 1000).toString(16)};Counterbell;`;
    return platform === 'darwin' ? run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', quarantine, file]) : undefined;
  };
  return (file) =>
    mark(file).then(
      () => undefined,
      () => undefined,
    );
}

type OnDownload = (event: unknown, item: DownloadItem) => void;
/** Of Electron's session. */
interface Downloads {
  readonly on: (event: 'will-download', listener: OnDownload) => unknown;
  readonly off: (event: 'will-download', listener: OnDownload) => unknown;
}

/** Marks customers' files that a window of ours saves, once each is whole; returns how to stop. */
export function markDownloads(session: Downloads, markForeign: (file: string) => Promise<void>): () => void {
  const look: OnDownload = (_event, item) => {
    if (!FOREIGN_FILE.test(new URL(item.getURL()).pathname)) return;
    item.once('done', (_done, state) => {
      if (state === 'completed') void markForeign(item.getSavePath());
    });
  };
  session.on('will-download', look);
  return () => void session.off('will-download', look);
}
