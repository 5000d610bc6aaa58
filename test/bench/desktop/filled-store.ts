import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';

const DAY = 24 * 60 * 60 * 1000;

/** A year of a busy shop: all messages except those of the last chats are in closed ones. */
const CHATS = 10_000;
const MESSAGES_A_CHAT = 100;
const WAITING = 100;
/** Maximum milliseconds for the search index. */
const INDEXING = 300_000;

/** Writes 1,000,000 messages in 10,000 chats, 100 of them waiting, into the database of a stopped app. */
export function fillStore(dataDir: string, channelId: string): void {
  const database = new DatabaseSync(join(dataDir, 'counterbell.db'));
  try {
    database.exec('BEGIN');
    const addCustomer = database.prepare(
      'INSERT INTO customers (channel_id, external_id, name, first_seen_at) VALUES (?, ?, ?, ?)',
    );
    const addChat = database.prepare(
      'INSERT INTO chats (customer_id, channel_id, state, unanswered, waiting_since, opened_at, last_activity_at, closed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const addMessage = database.prepare(
      'INSERT INTO messages (chat_id, author, type, text, external_id, digest, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const noteLast = database.prepare('UPDATE chats SET last_message_id = ? WHERE id = ?');
    const now = Date.now();
    for (let chat = 0; chat < CHATS; chat += 1) {
      const isWaiting = chat >= CHATS - WAITING;
      const begun = now - 2 * DAY - Math.round(((CHATS - chat) / CHATS) * 365 * DAY);
      const end = begun + MESSAGES_A_CHAT * 60_000;
      const customerId = addCustomer.run(
        channelId,
        JSON.stringify(`customer-${chat}`),
        `Customer ${chat}`,
        begun,
      ).lastInsertRowid;
      const state = isWaiting ? ['waiting', MESSAGES_A_CHAT, begun] : ['closed', 0, null];
      const chatId = addChat.run(customerId, channelId, ...state, begun, end, isWaiting ? null : end).lastInsertRowid;
      let last: number | bigint = 0;
      for (let message = 0; message < MESSAGES_A_CHAT; message += 1) {
        const text = `The lamp that came yesterday is green, and I had ordered a blue one. Message ${message} of chat ${chat}.`;
        last = addMessage.run(
          chatId,
          'customer',
          'text',
          text,
          `${chat}-${message}`,
          `${chat}-${message}`,
          begun + message * 60_000,
        ).lastInsertRowid;
      }
      noteLast.run(last, chatId);
    }
    database.exec('COMMIT');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** Resolves when the running app has indexed everything: that is work of an upgrade, not of every day. */
export async function untilIndexed(dataDir: string): Promise<void> {
  const until = performance.now() + INDEXING;
  const database = new DatabaseSync(join(dataDir, 'counterbell.db'), { readOnly: true });
  try {
    while (
      database
        .prepare(
          'SELECT (SELECT max(id) FROM messages) > messages OR (SELECT max(id) FROM customers) > customers AS behind FROM search_progress',
        )
        .get()?.['behind'] !== 0
    ) {
      if (performance.now() > until) throw new Error('the search index is not made');
      await passing(500);
    }
  } finally {
    database.close();
  }
}
