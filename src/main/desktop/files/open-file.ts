import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorEngine } from '#main/engine/engine.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DownloadItem } from 'electron';
import type { Ask } from '../ask-engine.ts';

/** Only customers' files are foreign; Counterbell's own (reports, backups) are not. */
const FOREIGN_FILE = /^\/media\/[0-9a-f]{64}\/[^/?#]+$/;

/**
 * Marks a file as downloaded, like a browser does, so that Windows, macOS and Office treat it with care; Linux has no
 * such mark. A disk that cannot keep the mark (FAT) does not block the file.
 */
export function createForeignMarker({
  platform,
  now,
  run = promisify(execFile),
}: {
  readonly platform: NodeJS.Platform;
  /** wall clock, milliseconds */
  readonly now: () => number;
  /** runs a program with these arguments, without a shell */
  readonly run?: (program: string, args: readonly string[]) => Promise<unknown>;
}): (file: string) => Promise<void> {
  const mark = async (file: string): Promise<unknown> => {
    if (platform === 'win32') return writeFile(`${file}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n');
    // Flags (from a browser, not yet approved), seconds in hex, downloading app.
    const quarantine = `0081;${Math.floor(now() / 1000).toString(16)};Counterbell;`;
    return platform === 'darwin' ? run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', quarantine, file]) : undefined;
  };
  return async (file) => void (await mark(file).catch(() => undefined));
}

type OnDownload = (event: unknown, item: DownloadItem) => void;

/** The part of Electron's session used here. */
interface Downloads {
  readonly on: (event: 'will-download', listener: OnDownload) => unknown;
  readonly off: (event: 'will-download', listener: OnDownload) => unknown;
}

/** Marks customers' files saved by our windows once each is complete; returns how to stop. */
export function markDownloads(session: Downloads, markForeign: (file: string) => Promise<void>): () => void {
  const onWillDownload: OnDownload = (_event, item) => {
    if (!FOREIGN_FILE.test(new URL(item.getURL()).pathname)) return;
    item.once('done', (_done, state) => {
      if (state === 'completed') void markForeign(item.getSavePath());
    });
  };
  session.on('will-download', onWillDownload);
  return () => void session.off('will-download', onWillDownload);
}

export type FileOpener = ReturnType<typeof createFileOpener>;

/** Opens customers' files in this computer's programs. Callers ask the user first unless the type is known passive. */
export function createFileOpener({
  media,
  temporary,
  openPath,
  markForeign,
}: {
  readonly media: OperatorEngine['media'];
  /** the system's temporary folder */
  readonly temporary: string;
  /** opens a file in the system's program for it; resolves to an error message, or an empty string */
  readonly openPath: (path: string) => Promise<string>;
  readonly markForeign: (file: string) => Promise<void>;
}) {
  const folders: string[] = [];
  const stopping = new AbortController();
  return {
    /** opens a copy of a stored file, by its path on the console's origin; false if that is not possible */
    open: async (url: string): Promise<boolean> => {
      const path = FOREIGN_FILE.exec(url)?.[0];
      if (path === undefined) return false;
      const { status, headers, body } = await media({
        method: 'GET',
        url: `${path}?save=1`,
        signal: stopping.signal,
      });
      const name = nameOf(headers['content-disposition']);
      if (status !== 200 || body === undefined || name === undefined) return false;
      const folder = await mkdtemp(join(temporary, 'counterbell-'));
      folders.push(folder);
      const file = join(folder, name);
      await writeFile(file, body, { mode: 0o600, flag: 'wx', signal: stopping.signal });
      await markForeign(file);
      return (await openPath(file)) === '';
    },
    /** deletes the copies */
    stop: (): void => {
      stopping.abort();
      for (const folder of folders.splice(0)) remove(folder);
    },
  };
}

/** The file name the engine made safe for disks. */
function nameOf(disposition = ''): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1];
  return encoded && decodeURIComponent(encoded);
}

/** A program may still hold its file; the system deletes it later. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Failing here does no harm.
  }
}

/** Shows a backup in its folder; false if it no longer exists. `showInFolder` opens the file manager at a file. */
export function createBackupShower(ask: Ask, showInFolder: (path: string) => void): (name: string) => Promise<boolean> {
  return async (name) => {
    const { folder, backups } = await ask('backups.list', {});
    // Only listed backups: pages cannot name paths.
    if (!backups.some((backup) => backup.name === name)) return false;
    showInFolder(join(folder, name));
    return true;
  };
}
