import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { columnOf, type Connection, type Row } from './connection.ts';

import type { Sqlite } from './sqlite.ts';
import type { SettingsDocument } from './settings-document.ts';

/** What is kept as one value each; the rest has tables. */
const SECTIONS = [
  'installationId',
  'setUp',
  'connection',
  'foundPort',
  'toldUrl',
  'media',
  'backups',
  'hours',
] as const satisfies readonly (keyof SettingsDocument)[];

type Records = 'operators' | 'channels' | 'bots';
/** Their secrets end with them. */
const SECRETS: Readonly<Record<Records, string>> = { operators: 'accessKey', channels: 'secret', bots: 'token' };
/** Columns that say yes or no. */
const FLAGS: ReadonlySet<string> = new Set(['allowPlainHttp', 'paused', 'countBot', 'ownNetwork', 'enabled']);

/** The settings as they stand in the database, for `settingsDocument` to read; undefined: there are none yet. */
export async function readSettings(connection: Connection): Promise<unknown> {
  const sections = (await connection.all('SELECT name, value FROM settings')).map(
    ({ name, value }) => [String(name), JSON.parse(String(value)) as unknown] as const,
  );
  if (sections.length === 0) return undefined;
  const secrets = await connection.all('SELECT name, sealed FROM connection_secrets ORDER BY name');
  return {
    ...Object.fromEntries(sections),
    connectionSecrets: Object.fromEntries(secrets.map(({ name, sealed }) => [String(name), String(sealed)])),
    operators: await readRecords(connection, 'operators'),
    channels: await readRecords(connection, 'channels'),
    bots: await Array.fromAsync(await readRecords(connection, 'bots'), async (bot) => ({
      ...bot,
      channelIds: await channelsOf(connection, bot.id),
    })),
  };
}

interface StoredRecord extends Row {
  readonly id: string;
}

async function readRecords(connection: Connection, table: Records): Promise<readonly StoredRecord[]> {
  const rows = await connection.all<StoredRecord>(`SELECT * FROM ${table} WHERE removed_at IS NULL ORDER BY place`);
  return rows.map(({ id, place: _place, ...row }) => ({
    id,
    // Without an address null says something; of others it says that there is nothing.
    ...(table !== 'operators' && { endpoint: null }),
    ...Object.fromEntries(Object.entries(row).map(([field, value]) => [field, FLAGS.has(field) ? value === 1 : value])),
  }));
}

async function channelsOf(connection: Connection, botId: string): Promise<string[]> {
  const rows = await connection.all<{ channelId: string }>(
    'SELECT channel_id FROM bot_channels JOIN channels ON channels.id = channel_id WHERE bot_id = ? ORDER BY channels.place',
    botId,
  );
  return rows.map(({ channelId }) => channelId);
}

/** Who is no longer among the settings. Their rows stay, without their secrets, for the conversations that name them. */
export type Removed = Readonly<Record<Records, readonly { readonly id: string; readonly name: string }[]>>;

/** Writes the settings down; what is not among them any more is removed. */
export async function writeSettings(connection: Connection, settings: SettingsDocument, at: number): Promise<Removed> {
  for (const name of SECTIONS)
    await connection.run(
      'INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2 WHERE value <> ?2',
      name,
      JSON.stringify(settings[name]),
    );
  await writeConnectionSecrets(connection, settings.connectionSecrets);
  const removed = {
    operators: await writeRecords(connection, 'operators', settings.operators, at),
    channels: await writeRecords(connection, 'channels', settings.channels, at),
    bots: await writeRecords(connection, 'bots', settings.bots, at),
  };
  for (const { id } of removed.channels) await connection.run('DELETE FROM bot_channels WHERE channel_id = ?', id);
  for (const { id } of removed.bots) await connection.run('DELETE FROM bot_channels WHERE bot_id = ?', id);
  for (const { id, channelIds } of settings.bots) {
    await connection.run(
      'DELETE FROM bot_channels WHERE bot_id = ? AND channel_id NOT IN (SELECT value FROM json_each(?))',
      id,
      channelIds,
    );
    await connection.run(
      'INSERT OR IGNORE INTO bot_channels (bot_id, channel_id) SELECT ?, value FROM json_each(?)',
      id,
      channelIds,
    );
  }
  return removed;
}

async function writeConnectionSecrets(
  connection: Connection,
  secrets: SettingsDocument['connectionSecrets'],
): Promise<void> {
  await connection.run(
    'DELETE FROM connection_secrets WHERE name NOT IN (SELECT value FROM json_each(?))',
    Object.keys(secrets),
  );
  for (const [name, sealed] of Object.entries(secrets))
    await connection.run(
      'INSERT INTO connection_secrets (name, sealed) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET sealed = ?2',
      name,
      sealed,
    );
}

async function writeRecords<T extends Records>(
  connection: Connection,
  table: T,
  records: readonly SettingsDocument[T][number][],
  at: number,
): Promise<Removed[T]> {
  const before = new Map((await readRecords(connection, table)).map((record) => [record.id, record]));
  for (const record of records) {
    const { id, channelIds: _channels, ...fields } = omitUndefined({ channelIds: [], ...record }) as StoredRecord;
    const known = before.get(id);
    before.delete(id);
    if (isDeepStrictEqual(known, { id, ...fields })) continue;
    const row = await connection.get(`SELECT * FROM ${table} WHERE id = ?`, id);
    if (row === undefined) {
      const last = await connection.get<{ place?: number }>(`SELECT max(place) AS place FROM ${table}`);
      await connection.insert(table, { id, ...fields, place: (last?.place ?? 0) + 1 });
    } else {
      const nothing = Object.keys(row).filter((field) => field !== 'place' && field !== 'id');
      const cleared = Object.fromEntries(nothing.map((field) => [field, undefined]));
      await connection.update(table, { id }, { ...cleared, ...fields });
    }
  }
  for (const id of before.keys()) await connection.update(table, { id }, { removedAt: at, [SECRETS[table]]: '' });
  return [...before.values()].map(({ id, name }) => ({ id, name: String(name) }));
}

/** Takes everything secret out of a copy of the database. */
export function withholdSecrets(sqlite: Sqlite): void {
  // What stood there is overwritten, too.
  sqlite.exec('PRAGMA secure_delete = ON; DELETE FROM connection_secrets');
  for (const [table, secret] of Object.entries(SECRETS)) sqlite.exec(`UPDATE ${table} SET ${columnOf(secret)} = ''`);
}

const TABLES = ['settings', 'connection_secrets', 'operators', 'channels', 'bots', 'bot_channels'] as const;

/** A digest of all that stands in the tables of the settings: the same for the same settings, and for no others. */
export function settingsDigest(sqlite: Sqlite): string {
  const rows = TABLES.map((table) => sqlite.all(`SELECT * FROM ${table} ORDER BY 1, 2`));
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
