import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { acting, standing } from '../../../../test/fixtures/acts.ts';
import { received } from '../../../../test/fixtures/received-message.ts';
import { writeVersion24 } from '../../../../test/fixtures/version-24.ts';
import { FORMER_SCHEMAS } from '../archive/validate-database.ts';
import { Sql } from '../sql.ts';
import { SqliteWritingConnection } from '../sqlite/connection.ts';
import { migrate } from '../sqlite/migrate.ts';
import { createSchema, schemaVersion } from '../sqlite/schema.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import { openStore } from '../store.ts';
import { storeThreadsOf } from '../thread.ts';
import { FIRST_VERSION, MIGRATIONS, type Migration } from './migrations.ts';
import { SCHEMA_VERSION } from './schema.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-migrations-'));
  file = join(folder, 'counterbell.db');
  writeVersion24(file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a connection to the file finds. */
async function opened<T>(work: (db: SqliteWritingConnection) => T | Promise<T>, of = file): Promise<T> {
  using sqlite = new Sqlite(of, { readOnly: false });
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  return await work(new SqliteWritingConnection(sqlite));
}

const schemaOf = ({ sqlite }: Pick<SqliteWritingConnection, 'sqlite'>) =>
  sqlite.all`SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`;

/** Columns that migrations add. */
const ADDED: ReadonlySet<string> = new Set([
  'name_key',
  'operators.channels',
  'invitations.channels',
  'channels.signing_key',
  'bots.signing_key',
]);

/** The rows of every table, by column; what SQLite keeps for itself, and what a migration adds, is not there. */
function rowsOf({ sqlite }: SqliteWritingConnection): Readonly<Record<string, unknown>> {
  const tables = sqlite.all<{ name: string }>`
    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite%'`;
  return Object.fromEntries(
    tables.map(({ name }) => {
      const rows = sqlite.all`SELECT * FROM ${new Sql(name)}`.map((row) =>
        JSON.stringify(
          row,
          Object.keys(row)
            .filter((column) => !ADDED.has(column) && !ADDED.has(`${name}.${column}`))
            .sort(),
        ),
      );
      return [name, rows.sort()];
    }),
  );
}

const sequences = ({ sqlite }: SqliteWritingConnection) =>
  Object.fromEntries(
    sqlite.all<{ name: string; seq: number }>`SELECT name, seq FROM sqlite_sequence`.map(({ name, seq }) => [
      name,
      seq,
    ]),
  );

test('a migrated database has the tables of a new one, with every row that it had', async () => {
  using fresh = new Sqlite(':memory:', { readOnly: false });
  createSchema(fresh);
  const before = await opened((db) => ({ rows: rowsOf(db), sequences: sequences(db) }));
  expect(Object.values(before.rows).filter((rows) => (rows as unknown[]).length > 0).length).toBeGreaterThan(25);
  await opened(async (db) => {
    await migrate(db);
    expect(schemaVersion(db.sqlite)).toBe(SCHEMA_VERSION);
    expect(schemaOf(db)).toEqual(schemaOf({ sqlite: fresh }));
    expect(rowsOf(db)).toMatchObject(before.rows);
    expect(db.sqlite.all`PRAGMA foreign_key_check`).toEqual([]);
    expect(db.sqlite.value`PRAGMA integrity_check`).toBe('ok');
    expect(db.sqlite.value`PRAGMA foreign_keys`).toBe(1);
    // Ids of rows that are gone stay so.
    expect(sequences(db)).toEqual({
      ...before.sequences,
      messages: db.sqlite.value`SELECT max(id) FROM messages`,
      deliveries: db.sqlite.value`SELECT max(sequence) FROM deliveries`,
    });
  });
});

test('each version has its migration, up to that of the tables', () => {
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_migration, index) => FIRST_VERSION + 1 + index));
  expect(MIGRATIONS.at(-1)?.to).toBe(SCHEMA_VERSION);
  // Backups of each version before are known.
  expect(Object.keys(FORMER_SCHEMAS).map(Number)).toEqual(MIGRATIONS.map(({ to }) => to - 1));
});

test('a store opens the file of version 24, and answers and goes on as before', async () => {
  const threads = storeThreadsOf(inject('storeThreads'));
  const store = await openStore({ file, threads, log: pino({ level: 'silent' }) });
  try {
    const names: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.read('contacts.list', { sort: 'name', limit: 2, cursor }, acting('olga'));
      names.push(...page.contacts.map(({ chat }) => chat.customer.name?.slice(0, 9)));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual([
      'After',
      'Ängie',
      'anna',
      'ärger',
      'Bob',
      'call',
      'eva',
      'Hello',
      'xxxxxxxxx',
      'Zoe',
      'Łukasz',
    ]);
    const search = async (text: string) =>
      (await store.read('search.messages', { text, limit: 50 }, acting('olga'))).chats.length;
    expect([await search('lamp'), await search('indexed')]).toEqual([10, 1]);
    const { answer } = await store.write('messages.receive', received({ texts: ['A new lamp'] }), standing());
    expect(answer).toMatchObject({ outcome: 'stored', messageIds: ['42'] });
    expect(await search('lamp')).toBe(11);
  } finally {
    await store.stop();
  }
});

/** The migrations up to a version, with something done at the end of the last, before it is committed. */
const upTo = (version: number, last: (db: SqliteWritingConnection) => void = () => undefined): readonly Migration[] =>
  MIGRATIONS.filter(({ to }) => to <= version).map((migration) => ({
    ...migration,
    run: async (...how) => {
      await migration.run(...how);
      const [db] = how;
      if (migration.to === version) last(db as SqliteWritingConnection);
    },
  }));
const VERSIONS = MIGRATIONS.map(({ to }) => to);

test.each(VERSIONS)(
  'a migration to %i that is killed before its end has changed nothing, and succeeds at the next start',
  async (to) => {
    const killed = join(folder, 'killed.db');
    const before = await opened(async (db) => {
      await migrate(db, upTo(to - 1));
      return rowsOf(db);
    });
    const done = await opened(async (db) => {
      // What is not committed reaches the log, as it does in a large database.
      db.sqlite.exec('PRAGMA cache_size = 1');
      await migrate(
        db,
        upTo(to, () => ['', '-wal'].forEach((ending) => copyFileSync(file + ending, killed + ending))),
      );
      return { schema: schemaOf(db), rows: rowsOf(db) };
    });
    expect(statSync(`${killed}-wal`).size).toBeGreaterThan(4096);
    await opened(async (db) => {
      expect([schemaVersion(db.sqlite), rowsOf(db)]).toEqual([to - 1, before]);
      await migrate(db, upTo(to));
      expect({ schema: schemaOf(db), rows: rowsOf(db) }).toEqual(done);
    }, killed);
  },
);

test.each(VERSIONS)('one to %i that fails leaves the version before it', async (to) => {
  await opened(async (db) => {
    await migrate(db, upTo(to - 1));
    const before = { schema: schemaOf(db), rows: rowsOf(db) };
    const failing = upTo(to, () => {
      throw new Error('the disk is full');
    });
    await expect(migrate(db, failing)).rejects.toThrow('the disk is full');
    expect(schemaVersion(db.sqlite)).toBe(to - 1);
    expect({ schema: schemaOf(db), rows: rowsOf(db) }).toEqual(before);
    expect(db.sqlite.value`PRAGMA foreign_keys`).toBe(1);
  });
});

test('a full disk is said, with the room that is needed', async () => {
  await opened(async (db) => {
    db.sqlite.exec(`PRAGMA max_page_count = ${db.sqlite.value`PRAGMA page_count` ?? 0}`);
    await expect(migrate(db)).rejects.toThrow(/Nothing was changed\. Free [1-9]\d* MB, then start again/);
    expect(schemaVersion(db.sqlite)).toBe(FIRST_VERSION);
  });
});

test('a customer who is erased after a migration has left nothing in the file', async () => {
  const address = 'c4@x.example';
  expect(readFileSync(file, 'latin1')).toContain(address);
  await opened(async (db) => {
    await migrate(db);
    // Only the rows themselves: the file is not rewritten.
    await db.erasing(
      async () => void (await db.run`UPDATE customers SET email = NULL, given = '{}' WHERE email = ${address}`),
    );
  });
  expect(readFileSync(file, 'latin1')).not.toContain(address);
});
