import { createHash, randomBytes } from 'node:crypto';
import type { ConnectionSecret } from '#shared/contract/connection.ts';
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
      const opened = await mapSecrets(document, open);
      if (isWrongKey()) {
        throw new Error(
          'The secrets in the settings were encrypted with another key. Start with the key that belongs to this data folder.',
          { cause: failures[0] },
        );
      }
      const operators = await Promise.all(
        opened.operators.map(async ({ accessKey, ...record }) => ({
          ...record,
          accessKey: isLost(accessKey) ? await standIn(accessKey.sealed) : accessKey,
        })),
      );
      return { state: { ...document, ...opened, operators }, lost: lostOf(opened, failures) };
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
      const secrets = await mapSecrets(state, again);
      const operators = secrets.operators.map((record) => ({ ...record, accessKey: openSecret(record.accessKey) }));
      return { state: opened === 0 ? state : { ...state, ...secrets, operators }, opened };
    },
    seal: async (state) => {
      const inUse = new Set<Secret>();
      const sealed = await mapSecrets<Secret, string>(state, (secret) => {
        inUse.add(secret);
        return seal(secret);
      });
      for (const plain of known.keys()) if (!inUse.has(plain)) known.delete(plain);
      return { ...state, ...sealed };
    },
    sealAgain: async () => {
      const anew = await Promise.all([...outdated].map(async (plain) => [plain, await vault.seal(plain)] as const));
      for (const [plain, sealed] of anew) known.set(plain, sealed);
      outdated.clear();
      return anew.length > 0;
    },
  };
}

type Records<Name extends 'channels' | 'bots' | 'operators', Field extends string, Text> = readonly (Omit<
  SettingsDocument[Name][number],
  Field
> & { readonly [Key in Field]: Text })[];

/** What of the settings holds secrets, each of them a `Text`. */
interface Secrets<Text> {
  readonly channels: Records<'channels', 'secret', Text>;
  readonly bots: Records<'bots', 'token', Text>;
  readonly operators: Records<'operators', 'accessKey', Text>;
  readonly connectionSecrets: Readonly<Partial<Record<ConnectionSecret, Text>>>;
}

/** The same with what becomes of each secret. */
async function mapSecrets<From, To>(
  { channels, bots, operators, connectionSecrets }: Secrets<From>,
  each: (secret: From) => Promise<To>,
) {
  const kept = Object.entries(connectionSecrets) as [ConnectionSecret, From][];
  const mapped = await Promise.all(kept.map(async ([name, secret]) => [name, await each(secret)] as const));
  return {
    channels: await Promise.all(channels.map(async (record) => ({ ...record, secret: await each(record.secret) }))),
    bots: await Promise.all(bots.map(async (record) => ({ ...record, token: await each(record.token) }))),
    operators: await Promise.all(
      operators.map(async (record) => ({ ...record, accessKey: await each(record.accessKey) })),
    ),
    connectionSecrets: Object.fromEntries(mapped) as Partial<Record<ConnectionSecret, To>>,
  };
}

function lostOf(
  { channels, bots, operators, connectionSecrets }: Secrets<Secret>,
  failures: readonly unknown[],
): LostSecrets | undefined {
  if (failures.length === 0) return undefined;
  return {
    channels: channels.filter(({ secret }) => isLost(secret)).map(({ name }) => name),
    bots: bots.filter(({ token }) => isLost(token)).map(({ name }) => name),
    operators: operators.filter(({ accessKey }) => isLost(accessKey)).map(({ name }) => name),
    connection: Object.entries(connectionSecrets)
      .filter(([, secret]) => isLost(secret))
      .map(([name]) => name),
    reasons: [...new Set(failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))))],
  };
}
