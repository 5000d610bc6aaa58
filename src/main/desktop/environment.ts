import { readFileSync } from 'node:fs';

/** Settings from the environment, for tests and experts. */
export interface EnvironmentSettings {
  /** COUNTERBELL_DATA_DIR; undefined: Electron's folder for the app, or `--user-data-dir` */
  readonly dataFolder: string | undefined;
  /** COUNTERBELL_LISTENER; `isFixed`: it is set */
  readonly listener: { readonly host: string; readonly port: number; readonly isFixed: boolean };
  /** content of the file named by COUNTERBELL_PROVISION */
  readonly provision: unknown;
}

const LISTENER = '127.0.0.1:8787';

/** Reads the environment. Throws with one readable sentence if it is invalid. */
export function readEnvironment(environment: NodeJS.ProcessEnv): EnvironmentSettings {
  const wanted = environment['COUNTERBELL_LISTENER'];
  const provisionFile = environment['COUNTERBELL_PROVISION'];
  return {
    dataFolder: environment['COUNTERBELL_DATA_DIR'],
    listener: { ...readAddress(wanted ?? LISTENER), isFixed: wanted !== undefined },
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

/** The name of a Linux desktop: `ubuntu:GNOME`. Electron sets some to Unity and keeps the true name elsewhere. */
export function linuxDesktop(environment: NodeJS.ProcessEnv): string | undefined {
  return environment['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? environment['XDG_CURRENT_DESKTOP'];
}
