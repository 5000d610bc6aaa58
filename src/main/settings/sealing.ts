import { createHash, createHmac } from 'node:crypto';
import type { ConnectionSecret } from '#shared/contract/tunnels.ts';
import type { Installation } from '#main/store/installation/stored-installation.ts';
import { isLost, newSecret, type Secret, type SettingsState } from './installation.ts';
import { keyFor, type Vault } from './vault.ts';

/** Seals and opens the secrets of an installation. */
export function createSealing(vault: Vault) {
  /** by sealed text; failures are kept until a retry is requested */
  const opened = new Map<string, Secret>();
  /** sealed texts by their content */
  const known = new Map<string, string>();
  const outdated = new Set<string>();
  /** access keys used instead of lost ones, by the sealed text of those */
  const standIns = new Map<string, string>();
  let digestKey: Promise<Buffer> | undefined;
  let failures: unknown[] = [];

  const note = (plain: string, sealed: string): string => {
    opened.set(sealed, plain);
    known.set(plain, sealed);
    return sealed;
  };
  const open = async (sealed: string): Promise<Secret> => {
    if (sealed === '') return newSecret();
    const before = opened.get(sealed);
    if (before !== undefined) return before;
    try {
      const { plain, needsResealing: reseal } = await vault.open(sealed);
      note(plain, sealed);
      if (reseal) outdated.add(plain);
      return plain;
    } catch (error) {
      failures.push(error);
      opened.set(sealed, { sealed });
      return { sealed };
    }
  };
  /** Until the lost key comes back, the same at every start under the same vault; the database keeps the lost one. */
  const placeholder = async (sealed: string): Promise<string> => {
    const digest = createHash('sha256').update(sealed).digest('base64url');
    const plain =
      standIns.get(sealed) ?? (await keyFor(vault, `access key instead of ${digest}`)).toString('base64url');
    known.set(plain, sealed);
    standIns.set(sealed, plain);
    return plain;
  };
  const seal = async (secret: Secret): Promise<string> =>
    isLost(secret) ? secret.sealed : (known.get(secret) ?? note(secret, await vault.seal(secret)));
  const sealToken = async (token: Secret) => {
    digestKey ??= keyFor(vault, 'digests of bot tokens');
    const hash = isLost(token) ? undefined : createHmac('sha256', await digestKey).update(token);
    return { token: await seal(token), tokenDigest: hash?.digest('base64url') ?? null };
  };

  return {
    /** the same text is sealed once */
    seal,
    /** a bot's token, and a digest to detect two bots with the same one */
    sealToken,
    /** caches successes and failures; rejects if a supplied key opens nothing */
    open: async (found: Installation) => {
      failures = [];
      const secrets = await mapSecrets(found, open);
      if (vault.keyGiven && failures.length > 0 && ![...opened.values()].some((secret) => !isLost(secret))) {
        throw new Error(
          'The secrets in the settings were encrypted with another key. Start with the key that belongs to them.',
          { cause: failures[0] },
        );
      }
      const operators = await Promise.all(
        secrets.operators.map(async ({ accessKey, ...record }) => ({
          ...record,
          accessKey: isLost(accessKey) ? await placeholder(accessKey.sealed) : accessKey,
        })),
      );
      const bots = secrets.bots.map(({ tokenDigest: _digest, ...bot }) => bot);
      return { state: { ...found, ...secrets, operators, bots }, lost: findLost(secrets, failures) };
    },
    sealAll: async (state: SettingsState) => {
      const secrets = await mapSecrets<Secret, string>({ ...state, bots: [] }, seal);
      const bots = await Promise.all(
        state.bots.map(async (bot) => ({
          ...bot,
          ...(await sealToken(bot.token)),
          signingKey: await seal(bot.signingKey),
        })),
      );
      return { ...state, ...secrets, bots };
    },
    /** from now on, secrets under an older key are sealed with the newer one */
    reseal: async () => {
      const resealed = await Promise.all([...outdated].map(async (plain) => [plain, await vault.seal(plain)] as const));
      for (const [plain, sealed] of resealed) note(plain, sealed);
      outdated.clear();
    },
  };
}

type Records<Name extends 'bots' | 'operators' | 'certificates', Field extends string, Text> = readonly (Omit<
  Installation[Name][number],
  Field
> & { readonly [Key in Field]: Text })[];

/** The parts of an installation that hold secrets, each of them a `Text`. */
interface Secrets<Text> {
  readonly channels: readonly (Omit<Installation['channels'][number], 'secret' | 'boxKey' | 'signingKey'> & {
    readonly secret: Text;
    readonly signingKey: Text;
    readonly boxKey?: Text | undefined;
  })[];
  readonly bots: Records<'bots', 'token' | 'signingKey', Text>;
  readonly operators: Records<'operators', 'accessKey', Text>;
  readonly certificates: Records<'certificates', 'key', Text>;
  readonly connectionSecrets: Readonly<Partial<Record<ConnectionSecret, Text>>>;
}

async function mapSecrets<From, To>(
  { channels, bots, operators, certificates, connectionSecrets }: Secrets<From>,
  each: (secret: From) => Promise<To>,
) {
  const entries = Object.entries(connectionSecrets) as [ConnectionSecret, From][];
  const mapped = await Promise.all(entries.map(async ([name, secret]) => [name, await each(secret)] as const));
  return {
    channels: await Promise.all(
      channels.map(async ({ boxKey, ...record }) => ({
        ...record,
        secret: await each(record.secret),
        signingKey: await each(record.signingKey),
        ...(boxKey !== undefined && { boxKey: await each(boxKey) }),
      })),
    ),
    bots: await Promise.all(
      bots.map(async (record) => ({
        ...record,
        token: await each(record.token),
        signingKey: await each(record.signingKey),
      })),
    ),
    operators: await Promise.all(
      operators.map(async (record) => ({ ...record, accessKey: await each(record.accessKey) })),
    ),
    certificates: await Promise.all(certificates.map(async (record) => ({ ...record, key: await each(record.key) }))),
    connectionSecrets: Object.fromEntries(mapped) as Partial<Record<ConnectionSecret, To>>,
  };
}

function findLost(
  { channels, bots, operators, certificates, connectionSecrets }: Secrets<Secret>,
  failures: readonly unknown[],
) {
  if (failures.length === 0) return undefined;
  return {
    channels: channels.filter(({ secret, signingKey }) => isLost(secret) || isLost(signingKey)).map(({ name }) => name),
    bots: bots.filter(({ token, signingKey }) => isLost(token) || isLost(signingKey)).map(({ name }) => name),
    operators: operators.filter(({ accessKey }) => isLost(accessKey)).map(({ name }) => name),
    certificates: certificates.filter(({ key }) => isLost(key)).map(({ name }) => name),
    connection: Object.entries(connectionSecrets)
      .filter(([, secret]) => isLost(secret))
      .map(([name]) => name),
    reasons: [...new Set(failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))))],
  };
}
