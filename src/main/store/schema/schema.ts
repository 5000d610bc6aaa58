import { CONTACT_TABLES } from './contact-tables.ts';
import { MAIL_TABLES } from './mail-tables.ts';
import { MEDIA_TABLES } from './media-tables.ts';
import { TABLES } from './tables.ts';
import { WEBHOOK_TABLES } from './webhook-tables.ts';

/**
 * Sign-ins and changes. Triggers, in each database's own words, keep them as they are, whatever part of the program
 * writes: an entry's count may grow, and entries go when they are a year older than the newest.
 */
const AUDIT_TABLE = `
  CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    operator_id TEXT,
    operator_name TEXT,
    source TEXT,
    action TEXT NOT NULL,
    kind TEXT,
    about_id TEXT,
    about TEXT,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (at, sequence);
  CREATE INDEX audit_of_operators ON audit (operator_id, at, sequence);
`;

/** Devices from which operators sign in, and their invitations. */
const DEVICE_TABLES = `
  -- browsers and apps that are signed in; of their keys there are only digests
  CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    key_digest TEXT NOT NULL UNIQUE,
    joined_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    last_from TEXT,
    -- where it is notified while closed, as JSON
    push TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE invitations (
    -- a digest of the secret
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    -- for a further device of theirs
    operator_id TEXT REFERENCES operators,
    -- as the operator has them
    channels TEXT,
    invited_by TEXT NOT NULL REFERENCES operators,
    secret TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
`;

/** Counts for reports, by quarter of an hour, when somebody asks for one. */
const REPORT_TABLES = `
  CREATE TABLE message_counts (
    quarter INTEGER NOT NULL,
    channel_id TEXT NOT NULL REFERENCES channels,
    author TEXT NOT NULL,
    who TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (quarter, channel_id, author, who)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE messages_counted (
    up_to INTEGER NOT NULL
  ) STRICT;
  INSERT INTO messages_counted VALUES (0);
`;

/** All tables but those of search, as SQLite reads them. */
export const ALL_TABLES = `${TABLES} ${MEDIA_TABLES} ${DEVICE_TABLES} ${AUDIT_TABLE} ${REPORT_TABLES} ${MAIL_TABLES} ${WEBHOOK_TABLES} ${CONTACT_TABLES}`;

/** The version of the schema in `ALL_TABLES`. */
export const SCHEMA_VERSION = 29;
