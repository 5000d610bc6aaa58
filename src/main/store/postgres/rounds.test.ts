/** @module-tag thorough */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { standing } from '../../../../test/fixtures/acts.ts';
import { installation } from '../../../../test/fixtures/installation.ts';
import { noPostgres, spaceIn, startPostgres, type Postgres } from '../../../../test/fixtures/postgres.ts';
import { received } from '../../../../test/fixtures/received-message.ts';
import type { Change } from '../command.ts';
import { writeTogether } from '../group-commit.ts';
import type { Received, ReceivedMessage } from '../messages/receive-message.ts';
import type { Request } from '../thread.ts';
import { runRequest, scopeOf } from '../transactions.ts';
import { PostgresConnection } from './connection.ts';
import { createSchema } from './schema.ts';

describe.skipIf(noPostgres !== undefined)(
  `a batch on PostgreSQL${noPostgres === undefined ? '' : `: ${noPostgres}`}`,
  () => {
    let postgres: Postgres;
    let proxy: Server;
    let proxied: string;
    let roundTrips = 0;
    beforeAll(async () => {
      postgres = await startPostgres();
      const [, folder = ''] = /host=(.*)$/.exec(postgres.urlOf('')) ?? [];
      proxy = createServer((near) => {
        const far = connect(`${decodeURIComponent(folder)}/.s.PGSQL.5432`);
        let isAnswered = true;
        near.on('data', (piece) => {
          if (isAnswered) roundTrips += 1;
          isAnswered = false;
          // So that pieces of one flush stay together.
          setImmediate(() => far.write(piece));
        });
        far.on('data', (piece) => {
          isAnswered = true;
          near.write(piece);
        });
        near.once('close', () => far.destroy());
        far.once('close', () => near.destroy());
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const { port } = proxy.address() as AddressInfo;
      proxied = `postgres://counterbell@127.0.0.1:${port}/postgres?sslmode=disable`;
    });
    afterAll(async () => {
      proxy.close();
      await postgres.remove();
    });

    let db: PostgresConnection;
    beforeEach(async () => {
      const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
      await spaceIn(postgres.urlOf('postgres'), name).create();
      db = new PostgresConnection(spaceIn(proxied, name).url);
      await createSchema(db);
      const bots = [{ id: 'faq', channelIds: ['app'] }];
      await write([{ name: 'putInstallation', input: { installation: installation({ bots }), at: 0 } }]);
    });
    afterEach(() => db.close());

    const write = (asked: readonly Pick<Request, 'name' | 'input'>[], of = db) =>
      of.inTurn(() =>
        writeTogether(
          of,
          asked.map((each, id) => ({ id, context: standing(1000), ...each })),
          runRequest,
          scopeOf,
        ),
      );
    const receive = async (batch: readonly Partial<ReceivedMessage>[]): Promise<readonly Received[]> => {
      const outcomes = await write(batch.map((each) => ({ name: 'messages.receive', input: received(each) })));
      return outcomes.map((outcome) => {
        if (!outcome.ok) throw new Error(outcome.failure.detail);
        return (outcome.value as Change<Received>).answer;
      });
    };

    /** Messages of as many customers, of all kinds: with away messages, to a bot, with new names. */
    const messagesOf = (count: number, name: string): Partial<ReceivedMessage>[] =>
      Array.from({ length: count }, (_each, index) => ({
        externalId: `"customer-${index}"`,
        sender: { name },
        channelId: index % 3 === 0 ? 'app' : 'shop',
        digest: `${name} ${index}`,
        texts: index % 5 === 0 ? ['one', 'two'] : ['one'],
        ...(index % 4 === 1 && {
          automatic: { text: 'Nobody is here, {{customer}}', channelName: 'Shop', anyAvailable: false },
        }),
      }));

    test.each([1, 8, 64])('of messages of %i customers takes at most six round trips', async (count) => {
      const measured = async (batch: readonly Partial<ReceivedMessage>[]) => {
        const before = roundTrips;
        const outcomes = (await receive(batch)).map(({ outcome }) => outcome);
        return { outcomes, took: roundTrips - before };
      };
      const known = messagesOf(count, 'Anna').slice(0, Math.ceil(count / 2));
      const stored = known.map(() => 'stored');
      const first = await measured(known);
      const [repeat = {}] = known;
      const others = messagesOf(count, 'Maria').slice(1);
      const second = await measured([repeat, ...others]);
      expect([first.outcomes, second.outcomes]).toEqual([stored, ['repeat', ...others.map(() => 'stored')]]);
      expect(first.took).toBeLessThanOrEqual(6);
      expect(second.took).toBeLessThanOrEqual(6);
      expect(await db.value`SELECT count(*) FROM customers`).toBe(count);
      expect(await db.value`SELECT count(*) FROM bot_events`).toBeGreaterThanOrEqual(count / 3);
      expect(await db.value`SELECT count(*) FROM search_messages`).toBe(await db.value`SELECT count(*) FROM messages`);
    });

    test('keeps the order of what each customer wrote', async () => {
      const said = ['a 1', 'b 1', 'a 2', 'c 1', 'a 3', 'b 2'];
      const answers = await receive(said.map((text) => ({ texts: [text], externalId: `"${text.charAt(0)}"` })));
      expect(answers.map(({ outcome }) => outcome)).toEqual(said.map(() => 'stored'));
      const texts = await db.column<string>`SELECT text FROM messages ORDER BY chat_id, id`;
      expect(texts.toSorted()).toEqual(said.toSorted());
      for (const customer of ['a', 'b', 'c']) {
        const theirs = (text: string): boolean => text.startsWith(customer);
        expect(texts.filter(theirs)).toEqual(said.filter(theirs));
      }
      expect(await db.all`SELECT unanswered, last_message_id FROM chats ORDER BY unanswered`).toEqual([
        { unanswered: 1, lastMessageId: await db.value<number>`SELECT id FROM messages WHERE text = 'c 1'` },
        { unanswered: 2, lastMessageId: await db.value<number>`SELECT id FROM messages WHERE text = 'b 2'` },
        { unanswered: 3, lastMessageId: await db.value<number>`SELECT id FROM messages WHERE text = 'a 3'` },
      ]);
    });

    test('in which one fails stores all others, once', async () => {
      const batch = messagesOf(9, 'Anna').map((each, index) => (index === 4 ? { ...each, type: null as never } : each));
      const outcomes = await write(batch.map((each) => ({ name: 'messages.receive', input: received(each) })));
      expect(outcomes.map(({ ok }) => ok)).toEqual(batch.map((_each, index) => index !== 4));
      expect(outcomes[4]).toMatchObject({
        failure: { code: 'internal', detail: expect.stringContaining('null value') },
      });
      expect(await db.value`SELECT count(*) FROM messages WHERE author = 'customer'`).toBe(8 + 2);
      expect(await db.value`SELECT count(*) FROM customers`).toBe(8);
    });

    test('whose first statement fails is refused for that reason', async () => {
      const none = (): undefined => undefined;
      const begin = "SELECT CAST('not mine' AS BIGINT)";
      const other = new PostgresConnection(proxied, {
        begin,
        start: none,
        began: none,
        end: () => [],
        committed: none,
      });
      const outcomes = await write(
        messagesOf(3, 'Anna').map((each) => ({ name: 'messages.receive', input: received(each) })),
        other,
      );
      const failure = { code: 'internal', detail: expect.stringContaining('not mine') };
      expect(outcomes).toMatchObject([{ failure }, { failure }, { failure }]);
      await other.close();
    });
  },
);
