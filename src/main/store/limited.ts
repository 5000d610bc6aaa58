import type { Connection } from './connection.ts';
import { rowId } from './rows.ts';
import type { Search } from './search/search.ts';
import { Sql, sql, type Query } from './sql.ts';

/** What belongs to a channel. */
export type Owned = 'chat' | 'customer' | 'message' | 'mail' | 'scheduledReply';

/** The channel of one of them; undefined: there is none with this id. A channel never changes. */
async function channelOf(db: Connection, { of, id }: { readonly of: Owned; readonly id: string }) {
  return await db.value<string>`${CHANNEL[of]} = ${rowId(id)}`;
}

const CHANNEL: Readonly<Record<Owned, Sql>> = {
  chat: sql`SELECT channel_id FROM chats WHERE id`,
  customer: sql`SELECT channel_id FROM customers WHERE id`,
  message: sql`SELECT channel_id FROM messages JOIN chats ON chats.id = chat_id WHERE messages.id`,
  // The mailbox that took it may be another channel than its chat's.
  mail: sql`SELECT chats.channel_id FROM mails JOIN chats ON chats.id = chat_id WHERE mails.id`,
  scheduledReply: sql`SELECT channel_id FROM scheduled_replies JOIN chats ON chats.id = chat_id WHERE scheduled_replies.id`,
};

export const limitQueries = { channelOf } as const;

interface Limits {
  readonly channels: readonly string[];
  /** before the name of a table, where a common table expression has the same name */
  readonly schema: 'main.' | '';
  readonly search: (db: Connection) => Search;
}

/**
 * The same database for somebody who works on these channels only: common table expressions stand in front of its tables,
 * so that no query has to know of it. A card that their customers share with one of another channel is there.
 */
export function limitedConnection(db: Connection, { channels, schema, search }: Limits): Connection {
  const theirs = new Sql(`channel_id IN (NULL${', ?'.repeat(channels.length)})`, channels);
  const all = (name: string): Sql => new Sql(`${schema}${name}`);
  const shown = ['chats', 'ratings', 'message_counts'].map(
    (name) => sql`${new Sql(name)} AS (SELECT * FROM ${all(name)} WHERE ${theirs})`,
  );
  const views = sql`
    WITH ${shown.reduce((before, view) => sql`${before}, ${view}`)},
    customers AS (SELECT * FROM ${all('customers')} WHERE ${theirs} OR id IN (
      SELECT contact_id FROM ${all('customers')} WHERE contact_id IS NOT NULL AND ${theirs})),
    mails AS (SELECT * FROM ${all('mails')} WHERE EXISTS (SELECT 1 FROM chats WHERE chats.id = chat_id)),
    chat_tags AS (SELECT * FROM ${all('chat_tags')} WHERE EXISTS (SELECT 1 FROM chats WHERE chats.id = chat_id)),
    customer_tags AS (SELECT * FROM ${all('customer_tags')} WHERE EXISTS (
      SELECT 1 FROM customers WHERE customers.id = customer_id))`;
  const within = (query: Query): Sql => {
    const { text, values } = sql(...query);
    return new Sql(`${views.text} ${text}`, [...views.values, ...values]);
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('only what is read can be limited'));
  return {
    get: (...query) => db.get(within(query)),
    all: (...query) => db.all(within(query)),
    value: (...query) => db.value(within(query)),
    column: (...query) => db.column(within(query)),
    each: (...query) => db.each(within(query)),
    run: refuse,
    insert: refuse,
    update: refuse,
    put: refuse,
    limitedTo: () => refuse() as never,
    get search() {
      return search(this);
    },
  };
}
