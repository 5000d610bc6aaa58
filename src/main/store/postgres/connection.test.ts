/** @module-tag thorough */

import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { spaceIn, noPostgres, startPostgres, type Postgres } from '../../../../test/fixtures/postgres.ts';
import { writeTogether } from '../group-commit.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { PostgresConnection } from './connection.ts';
import { openPostgresStore } from './open-postgres.ts';
import { createSchema } from './schema.ts';

describe.skipIf(noPostgres !== undefined)(
  `a connection to PostgreSQL${noPostgres === undefined ? '' : `: ${noPostgres}`}`,
  () => {
    let server: Postgres;
    beforeAll(async () => {
      server = await startPostgres({ isDurable: true });
    });
    afterAll(() => server.remove());

    async function newSpace(): Promise<string> {
      const space = spaceIn(server.urlOf('postgres'));
      await space.create();
      return space.url;
    }

    let url: string;
    let db: PostgresConnection;
    beforeEach(async () => {
      url = await newSpace();
      db = new PostgresConnection(url);
      await createSchema(db);
      await db.exec(
        'CREATE TABLE words (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word TEXT UNIQUE, log TEXT)',
      );
    });
    afterEach(() => db.close());

    const words = () => db.column<string>`SELECT word FROM words ORDER BY id`;
    const add = (word: string, of = db) => of.insert('words', { word });
    /** Writes each word in one commit; `!` fails after writing, `?` does what `halfway` says. */
    const write = (given: readonly string[], halfway: () => Promise<unknown> = async () => undefined) =>
      db.inTurn(() =>
        writeTogether(
          db,
          given.map((name, id) => ({ id, name, input: undefined })),
          async (_db, { name }) => {
            await add(name);
            if (name === '?') await halfway();
            if (name === '!') throw new Error('it cannot be done');
            return name;
          },
          () => undefined,
        ),
      );

    test('reads what was written as SQLite does: flags and sums are numbers, JSON is parsed, absent is absent', async () => {
      const log = [{ said: 'a\u0000b \\u0000 \\', 'k\u0000': '\\\u0000\ud800 \\ud800' }];
      expect(await db.insert('words', { word: "it's a ? \u0000", log })).toBe('1');
      expect(await db.insert('words', { word: undefined, log: true })).toBe('2');
      expect(
        await db.get`SELECT words.*, 'a ?' AS mark, id = ${1} AS is_first, CAST(${5} AS NUMERIC) AS sum FROM words WHERE id = ${1}`,
      ).toEqual({
        id: '1',
        word: "it's a ? ␀",
        log: [{ said: 'a␀b \\u0000 \\', 'k␀': '\\␀\ufffd \\ud800' }],
        mark: 'a ?',
        isFirst: 1,
        sum: 5,
      });
      expect(await db.get`SELECT word, log FROM words WHERE id = ${2}`).toEqual({ log: 1 });
      expect(await db.get`SELECT 1 FROM words WHERE word = ${'none'}`).toBeUndefined();
    });

    test('counts what it changed', async () => {
      await Promise.all(['a', 'b', 'c'].map((word) => add(word)));
      expect(await db.update('words', { word: 'a' }, { word: 'd' })).toBe(1);
      expect(await db.run`DELETE FROM words WHERE word IN (${'b'}, ${'c'})`).toBe(2);
      await db.put('words', { word: 'd' }, { log: {} });
      await db.put('words', { word: 'e' }, { log: {} });
      expect(await db.all`SELECT word, log FROM words ORDER BY word`).toEqual([
        { word: 'd', log: {} },
        { word: 'e', log: {} },
      ]);
    });

    test('reads a large result piece by piece, and others meanwhile', async () => {
      await db.run`INSERT INTO words (word) SELECT CAST(each AS TEXT) FROM generate_series(1, ${2600}) AS each`;
      const read: string[] = [];
      for await (const { word } of db.each<{ word: string }>`SELECT word FROM words WHERE id > ${100} ORDER BY id`) {
        if (read.length === 1000) await db.run`DELETE FROM words WHERE id > ${2000}`;
        read.push(word);
      }
      expect(read).toHaveLength(2500);
      expect([read[0], read.at(-1)]).toEqual(['101', '2600']);
      expect(await db.value`SELECT count(*) FROM pg_cursors WHERE is_holdable`).toBe(0);
    });

    test('one that fails only rolls back its own changes', async () => {
      expect(await write(['a', '!', 'b'])).toMatchObject([
        { id: 0, ok: true, value: 'a' },
        { id: 1, ok: false, failure: { code: 'internal' } },
        { id: 2, ok: true, value: 'b' },
      ]);
      expect(await words()).toEqual(['a', 'b']);
      expect(await write(['c', 'a'])).toMatchObject([{ ok: true }, { ok: false, failure: { code: 'internal' } }]);
      expect(await words()).toEqual(['a', 'b', 'c']);
    });

    test('one that is refused before it asks anything leaves no transaction open', async () => {
      const refused = db.transaction(() => Promise.reject(new Error('it cannot be done')));
      await expect(refused).rejects.toThrow('it cannot be done');
      // Would be refused within one.
      await db.rewrite();
    });

    test('a transaction that went on after an error is not taken for committed', async () => {
      const work = async () => {
        await add('a');
        await db.run`SELECT 1 / 0`.catch(() => undefined);
      };
      await expect(db.transaction(work)).rejects.toThrow('division by zero');
      expect(await words()).toEqual([]);
    });

    const change = (of: PostgresConnection) => of.run`UPDATE words SET log = ${'1'} WHERE word = ${'a'}`;

    test('a lock that another node holds is waited for twice five seconds', async () => {
      await add('a');
      const other = new PostgresConnection(url);
      await other.exec('BEGIN');
      await change(other);
      const failure = await db.transaction(() => change(db)).catch(db.failureOf);
      expect(failure).toMatchObject({ code: 'storage_unavailable', detail: expect.stringContaining('lock timeout') });
      await other.exec('ROLLBACK');
      await other.close();
      expect(await change(db)).toBe(1);
    });

    test('a transaction that a frozen node leaves open is ended by the server after two seconds', async () => {
      await add('a');
      const other = new PostgresConnection(url);
      const isOpen = () => db.value<number>`
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`;
      const frozen = other.transaction(async () => {
        await change(other);
        expect(await isOpen()).toBe(1);
        await vi.waitFor(async () => expect(await isOpen()).toBe(0), { timeout: 3_000, interval: 100 });
      });
      const error: unknown = await frozen.catch((reason: unknown) => reason);
      expect(other.failureOf(error)).toMatchObject({ code: 'storage_unavailable' });
      expect(other.isLost(error)).toBe(true);
      expect(await change(other)).toBe(1);
      await other.close();
    });

    test('what is under way when the server is killed fails and is not tried again; the next is stored when it is back', async () => {
      await write(['a']);
      const outcomes = await write(['b', '?', 'c'], async () => {
        await server.kill();
        await server.start();
      });
      expect(outcomes).toMatchObject(
        [0, 1, 2].map((id) => ({ id, ok: false, failure: { code: 'storage_unavailable' } })),
      );
      expect(await words()).toEqual(['a']);
      await server.kill();
      expect(await write(['d'])).toMatchObject([{ ok: false, failure: { code: 'storage_unavailable' } }]);
      await server.start();
      expect(await write(['e'])).toMatchObject([{ ok: true }]);
      expect(await words()).toEqual(['a', 'e']);
    });

    describe('the schema', () => {
      test('is created once, however many nodes start together', async () => {
        const empty = await newSpace();
        const first = new PostgresConnection(empty);
        const nodes = [first, ...Array.from({ length: 11 }, () => new PostgresConnection(empty))];
        await Promise.all(nodes.map((node) => createSchema(node)));
        expect(await first.column`SELECT version FROM schema_version`).toEqual([SCHEMA_VERSION]);
        await Promise.all(nodes.map((node) => node.close()));
      });

      test('of an older one is brought to this version once, by whichever node starts first', async () => {
        const parts = () => db.column<string>`
          SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
          UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = to_regnamespace(current_schema())
          UNION ALL SELECT table_name || ' ' || column_name || ' ' || data_type || coalesce(collation_name, '')
          FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1`;
        const ours = await parts();
        // As version 25 was.
        await db.exec(`
          DROP TABLE mailed_messages, mails, mailboxes, saved_reply_files, webhook_events, expected_contacts;
          DROP INDEX chats_closed_of_channels, chats_closed_of_operators;
          ALTER TABLE channels DROP signing_key; ALTER TABLE bots DROP signing_key; ALTER TABLE operators DROP channels;
          ALTER TABLE invitations DROP channels;
          DROP FUNCTION search_blocks; UPDATE schema_version SET version = 25`);
        const nodes = Array.from({ length: 3 }, () => new PostgresConnection(url));
        await Promise.all(nodes.map((node) => createSchema(node)));
        expect(await parts()).toEqual(ours);
        expect(await db.column`SELECT version FROM schema_version`).toEqual([SCHEMA_VERSION]);
        await db.run`UPDATE schema_version SET version = 24`;
        await expect(createSchema(db)).rejects.toThrow('never released');
        await Promise.all(nodes.map((node) => node.close()));
      });

      test('of a newer Counterbell is refused', async () => {
        await db.run`UPDATE schema_version SET version = ${SCHEMA_VERSION + 1}`;
        await expect(createSchema(db)).rejects.toMatchObject({
          code: 'storage_unavailable',
          reason: { code: 'errors:refusals.store.newer' },
        });
      });

      test('is refused to a server before PostgreSQL 15, and where none answers', async () => {
        const old = Object.assign(new PostgresConnection(url), { value: () => Promise.resolve('140019') });
        await expect(createSchema(old)).rejects.toMatchObject({
          code: 'storage_unavailable',
          reason: { code: 'errors:refusals.store.oldServer' },
        });
        const opening = openPostgresStore({
          url: 'postgres://counterbell@/none?host=/nowhere',
          node: 'test',
          version: '0',
          log: pino({ level: 'silent' }),
        });
        await expect(opening).rejects.toMatchObject({
          code: 'storage_unavailable',
          reason: { code: 'errors:refusals.store.unreachable' },
        });
      });

      test('keeps the list of changes as it is for a year: only a count grows', async () => {
        const entry = (key: string, at: number) => db.insert('audit', { key, at, action: 'changed', count: 1 });
        await entry('old', 0);
        await entry('new', 366 * 86_400_000);
        const set = (fields: object) => db.update('audit', { key: 'new' }, fields);
        expect(await set({ count: 2 })).toBe(1);
        await expect(set({ count: 2 })).rejects.toThrow('stay as they are');
        await expect(set({ count: 3, operatorName: 'Nobody' })).rejects.toThrow('stay as they are');
        await expect(db.run`DELETE FROM audit WHERE key = 'new'`).rejects.toThrow('kept for a year');
        expect(await db.run`DELETE FROM audit WHERE key = 'old'`).toBe(1);
      });

      test('compares texts byte by byte', async () => {
        for (const name of ['b', 'B', 'ä', 'a', '_']) await db.put('settings', { name }, { value: '1' });
        expect(await db.column`SELECT name FROM settings ORDER BY name`).toEqual(['B', '_', 'a', 'b', 'ä']);
      });
    });
  },
);
