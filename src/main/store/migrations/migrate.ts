import type { Connection } from '../connection.ts';
import { botsOfChats } from './bots-of-chats.ts';
import { contacts } from './contacts.ts';
import { hours } from './hours.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';

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
  `
  ALTER TABLE chats ADD COLUMN bot_id TEXT;
  ALTER TABLE chats ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE chats ADD COLUMN bot_may_speak INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE chats ADD COLUMN rating TEXT;
  CREATE INDEX chats_of_bots ON chats (bot_id) WHERE state = 'bot';
  ALTER TABLE messages ADD COLUMN bot_id TEXT;
  ALTER TABLE messages ADD COLUMN held_back TEXT;
  CREATE INDEX messages_of_system ON messages (chat_id, id) WHERE author = 'system';
  ALTER TABLE customers ADD COLUMN filled_by_bot TEXT NOT NULL DEFAULT '[]';

  CREATE TABLE bot_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    direction TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    chat_id INTEGER,
    kind TEXT NOT NULL,
    message_id INTEGER,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    status INTEGER,
    note TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    log TEXT,
    digest TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX bot_events_by_chat ON bot_events (chat_id, id);
  CREATE INDEX bot_events_sending ON bot_events (id) WHERE state = 'sending';
  CREATE INDEX bot_events_heard ON bot_events (at, bot_id) WHERE direction = 'in';
  CREATE INDEX bot_events_of_message ON bot_events (message_id) WHERE direction = 'out';
  CREATE INDEX bot_events_digest ON bot_events (digest, at) WHERE digest IS NOT NULL;

  CREATE TABLE bot_blocks (
    bot_id TEXT PRIMARY KEY,
    until INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE ratings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    chat_id INTEGER NOT NULL REFERENCES chats,
    customer_id INTEGER NOT NULL REFERENCES customers,
    channel_id TEXT NOT NULL,
    bot_id TEXT,
    operator_id TEXT,
    asked_name TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    rate INTEGER,
    comment TEXT,
    first_rated_at INTEGER,
    rated_at INTEGER
  ) STRICT;
  CREATE INDEX ratings_given ON ratings (rated_at, id) WHERE rate IS NOT NULL;
  CREATE INDEX ratings_by_customer ON ratings (customer_id, rated_at) WHERE rate IS NOT NULL;
  CREATE INDEX ratings_by_chat ON ratings (chat_id);
  `,
  // The journal has a file of its own now.
  'DROP TABLE journal',
  `
  CREATE TABLE hosted_files (
    token TEXT PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES messages,
    part TEXT NOT NULL,
    digest TEXT NOT NULL,
    file_name TEXT NOT NULL,
    link_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (message_id, part)
  ) STRICT;
  CREATE INDEX hosted_files_by_digest ON hosted_files (digest, expires_at);

  CREATE TABLE stickers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    emoji TEXT,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE media_files (
    digest TEXT PRIMARY KEY,
    media_type TEXT NOT NULL,
    form TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    kept INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX media_files_by_use ON media_files (used_at) WHERE kept = 0;

  CREATE TABLE media_links (
    owner_id INTEGER NOT NULL,
    part TEXT NOT NULL,
    url TEXT NOT NULL,
    digest TEXT,
    refusal TEXT,
    status INTEGER,
    size INTEGER,
    at INTEGER NOT NULL,
    PRIMARY KEY (owner_id, part)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX media_links_by_digest ON media_links (digest) WHERE digest IS NOT NULL;

  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    file_name TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX uploads_by_digest ON uploads (digest);
  `,
  `
  CREATE TABLE saved_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shortcut TEXT NOT NULL,
    shortcut_key TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
  ) STRICT;
  `,
  contacts,
  search,
  hours,
  reports,
  botsOfChats,
  // Whether a customer is answered is a fact of the chat; who has looked at it is each operator's own. And what an operator
  // sends has one identity, from the key press on: asked for again, it is not there twice.
  `
  ALTER TABLE chats RENAME COLUMN unread TO unanswered;
  ALTER TABLE chats ADD COLUMN seen TEXT;
  ALTER TABLE messages ADD COLUMN client_id TEXT;
  ALTER TABLE messages ADD COLUMN part INTEGER;
  UPDATE messages SET external_id = NULL WHERE author IN ('operator', 'note');
  CREATE UNIQUE INDEX messages_by_client ON messages (chat_id, author, client_id, part) WHERE client_id IS NOT NULL;
  `,
];

/** The newest schema that this Counterbell knows. */
export const NEWEST_SCHEMA = MIGRATIONS.length;

/** Whether this database was made by a newer Counterbell: then it may be read, never written. */
export function isNewer(connection: Connection): boolean {
  return schemaVersion(connection) > NEWEST_SCHEMA;
}

/** Brings a database to a schema, the newest where none is said; what is there already stays. */
export function migrate(connection: Connection, to = NEWEST_SCHEMA): void {
  for (let version = schemaVersion(connection); version < to; version += 1) {
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

/** How many migrations a database has had; 0: none, it is new. */
export function schemaVersion(connection: Connection): number {
  return Number(connection.get('PRAGMA user_version')?.['user_version'] ?? 0);
}
