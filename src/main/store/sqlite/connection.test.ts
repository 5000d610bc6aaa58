import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { writeTogether } from '../group-commit.ts';
import { SqliteWritingConnection } from './connection.ts';
import { Sqlite } from './sqlite.ts';

let connection: SqliteWritingConnection;
beforeEach(() => {
  const sqlite = new Sqlite(':memory:', { readOnly: false });
  sqlite.exec('CREATE TABLE words (word TEXT NOT NULL UNIQUE) STRICT');
  connection = new SqliteWritingConnection(sqlite);
});

const add = (of: SqliteWritingConnection, word: string) => of.run`INSERT INTO words VALUES (${word})`;
const words = () => connection.sqlite.all`SELECT word FROM words ORDER BY rowid`.map(({ word }) => word);
const known = {
  /** pauses halfway, as for a long operation */
  slowly: async (of: SqliteWritingConnection, word: string) => {
    await add(of, `${word} begins`);
    await wait(30);
    await add(of, `${word} ends`);
    return of.sqlite.inTransaction;
  },
  quickly: async (of: SqliteWritingConnection, word: string) => {
    await add(of, word);
    return of.sqlite.inTransaction;
  },
  never: async (of: SqliteWritingConnection, word: string) => {
    await add(of, `${word} begins`);
    await wait(10);
    throw new Error('it cannot be done');
  },
};
type Asked = readonly [name: keyof typeof known, word: string];
const write = (...asked: readonly Asked[]) =>
  connection.inTurn(() =>
    writeTogether(
      connection,
      asked.map(([name, input], id) => ({ id, name, input })),
      (of, { name, input }) => known[name as keyof typeof known](of, input as string),
      // `a-1` and `a-2` are of the scope `a`.
      ({ input }) => /^(\w)-/.exec(input as string)?.[1],
    ),
  );
const did = (id: number) => ({ id, ok: true, value: true });

test('however long a transaction waits, no other batch or idle work interrupts it', async () => {
  const order: string[] = [];
  const said = (what: string) => () => void order.push(what);
  const first = write(['slowly', 'a'], ['quickly', 'b']).finally(said('first'));
  const second = write(['quickly', 'c']).finally(said('second'));
  const idle = connection.inTurn(() => void order.push(`idle, in a transaction: ${connection.sqlite.inTransaction}`));
  const third = write(['slowly', 'd']).finally(said('third'));
  expect(await Promise.all([first, second, third, idle])).toEqual([[did(0), did(1)], [did(0)], [did(0)], undefined]);
  expect(words()).toEqual(['a begins', 'a ends', 'b', 'c', 'd begins', 'd ends']);
  expect(order).toEqual(['first', 'second', 'idle, in a transaction: false', 'third']);
});

test('one that fails after a wait only rolls back its own changes, and the rest of its batch runs before the next batch', async () => {
  const first = write(['slowly', 'a'], ['never', 'b'], ['quickly', 'c']);
  const second = write(['quickly', 'd'], ['slowly', 'e']);
  const [, failed] = await first;
  expect(failed).toMatchObject({ ok: false, failure: { code: 'internal' } });
  expect(await second).toEqual([did(0), did(1)]);
  expect(words()).toEqual(['a begins', 'a ends', 'c', 'd', 'e begins', 'e ends']);
});

test('requests of different scopes go on at the same time, those of the same in their order, and others alone', async () => {
  const asked: readonly Asked[] = [
    ['slowly', 'a-1'],
    ['quickly', 'a-2'],
    ['quickly', 'b-1'],
    ['quickly', 'c'],
    ['quickly', 'b-2'],
  ];
  expect(await write(...asked)).toEqual(asked.map((_each, id) => did(id)));
  expect(words()).toEqual(['a-1 begins', 'b-1', 'a-1 ends', 'a-2', 'c', 'b-2']);
});

test('one that fails while others go on rolls them back when all have ended, and each then runs alone', async () => {
  const outcomes = await write(['slowly', 'a-1'], ['never', 'b-1'], ['quickly', 'c-1']);
  expect(outcomes).toMatchObject([did(0), { ok: false, failure: { code: 'internal' } }, did(2)]);
  expect(words()).toEqual(['a-1 begins', 'a-1 ends', 'c-1']);
});

test('a failing turn does not stop those behind it', async () => {
  const failing = connection.inTurn(() => Promise.reject(new Error('it cannot be done')));
  const next = write(['quickly', 'a']);
  await expect(failing).rejects.toThrow('it cannot be done');
  expect(await next).toEqual([did(0)]);
});
