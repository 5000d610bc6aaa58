import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { backupSettings } from '#shared/contract/archive.ts';
import { connectionSettings } from '#shared/contract/connection.ts';
import { hoursSettings } from '#shared/contract/hours.ts';
import { mediaSettings } from '#shared/contract/media.ts';
import { settingsDocument, type SettingsDocument, type SettingsState } from './document.ts';
import type { SettingsFile, Vault } from './ports.ts';
import { createSealing } from './sealing.ts';

/** Settings in memory, secrets open where they could be opened; every change is in the file before it counts. */
export interface Settings {
  readonly current: () => SettingsState;
  /** resolves when the change is written; rejects, and changes nothing, where it cannot be */
  readonly change: (next: (state: SettingsState) => SettingsState) => Promise<SettingsState>;
  /** tries once more to open what could not be: a keyring may be unlocked by now; true: something came back */
  readonly openAgain: () => Promise<boolean>;
  /** where a file that could not be understood was put, if there was one */
  readonly setAside: string | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Reads the settings file, or begins a new one. A damaged file is set aside, never overwritten; secrets that the vault
 * cannot open are lost, and nothing else. Throws where the key was given by hand and opens none: that can be corrected at once.
 */
export async function openSettings(options: {
  readonly file: SettingsFile;
  readonly vault: Vault;
  readonly log: Logger;
}): Promise<Settings> {
  const { file, log } = options;
  const sealing = createSealing(options.vault);
  const found = readDocument(file, log);
  const { state: begun, lost } =
    found.document === undefined ? { state: freshState(), lost: undefined } : await sealing.open(found.document);
  if (lost !== undefined)
    log.warn(
      lost,
      'secrets of the settings file cannot be opened; they stay in it as they are until new ones are given',
    );
  let state: SettingsState = begun;
  let turn: Promise<unknown> = Promise.resolve();

  const change = async (next: (state: SettingsState) => SettingsState): Promise<SettingsState> => {
    const changed = next(state);
    if (changed !== state) {
      file.write(await sealing.seal(changed));
      state = changed;
    }
    return state;
  };
  const sealAgain = async (): Promise<void> => {
    try {
      if (await sealing.sealAgain()) file.write(await sealing.seal(state));
    } catch (error) {
      log.warn({ err: error }, 'secrets could not be sealed with the newer key; they stay under the older one');
    }
  };
  const openAgain = async (): Promise<boolean> => {
    const { state: next, opened } = await sealing.openAgain(state);
    state = next;
    // Their sealed texts are in the file already.
    if (opened > 0) await sealAgain();
    return opened > 0;
  };
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = turn.then(run);
    turn = result.catch(() => undefined);
    return result;
  };
  const settings: Settings = {
    current: () => state,
    change: (next) => inTurn(() => change(next)),
    openAgain: () => inTurn(openAgain),
    setAside: found.setAside,
    stop: async () => {
      await turn;
    },
  };
  if (found.document === undefined) file.write(await sealing.seal(state));
  else await sealAgain();
  return settings;
}

/** An unguessable text for addresses and keys: 32 characters, letters, digits, `-` and `_`. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function freshState(): SettingsState {
  return {
    version: 1,
    installationId: randomUUID(),
    setUp: false,
    connection: connectionSettings.parse({}),
    connectionSecrets: {},
    foundPort: null,
    toldUrl: null,
    media: mediaSettings.parse({}),
    backups: backupSettings.parse({}),
    hours: hoursSettings.parse({}),
    operators: [],
    channels: [],
    bots: [],
  };
}

function readDocument(
  file: SettingsFile,
  log: Logger,
): { readonly document?: SettingsDocument; readonly setAside?: string } {
  try {
    const content = file.read();
    return content === undefined ? {} : { document: settingsDocument.parse(content) };
  } catch (error) {
    const setAside = file.setAside();
    log.error({ err: error, setAside }, 'the settings file cannot be understood; it was set aside');
    return { setAside };
  }
}
