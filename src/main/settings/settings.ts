import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { settingsDocument, type SettingsState } from './document.ts';
import type { SettingsFile, Vault } from './ports.ts';

/** Settings in memory, secrets open; every change is in the file before it counts. */
export interface Settings {
  readonly current: () => SettingsState;
  /** resolves when the change is written; rejects, and changes nothing, where it cannot be */
  readonly change: (next: (state: SettingsState) => SettingsState) => Promise<SettingsState>;
  /** where a file that could not be understood was put, if there was one */
  readonly setAside: string | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Reads the settings file, or begins a new one. A damaged file is set aside, never overwritten.
 * Throws where the file is sound but its secrets were sealed with another key.
 */
export async function openSettings(options: { readonly file: SettingsFile; readonly vault: Vault; readonly log: Logger }): Promise<Settings> {
  const { file, log } = options;
  const seals = sealing(options.vault);
  const found = readDocument(file, log);
  let state: SettingsState = found.document === undefined ? freshState() : await seals.opened(found.document);
  let turn: Promise<unknown> = Promise.resolve();

  const change = async (next: (state: SettingsState) => SettingsState): Promise<SettingsState> => {
    const changed = next(state);
    if (changed !== state) {
      file.write(await seals.sealed(changed));
      state = changed;
    }
    return state;
  };
  const settings: Settings = {
    current: () => state,
    change: (next) => {
      const result = turn.then(() => change(next));
      turn = result.catch(() => undefined);
      return result;
    },
    setAside: found.setAside,
    stop: async () => {
      await turn;
    },
  };
  if (found.document === undefined) file.write(await seals.sealed(state));
  return settings;
}

/** An unguessable text for addresses and keys: 32 characters, letters, digits, `-` and `_`. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function freshState(): SettingsState {
  return { version: 1, installationId: randomUUID(), setUp: false, publicUrl: null, operators: [], channels: [], bots: [] };
}

function readDocument(file: SettingsFile, log: Logger): { readonly document?: SettingsState; readonly setAside?: string } {
  try {
    const content = file.read();
    return content === undefined ? {} : { document: settingsDocument.parse(content) };
  } catch (error) {
    const setAside = file.setAside();
    log.error({ err: error, setAside }, 'the settings file cannot be understood; it was set aside');
    return { setAside };
  }
}

/** Seals each secret once: the same text need not be encrypted again at every write. */
function sealing(vault: Vault) {
  const known = new Map<string, string>();
  const seal = async (plain: string): Promise<string> => {
    const sealed = known.get(plain) ?? (await vault.seal(plain));
    known.set(plain, sealed);
    return sealed;
  };
  const open = async (sealed: string): Promise<string> => {
    const plain = await vault.open(sealed).catch((cause: unknown) => {
      throw new Error('The secrets in the settings file were encrypted with another key. Start with the key that belongs to this data folder.', { cause });
    });
    known.set(plain, sealed);
    return plain;
  };
  const mapped = async (state: SettingsState, each: (secret: string) => Promise<string>): Promise<SettingsState> => ({
    ...state,
    operators: await Promise.all(state.operators.map(async (record) => ({ ...record, accessKey: await each(record.accessKey) }))),
    channels: await Promise.all(state.channels.map(async (record) => ({ ...record, secret: await each(record.secret) }))),
    bots: await Promise.all(state.bots.map(async (record) => ({ ...record, token: await each(record.token) }))),
  });
  return {
    opened: (state: SettingsState) => mapped(state, open),
    sealed: (state: SettingsState) => {
      const { operators, channels, bots } = state;
      const inUse = new Set([...operators.map(({ accessKey }) => accessKey), ...channels.map(({ secret }) => secret), ...bots.map(({ token }) => token)]);
      for (const plain of known.keys()) if (!inUse.has(plain)) known.delete(plain);
      return mapped(state, seal);
    },
  };
}
