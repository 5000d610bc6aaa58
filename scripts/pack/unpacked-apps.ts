import { existsSync, readdirSync } from 'node:fs';
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
