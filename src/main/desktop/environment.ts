import { readFileSync } from 'node:fs';

/** Settings from the environment, for tests and experts. */
export type EnvironmentSettings = ReturnType<typeof readEnvironment>;

const LISTENER = '127.0.0.1:8787';

/** Reads the environment. Throws with one readable sentence if it is invalid. */
export function readEnvironment(environment: NodeJS.ProcessEnv) {
  const wanted = environment['COUNTERBELL_LISTENER'];
  const provisionFile = environment['COUNTERBELL_PROVISION'];
  return {
    /** undefined: Electron's folder for the app, or `--user-data-dir` */
    dataFolder: environment['COUNTERBELL_DATA_DIR'],
    /** `isFixed`: it is set */
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
