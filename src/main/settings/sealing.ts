import { createHash, randomBytes } from 'node:crypto';
import type { SettingsDocument } from '#main/store/settings-document.ts';
import { isLost, openSecret, type Secret, type SettingsState } from './document.ts';
import type { Vault } from './ports.ts';

/** The settings as they come out of the database. */
export interface OpenedDocument {
  readonly state: SettingsState;
  /** whose secrets could not be opened, by name, and why; undefined: all could */
  readonly lost: LostSecrets | undefined;
}

export interface LostSecrets {
  readonly channels: readonly string[];
  readonly bots: readonly string[];
  readonly operators: readonly string[];
  /** of the way in */
  readonly connection: readonly string[];
  readonly reasons: readonly string[];
}

/** Seals and opens what is secret in the settings. */
export interface Sealing {
  /** rejects where a key given by hand opens nothing */
  readonly open: (document: SettingsDocument) => Promise<OpenedDocument>;
  /** tries once more what could not be opened; `opened`: how many of them could be now */
  readonly openAgain: (state: SettingsState) => Promise<{ readonly state: SettingsState; readonly opened: number }>;
  /** each secret is sealed once: the same text need not be encrypted again at every write */
  readonly seal: (state: SettingsState) => Promise<SettingsDocument>;
  /** seals with the newer key what was under an older one; false: there was nothing */
  readonly sealAgain: () => Promise<boolean>;
}

export function createSealing(vault: Vault): Sealing {
  /** sealed texts by what they hold */
  const known = new Map<string, string>();
  const outdated = new Set<string>();
  /** sealed texts by the access key that is used instead */
  const standIns = new Map<string, string>();

  const opener = () => {
    const failures: unknown[] = [];
    let opened = 0;
    const open = async (sealed: string): Promise<Secret> => {
      try {
        const { plain, sealAgain } = await vault.open(sealed);
        opened += 1;
        known.set(plain, sealed);
        if (sealAgain) outdated.add(plain);
        return plain;
      } catch (error) {
        failures.push(error);
        return { sealed };
      }
    };
    return { open, failures, isWrongKey: () => vault.keyGiven && opened === 0 && failures.length > 0 };
  };
  /** Until the lost key comes back, the same at every start under the same vault; the database keeps the lost one. */
  const standIn = async (sealed: string): Promise<string> => {
    const digest = createHash('sha256').update(sealed).digest('base64url');
    // A vault that can do nothing now must not keep the app from starting.
    const key = await vault.deriveKey(`access key instead of ${digest}`).catch(() => randomBytes(32));
    const plain = key.toString('base64url');
    known.set(plain, sealed);
    standIns.set(plain, sealed);
    return plain;
  };
  const seal = async (secret: Secret): Promise<string> => {
    if (isLost(secret)) return secret.sealed;
    const sealed = known.get(secret) ?? (await vault.seal(secret));
    known.set(secret, sealed);
    return sealed;
  };

  return {
    open: async (document) => {
      const { open, failures, isWrongKey } = opener();
      const [channels, bots, keys, connectionSecrets] = await Promise.all([
        Promise.all(document.channels.map(async (record) => ({ ...record, secret: await open(record.secret) }))),
        Promise.all(document.bots.map(async (record) => ({ ...record, token: await open(record.token) }))),
        Promise.all(document.operators.map(async (record) => ({ record, accessKey: await open(record.accessKey) }))),
        mapped(document.connectionSecrets, open),
      ]);
      if (isWrongKey()) {
        throw new Error(
          'The secrets in the settings were encrypted with another key. Start with the key that belongs to this data folder.',
          { cause: failures[0] },
        );
      }
      const operators = await Promise.all(
        keys.map(async ({ record, accessKey }) => ({
          ...record,
          accessKey: isLost(accessKey) ? await standIn(accessKey.sealed) : accessKey,
        })),
      );
      return {
        state: { ...document, channels, bots, operators, connectionSecrets },
        lost: lostOf({ channels, bots, keys, connectionSecrets, failures }),
      };
    },
    openAgain: async (state) => {
      const { open } = opener();
      let opened = 0;
      const again = async (secret: Secret): Promise<Secret> => {
        const sealed = isLost(secret) ? secret.sealed : standIns.get(secret);
        if (sealed === undefined) return secret;
        const found = await open(sealed);
        if (isLost(found)) return secret;
        opened += 1;
        return found;
      };
      const [channels, bots, operators, connectionSecrets] = await Promise.all([
        Promise.all(state.channels.map(async (record) => ({ ...record, secret: await again(record.secret) }))),
        Promise.all(state.bots.map(async (record) => ({ ...record, token: await again(record.token) }))),
        Promise.all(
          state.operators.map(async (record) => ({ ...record, accessKey: openSecret(await again(record.accessKey)) })),
        ),
        mapped(state.connectionSecrets, again),
      ]);
      return opened === 0
        ? { state, opened }
        : { state: { ...state, channels, bots, operators, connectionSecrets }, opened };
    },
    seal: async (state) => {
      const { operators, channels, bots, connectionSecrets } = state;
      const inUse = new Set<Secret>([
        ...Object.values(connectionSecrets),
        ...operators.map(({ accessKey }) => accessKey),
        ...channels.map(({ secret }) => secret),
        ...bots.map(({ token }) => token),
      ]);
      for (const plain of known.keys()) if (!inUse.has(plain)) known.delete(plain);
      return {
        ...state,
        operators: await Promise.all(
          operators.map(async (record) => ({ ...record, accessKey: await seal(record.accessKey) })),
        ),
        channels: await Promise.all(channels.map(async (record) => ({ ...record, secret: await seal(record.secret) }))),
        bots: await Promise.all(bots.map(async (record) => ({ ...record, token: await seal(record.token) }))),
        connectionSecrets: await mapped(connectionSecrets, seal),
      };
    },
    sealAgain: async () => {
      const anew = await Promise.all([...outdated].map(async (plain) => [plain, await vault.seal(plain)] as const));
      for (const [plain, sealed] of anew) known.set(plain, sealed);
      outdated.clear();
      return anew.length > 0;
    },
  };
}

/** The same names, each with what became of its text. */
async function mapped<Name extends string, From, To>(
  texts: Readonly<Partial<Record<Name, From>>>,
  each: (text: From) => Promise<To>,
): Promise<Partial<Record<Name, To>>> {
  const entries = Object.entries(texts) as [Name, From][];
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, text]) => [name, await each(text)])),
  ) as Partial<Record<Name, To>>;
}

interface Opened {
  readonly channels: SettingsState['channels'];
  readonly bots: SettingsState['bots'];
  readonly keys: readonly { readonly record: { readonly name: string }; readonly accessKey: Secret }[];
  readonly connectionSecrets: SettingsState['connectionSecrets'];
  readonly failures: readonly unknown[];
}

function lostOf({ channels, bots, keys, connectionSecrets, failures }: Opened): LostSecrets | undefined {
  if (failures.length === 0) return undefined;
  return {
    channels: channels.filter(({ secret }) => isLost(secret)).map(({ name }) => name),
    bots: bots.filter(({ token }) => isLost(token)).map(({ name }) => name),
    operators: keys.filter(({ accessKey }) => isLost(accessKey)).map(({ record }) => record.name),
    connection: Object.entries(connectionSecrets)
      .filter(([, secret]) => isLost(secret))
      .map(([name]) => name),
    reasons: [...new Set(failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))))],
  };
}
