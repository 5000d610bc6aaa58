/** @module-tag thorough */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as passing } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveAll, postgresSource, postgresTarget, sqliteSource, sqliteTarget } from '#main/store/archive/move-ends.ts';
import { storedTables } from '#main/store/archive/moved-rows.ts';
import type { Connection } from '#main/store/connection.ts';
import { PostgresConnection } from '#main/store/postgres/connection.ts';
import { toParameter } from '#main/store/postgres/values.ts';
import { runQuery } from '#main/store/queries.ts';
import { SCHEMA_VERSION } from '#main/store/schema/schema.ts';
import { indexStep, isIndexBehind } from '#main/store/search/fts5.ts';
import { SqliteWritingConnection } from '#main/store/sqlite/connection.ts';
import { createSchema } from '#main/store/sqlite/schema.ts';
import { Sqlite } from '#main/store/sqlite/sqlite.ts';
import { transactions, type Transactions } from '#main/store/transactions.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { allMessages, openChannel } from '../fixtures/channels.ts';
import { failToStart, startHeadless, type Headless } from '../fixtures/headless.ts';
import { DATABASE_KEY } from '../fixtures/host-client.ts';
import { startHost, type Host } from '../fixtures/host.ts';
import { installation } from '../fixtures/installation.ts';
import { picture } from '../fixtures/pictures.ts';
import { noPostgres, type Postgres, spaceIn, startPostgres } from '../fixtures/postgres.ts';
import { startS3Server } from '../fixtures/s3-server.ts';
import { ASKING, queryInputs } from '../fixtures/query-inputs.ts';
import { transactionInputs } from '../fixtures/transaction-inputs.ts';
import { fetchStored, upload } from '../fixtures/uploads.ts';

const ENTRY = fileURLToPath(new URL('../../out/main/headless.js', import.meta.url));
const PNG = picture(40, 30);

describe.skipIf(noPostgres !== undefined)(`moving${noPostgres === undefined ? '' : `: ${noPostgres}`}`, () => {
  let server: Postgres;
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    [server, s3] = await Promise.all([startPostgres(), startS3Server()]);
  });
  afterAll(() => Promise.all([server.remove(), s3.stop().then(s3.remove)]));

  let folder: string;
  let url: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterbell-move-'));
    const space = spaceIn(server.urlOf('postgres'));
    await space.create();
    ({ url } = space);
  });
  const hosts: (Host | Headless)[] = [];
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (args: readonly string[], key: string | undefined = DATABASE_KEY) => {
    const child = spawn(process.execPath, [ENTRY, 'move', ...args], {
      env: { ...process.env, ...s3.env, COUNTERBELL_KEY: key },
    });
    const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
      ([stdout, stderr, [code]]) => ({ code: code as number | null, stdout, stderr }),
    );
    return { child, output };
  };
  const move = (args: readonly string[], key?: string) => run(args, key).output;
  const refusal = async (args: readonly string[], key?: string): Promise<string> => {
    const { code, stderr } = await move(args, key);
    expect(stderr).toMatch(/^Counterbell cannot move: [^\n]+\.\n$/);
    expect(code).toBe(1);
    return stderr;
  };
  const inDatabase = async <T>(work: (db: PostgresConnection) => Promise<T>): Promise<T> => {
    const db = new PostgresConnection(url);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const shop = async (): Promise<string> => {
    const dataDir = join(folder, 'shop');
    await mkdir(dataDir);
    await (await startHost({ dataDir, vaultKey: DATABASE_KEY })).stop();
    return dataDir;
  };
  /** Many messages in the database of a shop that does not run. */
  const fill = (dataDir: string, count: number): void => {
    using sqlite = new Sqlite(join(dataDir, 'counterbell.db'), { readOnly: false });
    sqlite.exec(`
      INSERT INTO channels (id, sort_order, kind, name, public_id, secret, allow_plain_http, paused, count_bot, bot_channel_type, takes, own_network)
        VALUES ('c', 1, 'custom', 'C', 'c', '', 0, 0, 0, 'site', '[]', 0);
      INSERT INTO customers (id, channel_id, external_id, first_seen_at) VALUES (1, 'c', '"1"', 1);
      INSERT INTO chats (id, customer_id, channel_id, state, opened_at, last_activity_at) VALUES (1, 1, 'c', 'closed', 1, 1);
      INSERT INTO messages (chat_id, author, type, text, at)
        SELECT 1, 'customer', 'text', 'the lamp number ' || value, value
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count}) SELECT value FROM n)`);
  };

  test('whatever transactions store is on PostgreSQL and back again, and every query answers the same', async () => {
    const empty = new Set(storedTables().map(({ name }) => name));
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const place = await mkdtemp(join(folder, 'life-'));
        const space = spaceIn(server.urlOf('postgres'));
        await space.create();
        const [first, last] = [join(place, 'first.db'), join(place, 'last.db')];
        await liveIn(first, draw);
        const there = await moved(sqliteSource(first), await postgresTarget(space.url));
        const back = await moved(postgresSource(space.url), sqliteTarget(last));
        expect(back).toEqual(there);
        for (const { name, rows } of there) if (rows > 0) empty.delete(name);
        const ends = [first, last].map((file) => new Sqlite(file, { readOnly: false })) as [Sqlite, Sqlite];
        const onServer = new PostgresConnection(space.url);
        try {
          const inputs = queryInputs(ends[0]);
          const [before, after] = await Promise.all(
            ends.map((sqlite) => answers(new SqliteWritingConnection(sqlite), inputs)),
          );
          expect(after).toEqual(before);
          expect(await answers(onServer, inputs)).toEqual(before);
          const lastIds = ends.map(
            (sqlite) => sqlite.all`SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name`,
          );
          expect(lastIds[1]).toEqual(lastIds[0]);
        } finally {
          for (const sqlite of ends) sqlite.close();
          await onServer.close();
          await space.drop();
        }
      }),
      { numRuns: 4, seed: 42, endOnFailure: true },
    );
    expect([...empty]).toEqual([]);
  }, 240_000);

  test.each([
    ['a folder', () => join(folder, 'two', 'media')],
    ['S3', () => 's3://shop/moved'],
  ])(
    'a shop works on PostgreSQL, with files in %s, and in another folder as before: sign-ins, search, files, ids',
    async (_name, mediaOf) => {
      const dataDir = join(folder, 'one');
      await mkdir(dataDir);
      const host = await startHost({ dataDir });
      hosts.push(host);
      const channel = await openChannel(host);
      await channel.say('anna', 'Is the brass lamp \0 in stock?');
      const { id: chatId } = await channel.chatOf('"anna"');
      await host.rpc('chats.take', { chatId });
      const sent = await upload(host, 'lamp.png', PNG);
      const part = { type: 'photo', uploadId: sent.uploadId } as const;
      await host.rpc('chats.replyMedia', { chatId, clientId: crypto.randomUUID(), parts: [part] });
      const { accessUrl } = host;
      await hosts.pop()?.stop();
      const before = new Sqlite(join(dataDir, 'counterbell.db'), { readOnly: true });
      const source = before.all`SELECT * FROM messages`;
      before.close();
      const key = readFileSync(join(dataDir, 'vault.key'), 'utf8').trim();

      const isWhole = async (now: Host, expected: string): Promise<string> => {
        expect(new URL(now.accessUrl).search).toBe(new URL(accessUrl).search);
        expect((await allMessages(now, chatId)).map(({ text: shown }) => shown)[0]).toBe(expected);
        expect((await now.rpc('search.messages', { text: 'brass' })).chats).toHaveLength(1);
        const file = await fetchStored(now, sent.url);
        expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true);
        const { pathname } = new URL(channel.messageUrl);
        const body = JSON.stringify({ sender: { id: 'anna' }, message: { type: 'text', text: 'another brass lamp' } });
        expect((await fetch(now.listener + pathname, { method: 'POST', body })).status).toBe(200);
        return (await allMessages(now, chatId)).at(-1)?.id ?? '';
      };

      const media = mediaOf();
      const there = await move(['--from', dataDir, '--to', url, '--media', media], key);
      expect(there).toMatchObject({ code: 0, stderr: '' });
      expect(there.stdout).toMatch(
        / messages: \d+\n[^]*\nMoved \d+ rows of 39 tables, equal on both sides, and 1 files\.\n$/,
      );
      await mkdir(join(folder, 'two'), { recursive: true });
      const shared = {
        dataDir: join(folder, 'two'),
        database: url,
        vaultKey: key,
        args: ['--media', media],
        env: s3.env,
      };
      const onServer = await startHeadless(shared);
      hosts.push(onServer);
      const first = await isWhole(onServer, 'Is the brass lamp \u2400 in stock?');
      await hosts.pop()?.stop();

      const back = await move(['--from', url, '--to', join(folder, 'three'), '--media', media], key);
      expect(back).toMatchObject({ code: 0, stderr: '' });
      const again = await startHost({ dataDir: join(folder, 'three') });
      hosts.push(again);
      const second = await isWhole(again, 'Is the brass lamp \u2400 in stock?');
      expect(Number(first)).toBeGreaterThan(source.length);
      expect(Number(second)).toBeGreaterThan(Number(first));

      const unchanged = new Sqlite(join(dataDir, 'counterbell.db'), { readOnly: true });
      expect(unchanged.all`SELECT * FROM messages`).toEqual(source);
      unchanged.close();
    },
  );

  test('killed at any moment, it leaves nothing that starts, and can be repeated', async () => {
    const dataDir = await shop();
    fill(dataDir, 20_000);
    const [there, back] = [
      ['--from', dataDir, '--to', url],
      ['--from', url, '--to', join(folder, 'back')],
    ];
    const killed = async (args: readonly string[], isUnderWay: () => Promise<boolean>): Promise<void> => {
      const { child, output } = run(args);
      while (!(await isUnderWay())) {
        if (child.exitCode !== null) throw new Error((await output).stderr);
        await passing(10);
      }
      child.kill('SIGKILL');
      expect((await output).code).toBe(null);
    };
    const isFilling = (least: number) => () =>
      inDatabase((db) => db.value<number>`SELECT count(*) FROM messages`).then(
        (count = 0) => count >= least,
        () => false,
      );
    for (const least of [0, 1, 5_000, 15_000]) {
      if (least > 0) await inDatabase((db) => db.run`DELETE FROM messages`);
      await killed(there, isFilling(least));
      const { code, stderr } = await failToStart({ database: url, args: ['--log-level', 'silent'] });
      expect([code, stderr]).toEqual([1, expect.stringContaining('move to this database was not finished')]);
    }
    const done = await move(there);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain(' messages: 20000\n');

    const partial = join(folder, 'back', 'counterbell.db.moving');
    for (const least of [0, 300_000, 1_000_000]) {
      await rm(partial, { force: true });
      await killed(back, async () => (statSync(partial, { throwIfNoEntry: false })?.size ?? -1) >= least);
      await expect(startHost({ dataDir: join(folder, 'back') })).rejects.toThrow('there is no counterbell.db');
    }
    expect(await move(back)).toMatchObject({ code: 0, stdout: expect.stringContaining(' messages: 20000\n') });
    expect((await readdir(join(folder, 'back'))).toSorted()).toEqual([
      'counterbell.db',
      'provision-for-test.json',
      'vault.key',
    ]);
    const host = await startHost({ dataDir: join(folder, 'back') });
    hosts.push(host);
    const { chats } = await host.rpc('search.messages', { text: '"number 17"' });
    expect(chats).toHaveLength(1);
  }, 240_000);

  test('refuses what would not be whole', async () => {
    const dataDir = await shop();
    const [there, back] = [
      ['--from', dataDir, '--to', url],
      ['--from', url, '--to', join(folder, 'back')],
    ];
    const other = Buffer.alloc(32, 'other').toString('base64');
    expect(await refusal(there, '')).toContain('COUNTERBELL_KEY, 32 bytes');
    expect(await refusal(there, other)).toContain('vault.key holds');
    expect(await refusal(['--from', join(folder, 'none'), '--to', url])).toContain('there is no shop');
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect(await refusal(back)).toContain('the database holds no shop');
    const unreachable = ['--from', dataDir, '--to', 'postgres://shop:pass-w0rd@127.0.0.1:1/none'];
    expect(await refusal(unreachable)).toMatch(/^(?!.*pass-w0rd).*doesn’t answer/);

    await writeFile(join(dataDir, 'erasing.json'), '{}');
    expect(await refusal(there)).toContain('unfinished work');
    await rm(join(dataDir, 'erasing.json'));
    const version = (number: number): void => {
      using sqlite = new Sqlite(join(dataDir, 'counterbell.db'), { readOnly: false });
      sqlite.exec(`PRAGMA user_version = ${number}`);
    };
    for (const [number, words] of [
      [SCHEMA_VERSION - 1, 'start Counterbell on it once'],
      [SCHEMA_VERSION + 1, 'newer Counterbell'],
    ] as const) {
      version(number);
      expect(await refusal(there)).toContain(words);
    }
    version(SCHEMA_VERSION);

    const running = await startHost({ dataDir, vaultKey: DATABASE_KEY });
    hosts.push(running);
    expect(await refusal(there)).toContain('already running');
    await running.rpc('bots.create', { name: 'FAQ' });
    await hosts.pop()?.stop();
    expect(await refusal(there)).toContain('no test bot');
    {
      using sqlite = new Sqlite(join(dataDir, 'counterbell.db'), { readOnly: false });
      sqlite.exec('DELETE FROM bots');
    }

    expect(await move(there)).toMatchObject({ code: 0, stderr: '' });
    expect(await refusal(there)).toContain('holds a shop already');
    expect(await refusal(back, other)).toContain('does not open the secrets');
    expect(await refusal(['--from', url, '--to', dataDir])).toContain('holds a shop already');
    await mkdir(join(folder, 'keyed'));
    await writeFile(join(folder, 'keyed', 'vault.key'), other);
    expect(await refusal(['--from', url, '--to', join(folder, 'keyed')])).toContain('another key');
    const host = await startHeadless({ database: url, args: ['--node-name', 'one'] });
    hosts.push(host);
    expect(await refusal(back)).toContain('a host, "one", is running');
    await upload(host, 'lamp.png', PNG);
    await hosts.pop()?.stop();
    expect(await refusal(back)).toContain('1 files are not in');
    await inDatabase((db) => db.run`UPDATE schema_version SET version = ${SCHEMA_VERSION - 1}`);
    expect(await refusal(back)).toContain('start Counterbell on it once');
    await inDatabase((db) => db.run`UPDATE schema_version SET version = ${SCHEMA_VERSION + 1}`);
    expect(await refusal(back)).toContain('newer Counterbell');
  });
});

async function moved(source: ReturnType<typeof sqliteSource>, target: ReturnType<typeof sqliteTarget>) {
  try {
    return await moveAll(source, target, async () => undefined);
  } finally {
    await target.close();
    await source.close();
  }
}

/** Every transaction, several times, with what it may be given. */
async function liveIn(file: string, draw: fc.GeneratorValue): Promise<void> {
  const sqlite = new Sqlite(file, { readOnly: false });
  const db = new SqliteWritingConnection(sqlite);
  sqlite.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
  createSchema(sqlite);
  await db.transaction(() => transactions.putInstallation(db, { installation: installation(), at: 0 }));
  const names = Object.keys(transactionInputs) as (keyof Transactions)[];
  const often = names.filter((name) =>
    /receive|store|merge|Tags|audit|schedule|requestRating|changeBot|chats.begin|take|contacts.update|addUpload|savedReplies|bots.act/i.test(
      name,
    ),
  );
  const act = async (name: keyof Transactions): Promise<void> => {
    const input = transactionInputs[name](draw, sqlite);
    const perform = (): Promise<unknown> =>
      (transactions[name] as (...of: unknown[]) => Promise<unknown>)(db, ...input);
    await (name === 'rewriteFile' ? perform() : db.transaction(perform)).catch((error: unknown) => {
      if (!(error instanceof ContractError)) throw error;
    });
  };
  for (let round = 0; round < 8; round += 1)
    for (const name of [
      ...draw(fc.shuffledSubarray<keyof Transactions>, names, { minLength: names.length }),
      ...often,
      ...often,
      ...often,
    ])
      await act(name);
  // What was done last may have removed them.
  for (const name of ['saveCertificate', 'contacts.import'] as const) await act(name);
  sqlite.exec("INSERT OR REPLACE INTO connection_secrets VALUES ('ngrokToken', 'sealed')");
  while (isIndexBehind(sqlite)) sqlite.transaction(() => indexStep(sqlite));
  sqlite.close();
}

async function answers(db: Connection, inputs: ReturnType<typeof queryInputs>): Promise<unknown> {
  const found: unknown[] = [];
  for (const [name, all] of Object.entries(inputs))
    for (const input of all)
      found.push([name, input, await runQuery(db, { id: 0, name, input, context: ASKING }).catch(String)]);
  // NUL has its picture on PostgreSQL.
  return JSON.parse(String(toParameter(found)));
}
