import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { backupSettings } from '#shared/contract/archive.ts';
import { connectionSettings } from '#shared/contract/connection.ts';
import { hoursSettings } from '#shared/contract/hours.ts';
import { mediaSettings } from '#shared/contract/media.ts';
import type { Clock } from '#main/clock/clock.ts';
import { settingsDocument } from '#main/store/settings-document.ts';
import type { Store } from '#main/store/store.ts';
import type { ChatChange } from '#main/store/transactions/chat-change.ts';
import { botTrouble, type SettingsState } from './document.ts';
import type { Vault } from './ports.ts';
import { createSealing } from './sealing.ts';

/** The installation's settings in memory, secrets open where they could be opened: a cache of the database, which every change reaches first. */
export interface Settings {
  readonly current: () => SettingsState;
  /** resolves when the change is on the disk, to what it did to chats; rejects, and changes nothing, where it cannot be written */
  readonly change: (next: (state: SettingsState) => SettingsState) => Promise<readonly ChatChange[]>;
  /** calls back with what a change did to chats; returns how to stop */
  readonly onChats: (listener: (changes: readonly ChatChange[]) => void) => () => void;
  /** tries once more to open what could not be: a keyring may be unlocked by now; true: something came back */
  readonly openAgain: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/**
 * Reads the settings from the database, or begins new ones. Secrets that the vault cannot open are lost, and nothing
 * else. Throws where the key was given by hand and opens none: that can be corrected at once.
 */
export async function openSettings(options: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'wall'>;
  readonly log: Logger;
}): Promise<Settings> {
  const { store, clock, log } = options;
  const sealing = createSealing(options.vault);
  const listeners = new Set<(changes: readonly ChatChange[]) => void>();
  const found = await store.read('readSettings');
  const { state: begun, lost } =
    found === undefined ? { state: freshState(), lost: undefined } : await sealing.open(settingsDocument.parse(found));
  if (lost !== undefined)
    log.warn(lost, 'secrets of the settings cannot be opened; they stay as they are until new ones are given');
  let state: SettingsState = begun;
  let turn: Promise<unknown> = Promise.resolve();

  const write = async (next: SettingsState): Promise<readonly ChatChange[]> =>
    store.write('changeSettings', {
      settings: await sealing.seal(next),
      botTrouble: botTrouble(next.bots),
      at: clock.wall(),
    });
  const change = async (next: (state: SettingsState) => SettingsState): Promise<readonly ChatChange[]> => {
    const changed = next(state);
    if (isDeepStrictEqual(changed, state)) return [];
    const chats = await write(changed);
    state = changed;
    if (chats.length > 0) for (const listener of listeners) listener(chats);
    return chats;
  };
  const sealAgain = async (): Promise<void> => {
    try {
      if (await sealing.sealAgain()) await write(state);
    } catch (error) {
      log.warn({ err: error }, 'secrets could not be sealed with the newer key; they stay under the older one');
    }
  };
  const openAgain = async (): Promise<boolean> => {
    const { state: next, opened } = await sealing.openAgain(state);
    state = next;
    // Their sealed texts are in the database already.
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
    onChats: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    openAgain: () => inTurn(openAgain),
    stop: async () => {
      await turn;
    },
  };
  if (found === undefined) await write(state);
  else await sealAgain();
  return settings;
}

/** An unguessable text for addresses and keys: 32 characters, letters, digits, `-` and `_`. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function freshState(): SettingsState {
  return {
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
