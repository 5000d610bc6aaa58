import { readFileSync } from 'node:fs';

/** What the environment asks of the desktop app; for tests, and for who knows what they do. */
export interface Surroundings {
  /** COUNTERBELL_DATA_DIR; undefined: Electron's own folder for the app, or `--user-data-dir` */
  readonly dataFolder: string | undefined;
  /** COUNTERBELL_LISTENER; `insist`: it is given */
  readonly listener: { readonly host: string; readonly port: number; readonly insist: boolean };
  /** content of the file that COUNTERBELL_PROVISION names */
  readonly provision: unknown;
}

const LISTENER = '127.0.0.1:8787';

/** Reads the environment. Throws with one plain sentence where it makes no sense. */
export function readSurroundings(environment: NodeJS.ProcessEnv): Surroundings {
  const wanted = environment['COUNTERBELL_LISTENER'];
  const provisionFile = environment['COUNTERBELL_PROVISION'];
  return {
    dataFolder: environment['COUNTERBELL_DATA_DIR'],
    listener: { ...readAddress(wanted ?? LISTENER), insist: wanted !== undefined },
    provision: provisionFile === undefined ? undefined : readProvision(provisionFile),
  };
}

function readAddress(text: string): { host: string; port: number } {
  const parts = /^(?:\[(?<six>[^\]]+)\]|(?<name>[^:]+)):(?<port>\d{1,5})$/.exec(text)?.groups;
  const host = parts?.['six'] ?? parts?.['name'];
  if (host === undefined)
    throw new Error(`COUNTERBELL_LISTENER wants HOST:PORT, for example ${LISTENER}, not "${text}"`);
  return { host, port: Number(parts?.['port']) };
}

function readProvision(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The provision file ${file} cannot be read as JSON`, { cause });
  }
}

/** How a Linux desktop calls itself: `ubuntu:GNOME`. Electron says Unity to itself on some of them, and puts the true name aside. */
export function linuxDesktop(environment: NodeJS.ProcessEnv): string | undefined {
  return environment['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? environment['XDG_CURRENT_DESKTOP'];
}
