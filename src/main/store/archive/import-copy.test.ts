import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { createSchema } from '../sqlite/schema.ts';
import { installation } from '../../../../test/fixtures/installation.ts';
import { writeVersion24 } from '../../../../test/fixtures/version-24.ts';
import { storedInstallation } from '../installation/stored-installation.ts';
import { putInstallation } from '../installation/installation.ts';
import { importCopy, replaceSettings, type CopyFacts } from './copies.ts';
import { toEnglish } from '#shared/locales/english.ts';

const DIGEST = 'ab'.repeat(32);

let folder: string;
let from: string;
let to: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-import-'));
  from = join(folder, 'theirs.db');
  to = join(folder, 'ours.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database as in a backup, with a chat in it. */
async function filled(): Promise<void> {
  const sqlite = new Sqlite(from, { readOnly: false });
  createSchema(sqlite);
  await putInstallation(new SqliteConnection(sqlite), { installation: installation(), at: 0 });
  sqlite.exec(`
    INSERT INTO customers (id, channel_id, external_id, name, first_seen_at) VALUES (7, 'shop', '"anna"', 'Anna', 1000), (9, 'shop', '5', 'Gone', 1000);
    DELETE FROM customers WHERE id = 9;
    INSERT INTO chats (customer_id, channel_id, state, opened_at, last_activity_at, last_message_id) VALUES (7, 'shop', 'waiting', 1000, 1000, 1);
    INSERT INTO messages (chat_id, author, type, text, at) VALUES (1, 'customer', 'text', 'Is it in stock?', 1000)`);
  sqlite.close();
}

/** Changes the file as someone with full access to it could. */
async function tampered(change: (database: DatabaseSync) => void): Promise<void> {
  await filled();
  const database = new DatabaseSync(from, { defensive: false, enableForeignKeyConstraints: false });
  database.exec('PRAGMA writable_schema = ON');
  change(database);
  database.close();
}

const imported = (): Promise<CopyFacts> => importCopy({ from, to, availableMedia: [DIGEST] });

/** The refusal. */
async function refusal(): Promise<string> {
  try {
    await imported();
  } catch (error) {
    if (error instanceof ContractError && error.code === 'backup_unusable') return toEnglish(error.reason);
    throw error;
  }
  return 'it was taken';
}

const OTHER = 'The database in this backup isn’t Counterbell’s.';
const DAMAGED = 'The database in this backup is damaged.';

function rowsOf(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

test('a backup is imported row by row into a file of our own', async () => {
  await filled();
  expect(await imported()).toMatchObject({ schemaVersion: SCHEMA_VERSION, customers: 1, chats: 1, messages: 1 });
  expect(rowsOf(to, 'SELECT id, name FROM customers')).toEqual([{ id: 7, name: 'Anna' }]);
  expect(rowsOf(to, 'SELECT text FROM messages')).toEqual([{ text: 'Is it in stock?' }]);
  expect(rowsOf(to, "SELECT seq FROM sqlite_sequence WHERE name = 'customers'")).toEqual([{ seq: 9 }]);
  expect(rowsOf(to, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test('a backup of an older version is brought to this one, in a copy', async () => {
  writeVersion24(from);
  const before = readFileSync(from);
  const names = () => rowsOf(from, 'SELECT id, name FROM customers ORDER BY id');
  expect(await imported()).toMatchObject({ schemaVersion: SCHEMA_VERSION, customers: 12, messages: 20 });
  expect(rowsOf(to, 'SELECT id, name FROM customers ORDER BY id')).toEqual(names());
  expect(rowsOf(to, "SELECT name_key FROM customers WHERE name = 'Łukasz'")).toEqual([{ name_key: 'łukasz' }]);
  expect(rowsOf(to, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(readFileSync(from).equals(before)).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['ours.db', 'theirs.db']);
});

test('an older version is refused like this one: for another schema, and for rows that it could not have', async () => {
  writeVersion24(from);
  const change = (sql: string): void => {
    const database = new DatabaseSync(from, { enableForeignKeyConstraints: false });
    database.exec(sql);
    database.close();
  };
  change("UPDATE customers SET contact_id = 999 WHERE name = 'Zoe'");
  expect(await refusal()).toBe(DAMAGED);
  expect(readdirSync(folder).toSorted()).toEqual(['ours.db', 'theirs.db']);
  rmSync(to);
  change('CREATE TRIGGER bad AFTER INSERT ON messages BEGIN DELETE FROM customers; END');
  expect(await refusal()).toBe(OTHER);
});

test('its settings are reported, and replaced by the ones decided here', async () => {
  await filled();
  const { settings, settingsDigest } = await imported();
  const theirs = storedInstallation.parse(settings);
  expect(theirs).toEqual(installation());
  const ours = { ...theirs, bots: theirs.bots.map((bot) => ({ ...bot, token: 'sealed here' })) };
  const settled = await replaceSettings({ file: to, settings: ours, keepsDevices: true, at: 2000 });
  expect(settled.settings).toEqual(ours);
  expect(settled.settingsDigest).not.toBe(settingsDigest);
});

test('the backup is not changed, and only its rows are imported: neither free pages nor the search index', async () => {
  await filled();
  const database = new DatabaseSync(from, { defensive: false });
  database.exec(`
    INSERT INTO search_messages (rowid, words) VALUES (1, '0000wforged');
    UPDATE search_progress SET messages = 1;
    CREATE TABLE left_over (text TEXT);
    INSERT INTO left_over VALUES ('${'deleted long ago '.repeat(1000)}');
    DROP TABLE left_over;
    ANALYZE`);
  database.close();
  const before = readFileSync(from);
  expect(before.includes('deleted long ago')).toBe(true);
  await imported();
  expect(readFileSync(from).equals(before)).toBe(true);
  expect(readFileSync(to).includes('deleted long ago')).toBe(false);
  expect(rowsOf(to, 'SELECT rowid FROM search_messages WHERE search_messages MATCH \'"0000wforged"\'')).toEqual([]);
  expect(rowsOf(to, 'SELECT messages FROM search_progress')).toEqual([{ messages: 0 }]);
});

test('a file in another journal mode is read as it is, without a log beside it', async () => {
  await filled();
  const database = new DatabaseSync(from);
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
  writeFileSync(`${from}-journal`, 'not one');
  expect(await imported()).toMatchObject({ messages: 1 });
  expect(readFileSync(`${from}-journal`, 'utf8')).toBe('not one');
});

describe('a schema that differs from ours in any detail is refused', async () => {
  const schema =
    (sql: string): ((database: DatabaseSync) => void) =>
    (database) =>
      database.exec(sql);
  const added =
    (type: string, name: string, table: string, rootpage: string, sql: string | null) => (database: DatabaseSync) =>
      void database
        .prepare(`INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) SELECT ?, ?, ?, ${rootpage}, ?`)
        .run(type, name, table, sql);
  const page = "(SELECT rootpage FROM sqlite_schema WHERE name = 'tags')";

  test.each<[string, (database: DatabaseSync) => void]>([
    ['a trigger', schema('CREATE TRIGGER bad AFTER INSERT ON messages BEGIN DELETE FROM customers; END')],
    [
      'a trigger of ours with other words',
      schema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'DELETE FROM search_customers', 'DELETE FROM customers') WHERE name = 'customers_gone'",
      ),
    ],
    ['a trigger of ours that is gone', schema('DROP TRIGGER customers_gone')],
    [
      'a view in place of a table',
      schema(
        'DROP TABLE saved_replies; CREATE VIEW saved_replies (id, shortcut, shortcut_key, text) AS SELECT 1, 2, 3, 4',
      ),
    ],
    [
      'a view that never ends',
      schema('CREATE VIEW long AS WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n) SELECT at FROM n'),
    ],
    [
      'a search index of another kind',
      schema(
        "DROP TABLE search_messages; CREATE VIRTUAL TABLE search_messages USING fts5 (words, tokenize = 'trigram')",
      ),
    ],
    [
      'a generated column in the place of one of ours',
      schema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT NOT NULL', 'name TEXT AS (key) VIRTUAL') WHERE name = 'tags'",
      ),
    ],
    [
      'an index of ours with another condition',
      schema("UPDATE sqlite_schema SET sql = sql || ' AND length(hex(state)) > 0' WHERE name = 'chats_closed'"),
    ],
    ['a missing index', schema('DROP INDEX chats_opened')],
    [
      'a table under a name of SQLite’s',
      added('table', 'sqlite_more', 'sqlite_more', page, 'CREATE TABLE sqlite_more (id INTEGER)'),
    ],
    [
      'statistics of another form',
      schema(
        "DROP TABLE IF EXISTS sqlite_stat1; ANALYZE; UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat, more AS (randomblob(9)))' WHERE name = 'sqlite_stat1'",
      ),
    ],
    [
      'a trigger under a name of SQLite’s',
      added(
        'trigger',
        'sqlite_trigger',
        'messages',
        '0',
        'CREATE TRIGGER sqlite_trigger AFTER INSERT ON messages BEGIN DELETE FROM customers; END',
      ),
    ],
    ['an automatic index that no table has', added('index', 'sqlite_autoindex_tags_9', 'tags', page, null)],
    ['nothing but the version', schema("DELETE FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")],
    ['SQL that is none', schema("UPDATE sqlite_schema SET sql = 'CREATE TABLE tags (' WHERE name = 'tags'")],
    ['no version', schema('PRAGMA user_version = 0')],
    ['another version than that of its schema', schema(`PRAGMA user_version = ${SCHEMA_VERSION - 1}`)],
    ['a version below all', schema('PRAGMA user_version = -1')],
  ])('%s', async (_what, change) => {
    await tampered(change);
    expect([OTHER, DAMAGED]).toContain(await refusal());
  });

  test('a newer version is refused with advice', async () => {
    await tampered((database) => database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`));
    expect(await refusal()).toMatch(/newer Counterbell/);
  });

  test('another text encoding', async () => {
    const database = new DatabaseSync(from);
    database.exec("PRAGMA encoding = 'UTF-16le'; CREATE TABLE first (id INTEGER); DROP TABLE first");
    database.close();
    await filled();
    expect(await refusal()).toMatch(/^The database in this backup (?:is damaged|isn’t Counterbell’s)\.$/);
  });
});

describe('rows that we could not have written are refused', async () => {
  test.each<[string, string]>([
    ['a reference to nobody', 'UPDATE messages SET chat_id = 99'],
    ['JSON that is none', 'UPDATE chats SET tags = \'["new"\''],
    ['JSON of another kind', "UPDATE chats SET tags = '{}'"],
    ['an event that is a list', "UPDATE messages SET event = '[1]'"],
    ['a customer id that is no JSON', "UPDATE customers SET external_id = 'anna'"],
    ['a state that no chat has', "UPDATE chats SET state = 'stolen'"],
    ['an author whom nobody knows', "UPDATE messages SET author = 'root'"],
    ['a number that cannot be read', 'UPDATE messages SET at = 9223372036854775807'],
    ['an id after which there is none', 'UPDATE messages SET id = 9223372036854775807'],
    [
      'the path of another file as a digest',
      "INSERT INTO hosted_files VALUES ('known', 1, 'file', '../vault.key', 'a', 'a', 'text/plain', 9999999999999)",
    ],
    [
      'a path behind 64 letters',
      `INSERT INTO media_links VALUES (1, 'file', 'https://a.example', '${DIGEST}' || char(0) || '/../../vault.key', NULL, 200, 5, 5)`,
    ],
  ])('%s', async (_what, sql) => {
    await tampered((database) => database.exec(sql));
    expect(await refusal()).toBe(DAMAGED);
  });

  test.each([
    ['bytes where a text has to be', "x'00ff', 'k'"],
    ['nothing where something has to be', "NULL, 'k'"],
  ])('%s', async (_what, values) => {
    // The table accepts anything while it is written, and has our schema again when it is read.
    const withSql = (sql: string, then = ''): void => {
      const database = new DatabaseSync(from, { defensive: false });
      database.exec('PRAGMA writable_schema = ON');
      database.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'tags'").run(sql);
      database.close();
      const again = new DatabaseSync(from);
      again.exec(then);
      again.close();
    };
    await filled();
    const [{ sql: ours } = { sql: '' }] = rowsOf(from, "SELECT sql FROM sqlite_schema WHERE name = 'tags'") as {
      sql: string;
    }[];
    withSql(
      ours.replace('STRICT', '').replace('name TEXT NOT NULL', 'name TEXT'),
      `INSERT INTO tags (name, key) VALUES (${values})`,
    );
    withSql(ours);
    expect(await refusal()).toBe(DAMAGED);
  });

  test('a text longer than any of ours', async () => {
    await tampered((database) => database.exec("UPDATE messages SET text = printf('%.*c', 17000000, 'a')"));
    expect(await refusal()).toBe(DAMAGED);
  });

  test('next ids: a sequence claiming that none are left is not trusted', async () => {
    await tampered((database) =>
      database.exec(
        "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'customers'; INSERT INTO sqlite_sequence VALUES ('tags', 'many'), ('nothing', 5)",
      ),
    );
    await imported();
    expect(rowsOf(to, 'SELECT name, seq FROM sqlite_sequence ORDER BY name')).toEqual([
      { name: 'chats', seq: 1 },
      { name: 'messages', seq: 1 },
    ]);
  });
});

describe('a damaged file is refused and never read endlessly', async () => {
  const PAGE = 4096;
  const rootOf = (name: string): number => {
    const [row] = rowsOf(from, `SELECT rootpage FROM sqlite_schema WHERE name = '${name}'`) as { rootpage: number }[];
    return row?.rootpage ?? 0;
  };
  const patched = (change: (bytes: Buffer) => void): void => {
    const bytes = readFileSync(from);
    change(bytes);
    writeFileSync(from, bytes);
  };
  /** Makes a page an inner node of a tree whose every branch leads to `child`. */
  const branching = (bytes: Buffer, page: number, child: number): void => {
    const start = (page - 1) * PAGE;
    const header = page === 1 ? start + 100 : start;
    const branches = 200;
    bytes.fill(0, header, start + PAGE);
    bytes[header] = 5;
    bytes.writeUInt16BE(branches, header + 3);
    bytes.writeUInt16BE(PAGE - 5 * branches, header + 5);
    bytes.writeUInt32BE(child, header + 8);
    for (let at = 0; at < branches; at += 1) {
      const cell = PAGE - 5 * (at + 1);
      bytes.writeUInt16BE(cell, header + 12 + 2 * at);
      bytes.writeUInt32BE(child, start + cell);
      bytes[start + cell + 4] = 1;
    }
  };

  test.each<[string, () => void]>([
    ['is empty', () => writeFileSync(from, '')],
    ['is something else', () => writeFileSync(from, 'not a database')],
    ['is only a header', () => truncateSync(from, 100)],
    ['is cut off', () => truncateSync(from, 5 * PAGE)],
    [
      'has a page of noise where its messages are',
      () => patched((bytes) => bytes.fill(0xa5, (rootOf('messages') - 1) * PAGE, rootOf('messages') * PAGE)),
    ],
    ['has a page of noise where its schema is', () => patched((bytes) => bytes.fill(0xa5, 100, PAGE))],
    [
      'has a tree of messages that leads back to itself',
      () => patched((bytes) => branching(bytes, rootOf('messages'), rootOf('messages'))),
    ],
    [
      'has a tree of messages that grows without end',
      () =>
        patched((bytes) => {
          const pages = [
            'messages',
            'tags',
            'ratings',
            'stickers',
            'uploads',
            'bot_blocks',
            'hosted_files',
            'saved_replies',
          ].map(rootOf);
          for (const [at, page] of pages.entries())
            if (at + 1 < pages.length) branching(bytes, page, pages[at + 1] ?? 0);
        }),
    ],
    ['has a schema that leads back to itself', () => patched((bytes) => branching(bytes, 1, 1))],
    [
      'has a schema that grows without end',
      () =>
        patched((bytes) => {
          const pages = [1, ...['tags', 'ratings', 'stickers', 'uploads', 'bot_blocks', 'hosted_files'].map(rootOf)];
          for (const [at, page] of pages.entries())
            if (at + 1 < pages.length) branching(bytes, page, pages[at + 1] ?? 0);
        }),
    ],
    [
      'gives a text that is longer than the file',
      () =>
        patched((bytes) => {
          const at = bytes.indexOf('Is it in stock?');
          expect(at).toBeGreaterThan(0);
          bytes.fill(0xff, at - 24, at - 16);
        }),
    ],
  ])('one that %s', async (_what, damage) => {
    await filled();
    damage();
    expect(await refusal()).toMatch(
      /^(?:This backup contains no database|The database in this backup (?:is damaged|isn’t Counterbell’s))\.$/,
    );
  });
});
