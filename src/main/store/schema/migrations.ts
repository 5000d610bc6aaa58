import { nameKey } from '../customers/name-key.ts';
import type { Connection } from '../connection.ts';
import { CONTACT_TABLES } from './contact-tables.ts';
import { MAIL_TABLES } from './mail-tables.ts';
import { REPLY_FILE_TABLES } from './media-tables.ts';
import { WEBHOOK_TABLES } from './webhook-tables.ts';

/** Changes a table's definition, each text in it for another; its rows, indexes and triggers stay. */
type Redefine = (table: string, changes: readonly (readonly [from: string, to: string])[]) => Promise<void>;

/** Creates tables, as the schema has them. */
type Create = (tables: string) => void | Promise<void>;

/** Adds columns to a table, one a line as the schema has them, right before what `before` says in its definition. */
export type AddColumns = (table: string, before: string, columns: string) => Promise<void>;

export interface Migration {
  /** the version that it leads to */
  readonly to: number;
  /** in SQL for every database; in the transaction that also stores the version */
  readonly run: (db: Connection, redefine: Redefine, create: Create, addColumns: AddColumns) => void | Promise<void>;
}

/** The first version that anybody used. */
export const FIRST_VERSION = 24;

/** One for each version since, in order. What they lead to is also in `tables`, for new databases. */
export const MIGRATIONS: readonly Migration[] = [
  { to: 25, run: giveIdsOnce },
  { to: 26, run: findChatsOfFew },
  { to: 27, run: (_db, _redefine, create) => create(MAIL_TABLES) },
  {
    to: 28,
    run: async (_db, _redefine, create, add) => {
      await signAndLimit(add);
      await create(REPLY_FILE_TABLES);
      await create(WEBHOOK_TABLES);
    },
  },
  { to: 29, run: (_db, _redefine, create) => create(CONTACT_TABLES) },
];

/**
 * Ids of messages and the order of deliveries are never given again, and contacts are sorted by a key of their own. Only
 * SQLite has databases from before.
 */
async function giveIdsOnce(db: Connection, redefine: Redefine): Promise<void> {
  await redefine('messages', [['id INTEGER PRIMARY KEY,', 'id INTEGER PRIMARY KEY AUTOINCREMENT,']]);
  await db.run`DROP INDEX deliveries_by_sequence`;
  await redefine('deliveries', [
    [
      'message_id INTEGER PRIMARY KEY REFERENCES messages,',
      'sequence INTEGER PRIMARY KEY AUTOINCREMENT,\n    message_id INTEGER NOT NULL UNIQUE REFERENCES messages,',
    ],
    ['    sequence INTEGER NOT NULL,\n', ''],
  ]);
  await redefine('customers', [
    [
      `(iif(external_id LIKE '"%', external_id, '"' || external_id || '"'))`,
      `(CASE WHEN external_id LIKE '"%' THEN external_id ELSE '"' || external_id || '"' END)`,
    ],
    [
      '    name TEXT, phone TEXT,',
      '    -- name_key is the name for sorting\n    name TEXT, name_key TEXT, phone TEXT,',
    ],
  ]);
  await db.run`DROP INDEX saved_replies_shortcuts`;
  await db.run`
    CREATE UNIQUE INDEX saved_replies_shortcuts ON saved_replies (coalesce(operator_id, ''), shortcut_key)`;
  let last = 0;
  for (;;) {
    const rows = await db.all<{ id: string; name: string }>`
      SELECT id, name FROM customers WHERE id > ${last} AND name IS NOT NULL ORDER BY id LIMIT 1000`;
    if (rows.length === 0) break;
    for (const { id, name } of rows) await db.update('customers', { id }, { nameKey: nameKey(name) });
    last = Number(rows.at(-1)?.id);
  }
  await db.run`CREATE INDEX customers_by_name ON customers (name_key, id) WHERE contact_id IS NULL`;
}

/** Closed chats of a channel or an operator are found however many others there are. */
async function findChatsOfFew(db: Connection): Promise<void> {
  await db.run`
    CREATE INDEX chats_closed_of_channels ON chats (channel_id, last_activity_at, id) WHERE state = 'closed'`;
  await db.run`
    CREATE INDEX chats_closed_of_operators ON chats (operator_id, last_activity_at, id) WHERE state = 'closed'`;
}

/** Channels and bots have a key for signing what is sent to them, and operators may have a choice of channels. */
async function signAndLimit(add: AddColumns): Promise<void> {
  await add('channels', '    endpoint TEXT,\n', '    signing_key TEXT,\n');
  await add('bots', '    endpoint TEXT,\n', '    signing_key TEXT,\n');
  await add(
    'operators',
    '    removed_at INTEGER\n',
    '    -- the channels that they work on, as JSON; null: all\n    channels TEXT,\n',
  );
  await add(
    'invitations',
    '    invited_by TEXT NOT NULL REFERENCES operators,\n',
    '    -- as the operator has them\n    channels TEXT,\n',
  );
}
