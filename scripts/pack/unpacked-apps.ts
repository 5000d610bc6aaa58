import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** An app as it will be installed, before it is put into an installer. */
export interface UnpackedApp {
  /** its name inside the searched folder */
  readonly folder: string;
  readonly program: string;
  readonly resources: string;
}

/** The unpacked apps that electron-builder left in a folder; none if the folder is missing. */
export function unpackedApps(dist: string): readonly UnpackedApp[] {
  if (!existsSync(dist)) return [];
  return readdirSync(dist).flatMap((folder) => {
    const here = path.join(dist, folder);
    const contents = path.join(here, 'Counterbell.app/Contents');
    if (existsSync(contents))
      return [
        { folder, program: path.join(contents, 'MacOS/Counterbell'), resources: path.join(contents, 'Resources') },
      ];
    const program = ['counterbell', 'counterbell.exe', 'Counterbell.exe']
      .map((name) => path.join(here, name))
      .find((file) => existsSync(file));
    return program === undefined ? [] : [{ folder, program, resources: path.join(here, 'resources') }];
  });
}

export const MEGABYTE = 1024 * 1024;
/** Bytes the archive may have, and everything that is ours beside Electron: with ngrok's agent, for two processors on macOS. */
export const LIMITS = { archive: 13 * MEGABYTE, resources: 30 * MEGABYTE } as const;

/** What an unpacked app adds to Electron, in bytes. */
export function weigh({ resources }: UnpackedApp): Readonly<Record<keyof typeof LIMITS, number>> {
  const files = readdirSync(resources, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    archive: statSync(path.join(resources, 'app.asar')).size,
    resources: files.reduce((total, { parentPath, name }) => total + statSync(path.join(parentPath, name)).size, 0),
  };
}
