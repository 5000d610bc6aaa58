import type { Connection } from './connection.ts';

/** Applied in order, each once; never edit one that was released. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id TEXT NOT NULL,
    external_id TEXT NOT NULL,
    name TEXT, phone TEXT, email TEXT, photo TEXT, url TEXT, invite TEXT,
    given TEXT NOT NULL DEFAULT '{}',
    first_seen_at INTEGER NOT NULL,
    UNIQUE (channel_id, external_id)
  ) STRICT;

  CREATE TABLE chats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers,
    channel_id TEXT NOT NULL,
    state TEXT NOT NULL,
    operator_id TEXT,
    unread INTEGER NOT NULL DEFAULT 0,
    waiting_since INTEGER,
    failed INTEGER NOT NULL DEFAULT 0,
    opened_at INTEGER NOT NULL,
    last_activity_at INTEGER NOT NULL,
    closed_at INTEGER,
    before_close TEXT,
    last_message_id INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX chats_one_open ON chats (customer_id) WHERE state <> 'closed';
  CREATE INDEX chats_by_customer ON chats (customer_id, id);
  CREATE INDEX chats_waiting ON chats (waiting_since, id) WHERE state = 'waiting';
  CREATE INDEX chats_closed ON chats (last_activity_at, id) WHERE state = 'closed';
  CREATE INDEX chats_closed_at ON chats (closed_at) WHERE state = 'closed';
  CREATE INDEX chats_opened ON chats (opened_at);

  CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    chat_id INTEGER NOT NULL REFERENCES chats,
    author TEXT NOT NULL,
    type TEXT NOT NULL,
    text TEXT,
    fields TEXT,
    external_id TEXT,
    operator_id TEXT,
    author_name TEXT,
    event TEXT,
    digest TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX messages_by_chat ON messages (chat_id, id);

  CREATE TABLE deliveries (
    message_id INTEGER PRIMARY KEY REFERENCES messages,
    chat_id INTEGER NOT NULL,
    channel_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    delivered_at INTEGER
  ) STRICT;
  CREATE INDEX deliveries_by_place ON deliveries (place);
  CREATE INDEX deliveries_sending ON deliveries (place) WHERE state = 'sending';

  CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entries TEXT NOT NULL
  ) STRICT;
  `,
];

/** Whether this database was made by a newer Counterbell: then it may be read, never written. */
export function isNewer(connection: Connection): boolean {
  return schemaVersion(connection) > MIGRATIONS.length;
}

export function migrate(connection: Connection): void {
  for (let version = schemaVersion(connection); version < MIGRATIONS.length; version += 1) {
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(MIGRATIONS[version] ?? '');
      connection.exec(`PRAGMA user_version = ${version + 1}`);
      connection.exec('COMMIT');
    } catch (error) {
      connection.exec('ROLLBACK');
      throw error;
    }
  }
}

function schemaVersion(connection: Connection): number {
  return Number(connection.get('PRAGMA user_version')?.['user_version'] ?? 0);
}
