import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { WritingConnection } from '../connection.ts';
import { openStore } from '../store.ts';
import { migrate, NEWEST_SCHEMA } from './migrate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-migrate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A file as this earlier version left it, with a conversation in it. */
function earlierDatabase(version: number): string {
  const file = join(folder, `version-${version}.db`);
  const connection = new WritingConnection(file, { readOnly: false });
  migrate(connection, version);
  connection.exec(`
    INSERT INTO customers (channel_id, external_id, name, first_seen_at) VALUES ('shop', '"anna"', 'Anna', 1000);
    INSERT INTO chats (customer_id, channel_id, state, opened_at, last_activity_at, waiting_since, unread, last_message_id) VALUES (1, 'shop', 'waiting', 1000, 1000, 1000, 1, 1);
    INSERT INTO messages (chat_id, author, type, text, at) VALUES (1, 'customer', 'text', 'Is it in stock?', 1000)`);
  connection.close();
  return file;
}

const schemaOf = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .all();
  database.close();
  return rows.map((row) => ({ ...row }));
};

describe.each(Array.from({ length: NEWEST_SCHEMA - 1 }, (_, index) => index + 1))(
  'a database of version %i',
  (version) => {
    test('is brought up to date, keeps what was said, and takes what comes', async () => {
      const file = earlierDatabase(version);
      const store = await openStore({ file, worker: inject('storeWorker'), log: pino({ level: 'silent' }) });
      await store.write('receiveMessage', {
        channelId: 'shop',
        externalId: '"anna"',
        sender: {},
        type: 'text',
        texts: ['Hello?'],
        fields: {},
        messageExternalId: undefined,
        digest: undefined,
        at: 2000,
        repeatsSince: 0,
      });
      const { chats } = await store.read('listChats', { operatorId: 'olga', limit: 10 });
      expect(chats).toMatchObject([
        {
          id: '1',
          state: 'waiting',
          unanswered: 2,
          waitingSince: 1000,
          customer: { name: 'Anna' },
          lastMessage: { text: 'Hello?' },
        },
      ]);
      const { messages } = await store.read('listMessages', { chatId: '1', limit: 10 });
      expect(messages.map(({ text }) => text)).toEqual(['Is it in stock?', 'Hello?']);
      await store.stop();
      const fresh = join(folder, 'fresh.db');
      await (await openStore({ file: fresh, worker: inject('storeWorker'), log: pino({ level: 'silent' }) })).stop();
      expect(schemaOf(file)).toEqual(schemaOf(fresh));
    });
  },
);
