import { withoutMarks } from '#shared/domain/search-terms.ts';
import { CONTACT_FIELDS, mapContactFields, type ContactField } from '#shared/domain/contact-fields.ts';
import { z } from 'zod';
import { tagName, type Contact } from '#shared/contract/contacts.ts';
import { pageFields } from '#shared/contract/fields.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import { query } from '../command.ts';
import { allOf, inIds, isThere, sql, type Sql } from '../sql.ts';
import { FIELD_COLUMNS, findCard, readContact, toBlocked, type BlockedRow } from './contacts.ts';
import {
  CUSTOMER_COLUMNS,
  JOIN_CARD,
  readChat,
  selectChat,
  toChat,
  toCustomer,
  type ChatRow,
  type CustomerRow,
  pageOf,
  parseCursor,
  beyondCursor,
  ifFew,
} from '../rows.ts';
import { tagKey } from '#shared/domain/tags.ts';

/** Maximum results of a search; more typing narrows it. */
const MAX_RESULTS = 20;

/** Customers that are searched, latest first: takes a fraction of a second. */
const MAX_SCANNED = 200_000;

type SearchedRow = { readonly [F in 'externalId' | 'contactId' | ContactField]?: string } & { readonly id: string };

function matchesWords(words: string): (row: SearchedRow) => boolean {
  const wanted = fold(words).split(' ');
  return (row) => {
    const text = fold([...CONTACT_FIELDS, 'externalId' as const].map((field) => row[field] ?? '').join(' '));
    return wanted.every((word) => text.includes(word));
  };
}

function sharesField(own: Contact): (row: SearchedRow) => boolean {
  const wanted = mapContactFields((field) => fold(own[field] ?? ''));
  return (row) => CONTACT_FIELDS.some((field) => wanted[field] !== '' && fold(row[field] ?? '') === wanted[field]);
}

function fold(text: string): string {
  return withoutMarks(text).replaceAll(/\s+/gu, ' ').trim();
}

/** Maximum customers listed from a search. */
const MAX_LISTED = 200;

const contactsSelection = z.object({
  sort: z.enum(['activity', 'name']),
  query: z.string().max(200).optional(),
  /** of the contact */
  tag: tagName.optional(),
  /** channels they have written on */
  channelId: z.string().max(100).optional(),
  ...pageFields,
});
type ContactsSelection = z.output<typeof contactsSelection>;

/** Selects the customers who share a card: its own, and those merged into it. */
const customersOfCardSql = (card: Sql): Sql => sql`(
  SELECT one.id FROM customers AS one WHERE one.id = ${card}
  UNION ALL SELECT one.id FROM customers AS one WHERE one.contact_id = ${card})`;

/** Filters the list by certain cards; `theirs` selects the customers of one. */
function contactFilters({ tag, channelId }: ContactsSelection, theirs: Sql) {
  return allOf(
    tag !== undefined &&
      isThere(sql`FROM customer_tags JOIN tags ON tags.id = customer_tags.tag_id
        WHERE tags.key = ${tagKey(tag)} AND customer_tags.customer_id IN ${theirs}`),
    // Not by an index of the channel, which SQLite would read whole for each card.
    channelId !== undefined &&
      isThere(sql`FROM customers AS there WHERE there.channel_id || '' = ${channelId} AND there.id IN ${theirs}`),
  );
}

/** The latest chat of each card, by activity: a page is read without scanning all chats. */
async function byActivity(db: Connection, asked: ContactsSelection, found: readonly string[] | undefined) {
  // No join: PostgreSQL would do it for all chats, and sort those.
  const theirs = customersOfCardSql(
    sql`(SELECT coalesce(own.contact_id, own.id) FROM customers AS own WHERE own.id = chats.customer_id)`,
  );
  const beyond = beyondCursor(asked.cursor, sql`(chats.last_activity_at, chats.id) <`);
  const filters = allOf(found && sql`chats.customer_id IN ${inIds(found)}`, contactFilters(asked, theirs));
  const latestFirst = sql`ORDER BY chats.last_activity_at DESC, chats.id DESC LIMIT ${asked.limit + 1}`;
  const latestOf = (state: Sql): Sql => sql`
    SELECT * FROM (SELECT * FROM chats
      WHERE ${allOf(state, beyond, filters)}
        AND NOT ${isThere(sql`FROM chats AS later WHERE later.customer_id IN ${theirs}
          AND (later.last_activity_at, later.id) > (chats.last_activity_at, chats.id)`)}
      ${latestFirst}) AS part`;
  const [open, closed] = [latestOf(sql`chats.state <> 'closed'`), latestOf(sql`chats.state = 'closed'`)];
  const rows = await db.all<ChatRow>`${selectChat(sql`(${open} UNION ALL ${closed})`)} ${latestFirst}`;
  const { page: chats, ...next } = pageOf(rows.map(toChat), asked.limit, (chat) => ({
    value: chat.lastActivityAt,
    id: chat.id,
  }));
  return { chats, ...next };
}

/** Sorts by name; contacts without one come last. */
async function byName(db: Connection, asked: ContactsSelection, found: readonly string[] | undefined) {
  const after = parseCursor(asked.cursor);
  const key = after && (await db.value<string>`SELECT name_key FROM customers WHERE id = ${after.id}`);
  const theirs = customersOfCardSql(sql`customers.id`);
  const filters = allOf(found && sql`customers.id IN ${inIds(found)}`, contactFilters(asked, theirs));
  const list = (part: Sql, order: Sql, limit: number) =>
    db.all<{ id: string; chatId: string }>`
      SELECT id, (SELECT chats.id FROM chats WHERE chats.customer_id IN ${theirs}
        ORDER BY chats.last_activity_at DESC, chats.id DESC LIMIT 1) AS chat_id
      FROM customers WHERE ${allOf(sql`contact_id IS NULL`, part, filters)}
        AND ${isThere(sql`FROM chats WHERE chats.customer_id IN ${theirs}`)}
      ORDER BY ${order} LIMIT ${limit}`;
  const most = asked.limit + 1;
  const beyondName = key === undefined ? sql`name_key IS NOT NULL` : sql`(name_key, id) > (${key}, ${after?.id})`;
  const isPastNames = after !== undefined && key === undefined;
  const named = isPastNames ? [] : await list(beyondName, sql`name_key, id`, most);
  const beyond = isPastNames ? sql`name_key IS NULL AND id > ${after.id}` : sql`name_key IS NULL`;
  const unnamed = named.length === most ? [] : await list(beyond, sql`id`, most - named.length);
  const { page, ...next } = pageOf([...named, ...unnamed], asked.limit, ({ id }) => ({ value: 0, id }));
  const chats = await mapInOrder(page, ({ chatId }) => readChat(db, chatId));
  return { chats, ...next };
}

/** The customers, with those who share their cards, that a selection leaves if they are few; undefined: they are not. */
async function findFew(db: Connection, { query: text = '', tag, channelId }: ContactsSelection) {
  if (text.trim() !== '') {
    const { customers } = await db.search.customers({ text, channelId, limit: MAX_LISTED });
    return await withTheirCards(db, inIds(customers.map(({ chat }) => chat.customer.id)));
  }
  const few =
    (tag !== undefined &&
      (await ifFew(
        db,
        sql`SELECT customer_id FROM customer_tags JOIN tags ON tags.id = tag_id WHERE tags.key = ${tagKey(tag)}`,
      ))) ||
    (channelId !== undefined && (await ifFew(db, sql`SELECT id FROM customers WHERE channel_id = ${channelId}`)));
  return few ? await withTheirCards(db, inIds(few)) : undefined;
}

async function withTheirCards(db: Connection, ids: Sql): Promise<readonly string[]> {
  const cards = inIds(
    await db.column<string>`SELECT DISTINCT coalesce(contact_id, id) AS card_id FROM customers WHERE id IN ${ids}`,
  );
  return await db.column<string>`
    SELECT id FROM customers WHERE id IN ${cards} UNION SELECT id FROM customers WHERE contact_id IN ${cards}`;
}

const ofCustomer = z.object({ customerId: z.string() });

export const contactRouteQueries = {
  /**
   * Every contact with a chat, by latest activity or by name: their tags, and their latest chat. A query is matched
   * among the 200 newest customers that the search finds. Coded error: invalid_input, for an invalid cursor
   */
  'contacts.list': query({
    for: 'everyone',
    input: contactsSelection,
    topics: ['contacts', 'tagged'],
    read: async (db, asked) => {
      const found = await findFew(db, asked);
      const { chats, ...next } =
        asked.sort === 'name' ? await byName(db, asked, found) : await byActivity(db, asked, found);
      const contacts = await mapInOrder(chats, async (chat) => ({
        tags: (await readContact(db, chat.customer.id)).tags,
        chat,
      }));
      return { contacts, ...next };
    },
  }),
  /** a customer's chats, and those of customers merged with them, newest first. Coded error: not_found */
  'customers.chats': query({
    for: 'everyone',
    input: ofCustomer.extend({ limit: pageFields.limit }),
    topics: ['contacts', 'tagged'],
    read: async (db, { customerId, limit }) => {
      const card = await findCard(db, customerId);
      const rows = await db.all<ChatRow>`
        ${selectChat()} WHERE chats.customer_id IN (SELECT id FROM customers WHERE id = ${card} OR contact_id = ${card})
        ORDER BY chats.id DESC LIMIT ${limit}`;
      return { chats: rows.map(toChat) };
    },
  }),
  /** Coded error: not_found */
  'contacts.get': query({
    for: 'everyone',
    input: ofCustomer,
    topics: ['contacts', 'tagged'],
    read: (db, { customerId }) => readContact(db, customerId),
  }),
  /**
   * Candidates for a merge: contacts other than this customer's whose contact fields and id contain every word of the
   * query; without one, those with a contact field in common. Ignores case and accents. Coded error: not_found
   */
  'contacts.find': query({
    for: 'everyone',
    input: ofCustomer.extend({ query: z.string().max(200) }),
    topics: ['contacts', 'tagged'],
    read: async (db, { customerId, query: words }) => {
      const own = await readContact(db, customerId);
      const fits = words.trim() === '' ? sharesField(own) : matchesWords(words);
      const found = new Map<string, Contact>();
      const rows = db.each<SearchedRow>`
        SELECT id, contact_id, external_id, ${FIELD_COLUMNS} FROM customers ORDER BY id DESC LIMIT ${MAX_SCANNED}`;
      for await (const row of rows) {
        const contactId = row.contactId ?? row.id;
        if (contactId === own.id || found.has(contactId) || !fits(row)) continue;
        found.set(contactId, await readContact(db, contactId));
        if (found.size === MAX_RESULTS) break;
      }
      return { contacts: [...found.values()] };
    },
  }),
  /** newest first. Coded error: invalid_input, for an invalid cursor */
  'customers.blocked': query({
    for: 'everyone',
    input: { ...pageFields },
    topics: ['blocked'],
    read: async (db, { cursor, limit }) => {
      const beyond = beyondCursor(cursor, sql`(customers.blocked_at, customers.id) <`);
      const rows = await db.all<CustomerRow & BlockedRow & { blockedAt: number }>`
        SELECT customers.channel_id, customers.blocked_by, customers.blocked_count, customers.blocked_last_at, ${CUSTOMER_COLUMNS}
        FROM customers ${JOIN_CARD} WHERE ${allOf(sql`customers.blocked_at IS NOT NULL`, beyond)}
        ORDER BY customers.blocked_at DESC, customers.id DESC LIMIT ${limit + 1}`;
      const found = rows.map((row) => ({ customer: toCustomer(row), blocked: toBlocked(row) }));
      const { page: blocked, ...next } = pageOf(found, limit, (entry) => ({
        value: entry.blocked.at,
        id: entry.customer.id,
      }));
      return { blocked, ...next };
    },
  }),
} as const;
