import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '#main/engine/engine.ts';

export interface FileOpenerOptions {
  readonly media: Engine['media'];
  readonly operatorId: string;
  /** the system's folder for what need not stay */
  readonly temporary: string;
  /** hands a file to the system's own program for it; gives what is wrong, or nothing */
  readonly openPath: (path: string) => Promise<string>;
  readonly platform: NodeJS.Platform;
}

export interface FileOpener {
  /** opens a copy of a stored file, by its path on the console's origin; false where that is not possible */
  readonly open: (url: string) => Promise<boolean>;
  /** takes the copies away */
  readonly stop: () => void;
}

/** Opens customers' files with the programs of this computer. Whoever calls has asked before, where one could run. */
export function createFileOpener({ media, operatorId, temporary, openPath, platform }: FileOpenerOptions): FileOpener {
  const folders: string[] = [];
  const stopping = new AbortController();
  return {
    open: async (url) => {
      const path = /^\/media\/[0-9a-f]{64}\/[^/?#]+$/.exec(url)?.[0];
      if (path === undefined) return false;
      const { status, headers, body } = await media({ operatorId, method: 'GET', url: `${path}?save=1`, signal: stopping.signal });
      const name = nameOf(headers['content-disposition']);
      if (status !== 200 || body === undefined || name === undefined) return false;
      const folder = await mkdtemp(join(temporary, 'counterbell-'));
      folders.push(folder);
      const file = join(folder, name);
      await writeFile(file, body, { mode: 0o600, flag: 'wx', signal: stopping.signal });
      if (platform === 'win32') await markAsForeign(file);
      return (await openPath(file)) === '';
    },
    stop: () => {
      stopping.abort();
      for (const folder of folders.splice(0)) remove(folder);
    },
  };
}

/** The name that the engine made safe for a disk. */
function nameOf(disposition: string | undefined): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)$/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

/** As a browser does, so that Windows and Office treat it with care. */
async function markAsForeign(file: string): Promise<void> {
  await writeFile(`${file}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n').catch(() => undefined);
}

/** A program may still hold its file; the system takes it away later. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing depends on it.
  }
}
