import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { Row, Sqlite } from './sqlite.ts';
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

type Kind = 'text' | 'number' | 'flag' | 'json';
type Records = 'operators' | 'channels' | 'bots';
/** The column and its kind, by field. */
type Columns<R> = Readonly<Record<Exclude<keyof R, 'channelIds'> & string, readonly [column: string, kind: Kind]>>;

const COLUMNS: { readonly [T in Records]: Columns<Required<SettingsDocument[T][number]>> } = {
  operators: {
    id: ['id', 'text'],
    name: ['name', 'text'],
    photo: ['photo', 'text'],
    presence: ['presence', 'text'],
    accessKey: ['access_key', 'text'],
  },
  channels: {
    id: ['id', 'text'],
    name: ['name', 'text'],
    publicId: ['public_id', 'text'],
    secret: ['secret', 'text'],
    endpoint: ['endpoint', 'text'],
    allowPlainHttp: ['allow_plain_http', 'flag'],
    framing: ['framing', 'text'],
    paused: ['paused', 'flag'],
    countBot: ['count_bot', 'flag'],
    botChannelType: ['bot_channel_type', 'text'],
    takes: ['takes', 'json'],
    ownNetwork: ['own_network', 'flag'],
    hours: ['hours', 'json'],
    greeting: ['greeting', 'json'],
    away: ['away', 'json'],
    ratingText: ['rating_text', 'text'],
  },
  bots: {
    id: ['id', 'text'],
    name: ['name', 'text'],
    providerId: ['provider_id', 'text'],
    token: ['token', 'text'],
    endpoint: ['endpoint', 'text'],
    allowPlainHttp: ['allow_plain_http', 'flag'],
    hourlyLimit: ['hourly_limit', 'number'],
    silenceSeconds: ['silence_seconds', 'number'],
    enabled: ['enabled', 'flag'],
  },
};
/** Their secrets end with them. */
const SECRET_COLUMNS: Readonly<Record<Records, string>> = {
  operators: 'access_key',
  channels: 'secret',
  bots: 'token',
};
/** Fields for which null says something; of the others it says that there is nothing. */
const NULLABLE: ReadonlySet<string> = new Set(['endpoint']);

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

async function readRecords(connection: Connection, table: Records): Promise<readonly { readonly id: string }[]> {
  const fields = Object.entries(COLUMNS[table]) as [string, readonly [string, Kind]][];
  return (await connection.all(`SELECT * FROM ${table} WHERE removed_at IS NULL ORDER BY place`)).map((row) => ({
    id: String(row['id']),
    ...Object.fromEntries(
      fields
        .filter(([field, [column]]) => row[column] != null || NULLABLE.has(field))
        .map(([field, [column, kind]]) => [field, fromColumn(row[column], kind)]),
    ),
  }));
}

function fromColumn(value: Row[string] | undefined, kind: Kind): unknown {
  if (value == null) return null;
  switch (kind) {
    case 'text':
      return String(value);
    case 'number':
      return Number(value);
    case 'flag':
      return Number(value) > 0;
    case 'json':
      return JSON.parse(String(value)) as unknown;
  }
}

function toColumn(value: unknown, kind: Kind): string | number | null {
  if (value == null) return null;
  return kind === 'json' ? JSON.stringify(value) : kind === 'text' ? String(value) : Number(value);
}

async function channelsOf(connection: Connection, botId: string): Promise<string[]> {
  return (
    await connection.all(
      'SELECT channel_id FROM bot_channels JOIN channels ON channels.id = channel_id WHERE bot_id = ? ORDER BY channels.place',
      botId,
    )
  ).map((row) => String(row['channel_id']));
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
    const wanted = JSON.stringify(channelIds);
    await connection.run(
      'DELETE FROM bot_channels WHERE bot_id = ? AND channel_id NOT IN (SELECT value FROM json_each(?))',
      id,
      wanted,
    );
    await connection.run(
      'INSERT OR IGNORE INTO bot_channels (bot_id, channel_id) SELECT ?, value FROM json_each(?)',
      id,
      wanted,
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
    JSON.stringify(Object.keys(secrets)),
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
  records: readonly (SettingsDocument[T][number] & { readonly id: string })[],
  at: number,
): Promise<Removed[T]> {
  const fields = Object.entries(COLUMNS[table]) as [string, readonly [string, Kind]][];
  const columns = fields.map(([, [column]]) => column);
  const before = new Map(
    (await connection.all(`SELECT * FROM ${table} WHERE removed_at IS NULL`)).map((row) => [String(row['id']), row]),
  );
  for (const record of records) {
    const values = fields.map(([field, [, kind]]) => toColumn((record as Record<string, unknown>)[field], kind));
    const row = before.get(record.id);
    before.delete(record.id);
    if (row !== undefined && columns.every((column, index) => row[column] === values[index])) continue;
    await connection.run(
      `INSERT INTO ${table} (${columns.join(', ')}, place)
       VALUES (${columns.map(() => '?').join(', ')}, (SELECT ifnull(max(place), 0) + 1 FROM ${table}))
       ON CONFLICT (id) DO UPDATE SET (removed_at, ${columns.join(', ')}) = (NULL, ${columns.map((column) => `excluded.${column}`).join(', ')})`,
      ...values,
    );
  }
  for (const id of before.keys())
    await connection.run(`UPDATE ${table} SET removed_at = ?, ${SECRET_COLUMNS[table]} = '' WHERE id = ?`, at, id);
  return [...before].map(([id, { name }]) => ({ id, name: String(name) }));
}

/** Takes everything secret out of a copy of the database. */
export function withholdSecrets(sqlite: Sqlite): void {
  // What stood there is overwritten, too.
  sqlite.exec('PRAGMA secure_delete = ON; DELETE FROM connection_secrets');
  for (const [table, column] of Object.entries(SECRET_COLUMNS)) sqlite.exec(`UPDATE ${table} SET ${column} = ''`);
}

const TABLES = ['settings', 'connection_secrets', 'operators', 'channels', 'bots', 'bot_channels'] as const;

/** A digest of all that stands in the tables of the settings: the same for the same settings, and for no others. */
export function settingsDigest(sqlite: Sqlite): string {
  const rows = TABLES.map((table) => sqlite.all(`SELECT * FROM ${table} ORDER BY 1, 2`));
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
