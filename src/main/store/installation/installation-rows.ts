import { splitKindSettings } from '#shared/domain/channel-kinds.ts';
import { channelToggles } from '#shared/domain/entities.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { Connection, Row } from '../connection.ts';
import type { Installation } from './stored-installation.ts';
import { inTexts, Sql, sql } from '../sql.ts';

/** Single settings are stored as one value each; the rest has tables. */
export const VALUES = [
  'installationId',
  'setUp',
  'connection',
  'announcedUrl',
  'media',
  'backups',
  'hours',
  'retention',
  'team',
  'remoteAccess',
] as const satisfies readonly (keyof Installation)[];
export type InstallationValues = Pick<Installation, (typeof VALUES)[number]>;

export type Records = 'operators' | 'channels' | 'bots';
export type StoredRecord<T extends Records> = Installation[T][number];
/** Their secrets are deleted with them. */
export const SECRETS: Readonly<Record<Records, readonly [secret: string, ...others: string[]]>> = {
  operators: ['accessKey'],
  channels: ['secret', 'boxKey', 'signingKey'],
  bots: ['token', 'tokenDigest', 'signingKey'],
};
const FLAGS: ReadonlySet<string> = new Set([...Object.keys(channelToggles), 'paused', 'enabled']);

/** The stored state, for `storedInstallation` to read; undefined: nothing yet. */
export async function readInstallation(db: Connection): Promise<unknown> {
  const values = await db.all<{ name: string; value: string }>`
    SELECT name, value FROM settings WHERE name IN ${inTexts(VALUES)}`;
  if (values.length === 0) return undefined;
  const secrets = await db.all<{ name: string; sealed: string }>`
    SELECT name, sealed FROM connection_secrets ORDER BY name`;
  return {
    ...Object.fromEntries(values.map(({ name, value }) => [name, JSON.parse(value) as unknown])),
    connectionSecrets: Object.fromEntries(secrets.map(({ name, sealed }) => [name, sealed])),
    certificates: await db.all`SELECT * FROM certificates ORDER BY name`,
    operators: await readRecords(db, 'operators'),
    channels: await readRecords(db, 'channels'),
    bots: await Array.fromAsync(await readRecords(db, 'bots'), async (bot) => ({
      ...bot,
      channelIds: await channelsOf(db, bot.id),
    })),
  };
}

async function readRecords(db: Connection, table: Records) {
  const rows = await db.all<
    Row & { id: string }
  >`SELECT * FROM ${new Sql(table)} WHERE removed_at IS NULL ORDER BY sort_order, id`;
  return rows.map(({ sortOrder: _sortOrder, kindSettings, ...row }) => ({
    // For addresses null has a meaning; elsewhere it means absent.
    ...(table !== 'operators' && { endpoint: null }),
    ...row,
    ...(kindSettings as object | undefined),
    ...Object.fromEntries(Object.keys(row).flatMap((field) => (FLAGS.has(field) ? [[field, row[field] === 1]] : []))),
  }));
}

async function channelsOf(db: Connection, botId: string) {
  return await db.column<string>`
    SELECT channel_id FROM bot_channels JOIN channels ON channels.id = channel_id
    WHERE bot_id = ${botId} ORDER BY channels.sort_order, channels.id`;
}

/** One of the values; undefined: never set. */
export async function readValue(db: Connection, name: keyof InstallationValues): Promise<unknown> {
  const value = await db.value<string>`SELECT value FROM settings WHERE name = ${name}`;
  return value && (JSON.parse(value) as unknown);
}

export async function writeValue(db: Connection, name: keyof InstallationValues, value: unknown): Promise<void> {
  await db.put('settings', { name }, { value: JSON.stringify(value) });
}

/** Connection secrets by name; an empty one is removed. */
export async function writeConnectionSecrets(
  db: Connection,
  secrets: Installation['connectionSecrets'],
): Promise<void> {
  for (const [name, sealed] of Object.entries(secrets))
    await (sealed === ''
      ? db.run`DELETE FROM connection_secrets WHERE name = ${name}`
      : db.put('connection_secrets', { name }, { sealed }));
}

/** Appends a new record, or updates the fields of an existing one. */
export async function writeRecord<T extends Records>(
  db: Connection,
  table: T,
  { id, ...record }: Pick<StoredRecord<T>, 'id'> & Partial<StoredRecord<T>>,
): Promise<void> {
  const { own, others } = splitKindSettings(omitUndefined(record));
  const { channelIds, ...fields } = others as Row & { readonly channelIds?: readonly string[] };
  const row = { ...fields, ...(Object.keys(own).length > 0 && { kindSettings: own }) };
  if ((await db.get`SELECT 1 FROM ${new Sql(table)} WHERE id = ${id}`) === undefined) {
    // Removed ones stay, so this is behind all others.
    const count = await db.value<number>`SELECT count(*) FROM ${new Sql(table)}`;
    await db.insert(table, { id, ...row, sortOrder: (count ?? 0) + 1 });
  } else if (Object.keys(row).length > 0) await db.update(table, { id }, row);
  if (channelIds === undefined) return;
  await db.run`DELETE FROM bot_channels WHERE bot_id = ${id}`;
  await db.run`
    INSERT INTO bot_channels (bot_id, channel_id)
    SELECT ${id}, id FROM channels WHERE removed_at IS NULL AND id IN ${inTexts(channelIds)}`;
}

/** The row stays for the chats that refer to it. */
export async function removeRecord(db: Connection, table: Records, id: string, at: number): Promise<void> {
  const [secret, ...others] = SECRETS[table];
  const gone = Object.fromEntries(others.map((field) => [field, undefined]));
  await db.update(table, { id }, { ...gone, removedAt: at, [secret]: '' });
  if (table !== 'operators')
    await db.run`DELETE FROM bot_channels WHERE ${table === 'bots' ? sql`bot_id` : sql`channel_id`} = ${id}`;
}
