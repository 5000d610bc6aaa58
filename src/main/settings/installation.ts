import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ContractError } from '#shared/contract/errors.ts';
import type { ConnectionChange } from '#shared/contract/connection.ts';
import type { ConnectionSecret } from '#shared/contract/tunnels.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { DEFAULT_CHANNEL_TYPE } from '#shared/protocol/bot-provider.ts';
import { channelToggles } from '#shared/domain/entities.ts';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { mergeGroup, omitUndefined } from '#shared/protocol/fields.ts';
import {
  channelKindRules,
  DEFAULT_CHANNEL_KIND,
  type KindSettings,
  settingsOfKind,
  type SomeKindSettings,
  splitKindSettings,
} from '#shared/domain/channel-kinds.ts';
import type { Installation } from '#main/store/installation/stored-installation.ts';

/** A secret that the vault could not open: the sealed text stays in the database until the owner enters a new one. */
interface LostSecret {
  readonly sealed: string;
}
export type Secret = string | LostSecret;

export type OperatorRecord = Installation['operators'][number];
export type ChannelRecord = Omit<Installation['channels'][number], 'secret' | 'boxKey' | 'signingKey'> & {
  readonly secret: Secret;
  readonly signingKey: Secret;
  readonly boxKey?: Secret | undefined;
};
export type BotRecord = Omit<Installation['bots'][number], 'token' | 'tokenDigest' | 'signingKey'> & {
  readonly token: Secret;
  readonly signingKey: Secret;
};

export type CertificateRecord = Omit<Installation['certificates'][number], 'key'> & { readonly key: Secret };

/** The installation with its secrets open if possible: exists in memory only. */
export type SettingsState = Omit<Installation, 'channels' | 'bots' | 'certificates' | 'connectionSecrets'> & {
  readonly channels: readonly ChannelRecord[];
  readonly bots: readonly BotRecord[];
  readonly certificates: readonly CertificateRecord[];
  readonly connectionSecrets: Readonly<Partial<Record<ConnectionSecret, Secret>>>;
};

/** True if its owner has to enter it again. */
export function isLost(secret: Secret): secret is LostSecret {
  return typeof secret !== 'string';
}

/** undefined: its owner has to enter it again, or there is none. */
export function readable(secret: Secret | undefined): string | undefined {
  return typeof secret === 'string' ? secret : undefined;
}

/** For uses that need it in full. Throws ContractError secret_lost. */
export function openSecret(secret: Secret): string {
  if (isLost(secret)) throw new ContractError('secret_lost', phrase('errors:refusals.secret.lost'));
  return secret;
}

/** A random text for addresses and keys: 32 characters, letters, digits, `-` and `_`. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** The stored name of an uploaded picture, which reveals nothing about the original. */
export function newPicture(jpeg: string | null) {
  return jpeg === null ? null : { jpeg, token: newSecret(), version: randomBytes(6).toString('base64url') };
}

type Given<R> = { readonly [K in keyof R]?: R[K] | undefined };
type WithSecret<R, K extends keyof R> = Omit<R, K> & { readonly [N in K]: string };

/** A new operator: away, with a new access key. */
export function newOperator(fields: Given<OperatorRecord> & Pick<OperatorRecord, 'name'>): OperatorRecord {
  return {
    id: randomUUID(),
    role: 'operator',
    presence: 'away',
    accessKey: newSecret(),
    ...omitUndefined(fields),
    name: fields.name,
  };
}

/** A new channel with the given fields. */
export function newChannel(
  fields: Omit<Given<WithSecret<ChannelRecord, 'secret' | 'signingKey'>>, keyof KindSettings> &
    SomeKindSettings &
    Pick<ChannelRecord, 'name'>,
): WithSecret<ChannelRecord, 'secret' | 'signingKey'> {
  const kind = fields.kind ?? DEFAULT_CHANNEL_KIND;
  return {
    id: randomUUID(),
    kind,
    publicId: `ch-${randomBytes(5).toString('hex')}`,
    endpoint: null,
    paused: false,
    secret: newSecret(),
    signingKey: newSecret(),
    ...z.object(channelToggles).parse({}),
    botChannelType: DEFAULT_CHANNEL_TYPE,
    takes: [...CONTENT_TYPES],
    ...omitUndefined(splitKindSettings(fields).others),
    ...(!channelKindRules[kind].hasAddress && { endpoint: null }),
    ...settingsOfKind(kind, fields),
    name: fields.name,
  };
}

/** A new bot with the given fields. */
export function newBot(
  fields: Given<WithSecret<BotRecord, 'token' | 'signingKey'>> & Pick<BotRecord, 'name'>,
): WithSecret<BotRecord, 'token' | 'signingKey'> {
  return {
    id: randomUUID(),
    providerId: `bot-${randomUUID().slice(0, 8)}`,
    endpoint: null,
    token: newSecret(),
    signingKey: newSecret(),
    allowPlainHttp: false,
    channelIds: [],
    enabled: true,
    hourlyLimit: 3600,
    silenceSeconds: 60,
    ...omitUndefined(fields),
    name: fields.name,
  };
}

/** Other bots with the same token: then none of them works. */
export function conflictsOf(bot: BotRecord, bots: readonly BotRecord[]): readonly BotRecord[] {
  return bots.filter(({ id, token }) => id !== bot.id && token === bot.token);
}

/** Reason why the bot's token cannot be used; undefined: it can. */
export function botTrouble(bot: BotRecord, bots: readonly BotRecord[]): 'token_lost' | 'token_conflict' | undefined {
  if (isLost(bot.token)) return 'token_lost';
  return conflictsOf(bot, bots).length > 0 ? 'token_conflict' : undefined;
}

type Connected = Pick<SettingsState, 'connection' | 'connectionSecrets'>;

/** Connection settings with a change applied: absent fields stay, an empty secret is removed. */
export function changedConnection(
  { connection, connectionSecrets }: Connected,
  { secrets = {}, ...change }: ConnectionChange,
): Connected {
  const stored = Object.entries({ ...connectionSecrets, ...omitUndefined(secrets) }).filter(
    ([, secret]) => secret !== '',
  );
  return { connection: mergeGroup(connection, change, true), connectionSecrets: Object.fromEntries(stored) };
}

/** Bytes; no path segment that the listener routes is longer. */
const LONGEST = 1024;

/** Compares secrets in a fixed number of bytes, so that it always takes the same time. */
export function createSecretComparison(): (a: string, b: string) => boolean {
  const [left, right] = [Buffer.alloc(LONGEST), Buffer.alloc(LONGEST)];
  const put = (secret: string, into: Buffer): number => into.fill(0).write(secret, 'utf8');
  return (a, b) => {
    const lengths = put(a, left) === put(b, right);
    return timingSafeEqual(left, right) && lengths && Buffer.byteLength(a) <= LONGEST;
  };
}
