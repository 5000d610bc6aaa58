import { ContractError } from '#shared/contract/errors.ts';
import type { ConnectionSecret, ConnectionChange } from '#shared/contract/connection.ts';
import type { SettingsDocument } from '#main/store/settings-document.ts';
import type { BotTrouble } from '#main/store/transactions/bot-events.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { timingSafeEqual } from 'node:crypto';

/** What a bot gets where nobody says otherwise. */
export const USUAL_HOURLY_LIMIT = 3600;
export const USUAL_SILENCE_SECONDS = 60;

/** What the vault could not open: the sealed text stays in the database as it was, until the owner gives the secret anew. */
interface LostSecret {
  readonly sealed: string;
}
export type Secret = string | LostSecret;

export type OperatorRecord = SettingsDocument['operators'][number];
export type ChannelRecord = Omit<SettingsDocument['channels'][number], 'secret'> & { readonly secret: Secret };
export type BotRecord = Omit<SettingsDocument['bots'][number], 'token'> & { readonly token: Secret };

/** The settings with secrets open, where they could be opened: lives in memory only. */
export type SettingsState = Omit<SettingsDocument, 'channels' | 'bots' | 'connectionSecrets'> & {
  readonly channels: ChannelRecord[];
  readonly bots: BotRecord[];
  readonly connectionSecrets: Readonly<Partial<Record<ConnectionSecret, Secret>>>;
};

/** Whether it waits for its owner to give it anew. */
export function isLost(secret: Secret): secret is LostSecret {
  return typeof secret !== 'string';
}

/** For whoever needs it in full. Throws ContractError secret_lost. */
export function openSecret(secret: Secret): string {
  if (isLost(secret)) throw new ContractError('secret_lost', phrase('errors:refusals.secret.lost'));
  return secret;
}

/** Which other bots have the token of this one: then none of them works. */
export function conflictsOf(bot: BotRecord, bots: readonly BotRecord[]): readonly BotRecord[] {
  return bots.filter(({ id, token }) => id !== bot.id && token === bot.token);
}

/** Why the bot's token is of no use; undefined: it is. */
export function troubleOf(bot: BotRecord, bots: readonly BotRecord[]): BotTrouble[string] | undefined {
  if (isLost(bot.token)) return 'token_lost';
  return conflictsOf(bot, bots).length > 0 ? 'token_conflict' : undefined;
}

/** Bots whose tokens are of no use. */
export function botTrouble(bots: readonly BotRecord[]): BotTrouble {
  return Object.fromEntries(
    bots.flatMap((bot) => {
      const trouble = troubleOf(bot, bots);
      return trouble === undefined ? [] : [[bot.id, trouble] as const];
    }),
  );
}

type Connected = Pick<SettingsState, 'connection' | 'connectionSecrets'>;

/** The settings of the way in with a change applied: what it does not name stays, an empty secret goes. */
export function changedConnection(
  { connection, connectionSecrets }: Connected,
  { secrets = {}, ...change }: ConnectionChange,
): Connected {
  const kept = Object.entries({ ...connectionSecrets, ...omitUndefined(secrets) }).filter(
    ([, secret]) => secret !== '',
  );
  return { connection: changedGroup(connection, change), connectionSecrets: Object.fromEntries(kept) };
}

/** A group of settings, and the groups in it, with what a change names. */
function changedGroup<Group extends object>(group: Group, change: object): Group {
  const changed = Object.entries<unknown>({ ...omitUndefined(change) }).map(([name, value]): [string, unknown] => {
    const before: unknown = Reflect.get(group, name);
    const isGroup = isObject(before) && isObject(value);
    return [name, isGroup ? changedGroup(before, value) : value];
  });
  return { ...group, ...Object.fromEntries<unknown>(changed) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Bytes; no path segment that the listener routes is longer. */
const LONGEST = 1024;

/** Compares secrets in the same number of bytes, so that it takes the same time whatever they are. */
export function createSecretComparison(): (one: string, other: string) => boolean {
  const [left, right] = [Buffer.alloc(LONGEST), Buffer.alloc(LONGEST)];
  const put = (secret: string, into: Buffer): number => into.fill(0).write(secret, 'utf8');
  return (one, other) => {
    const lengths = put(one, left) === put(other, right);
    return timingSafeEqual(left, right) && lengths && Buffer.byteLength(one) <= LONGEST;
  };
}
