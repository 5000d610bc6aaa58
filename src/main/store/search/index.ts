import type { Row, Sqlite } from '../sqlite.ts';
import { customerTokens, messageTokens, SEARCHABLE_CUSTOMERS } from './tokens.ts';

/** Milliseconds per step, so that no message is delayed by it. */
const STEP = 3;
/** Rows read at once. */
const ROWS_AT_ONCE = 64;
/** Pages of the index merged in one step. */
const MERGED_PAGES = 16;

/**
 * Advances the search index by a step, at least a short one; run while nothing else waits to be written. Updated
 * customers come first, then new ones, then messages.
 */
export function indexStep(sqlite: Sqlite): void {
  const until = performance.now() + STEP;
  const places = sqlite.get('SELECT messages, customers FROM search_places') ?? {};
  indexStaleCustomers(sqlite, Number(places['customers']));
  indexRows(sqlite, {
    sql: NEW_CUSTOMERS,
    place: 'customers',
    from: Number(places['customers']),
    add: addCustomer,
    until,
  });
  indexRows(sqlite, {
    sql: NEW_MESSAGES,
    place: 'messages',
    from: Number(places['messages']),
    add: addMessage,
    until,
  });
}

/** Whether `indexStep` would find something to do. */
export function isIndexBehind(sqlite: Sqlite): boolean {
  const row = sqlite.get(
    `SELECT coalesce((SELECT max(id) FROM messages), 0) > messages OR coalesce((SELECT max(id) FROM customers), 0) > customers
       OR EXISTS (SELECT 1 FROM search_stale_customers) AS behind FROM search_places`,
  );
  return Number(row?.['behind']) > 0;
}

/**
 * Removes a chat's messages from the search index without a trace. Call it in the transaction that deletes the
 * messages, before that. (Customers are removed automatically when their row is deleted.)
 */
export function forgetMessages(sqlite: Sqlite, chatId: number): void {
  const indexed = Number(sqlite.get('SELECT messages FROM search_places')?.['messages']);
  for (const row of sqlite.all(`${MESSAGES} WHERE messages.chat_id = ? AND messages.id <= ?`, chatId, indexed)) {
    if (row['event'] === null)
      sqlite.run(
        "INSERT INTO search_messages (search_messages, rowid, words) VALUES ('delete', ?, ?)",
        Number(row['id']),
        messageTokens(row),
      );
  }
  // The newest ids are reused after deletion: their new rows have to be indexed again.
  const newest = sqlite.get('SELECT id FROM messages WHERE chat_id <> ? ORDER BY id DESC LIMIT 1', chatId);
  sqlite.run('UPDATE search_places SET messages = min(messages, ?)', Number(newest?.['id'] ?? 0));
}

/** Edits a stored message; the index needs its old text to remove it. */
export function editIndexedMessage(sqlite: Sqlite, messageId: number, text: string | undefined): void {
  const indexed = Number(sqlite.get('SELECT messages FROM search_places')?.['messages']);
  const read = (): Row | undefined =>
    messageId <= indexed ? sqlite.get(`${MESSAGES} WHERE messages.id = ?`, messageId) : undefined;
  const before = read();
  if (before !== undefined)
    sqlite.run(
      "INSERT INTO search_messages (search_messages, rowid, words) VALUES ('delete', ?, ?)",
      messageId,
      messageTokens(before),
    );
  sqlite.run('UPDATE messages SET text = ? WHERE id = ?', text ?? null, messageId);
  const now = read();
  if (now !== undefined) addMessage(sqlite, now);
}

const MESSAGES = `
  SELECT messages.id, messages.text, messages.fields, messages.author, messages.operator_id, messages.event, chats.channel_id
  FROM messages JOIN chats ON chats.id = messages.chat_id`;
const NEW_MESSAGES = `${MESSAGES} WHERE messages.id > ? ORDER BY messages.id LIMIT ${ROWS_AT_ONCE}`;
const NEW_CUSTOMERS = `${SEARCHABLE_CUSTOMERS} WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`;

/** System lines are not searched. */
function addMessage(sqlite: Sqlite, row: Row): void {
  if (row['event'] === null)
    sqlite.run('INSERT INTO search_messages (rowid, words) VALUES (?, ?)', Number(row['id']), messageTokens(row));
}

function addCustomer(sqlite: Sqlite, row: Row): void {
  sqlite.run('INSERT INTO search_customers (rowid, words) VALUES (?, ?)', Number(row['id']), customerTokens(row));
}

interface NewRows {
  readonly sql: string;
  readonly place: 'messages' | 'customers';
  readonly from: number;
  readonly add: (sqlite: Sqlite, row: Row) => void;
  readonly until: number;
}

function indexRows(sqlite: Sqlite, { sql, place, from, add, until }: NewRows): void {
  let [at, isMore] = [from, true];
  do {
    const rows = sqlite.all(sql, at);
    for (const row of rows) add(sqlite, row);
    at = Number(rows.at(-1)?.['id'] ?? at);
    isMore = rows.length === ROWS_AT_ONCE;
  } while (isMore && performance.now() < until);
  if (at === from) return;
  sqlite.run(`UPDATE search_places SET ${place} = ?`, at);
  sqlite.run(`INSERT INTO search_${place} (search_${place}, rank) VALUES ('merge', ?)`, MERGED_PAGES);
}

function indexStaleCustomers(sqlite: Sqlite, indexed: number): void {
  for (const { id } of sqlite.all(`SELECT id FROM search_stale_customers LIMIT ${ROWS_AT_ONCE}`)) {
    const row = Number(id) > indexed ? undefined : sqlite.get(`${SEARCHABLE_CUSTOMERS} WHERE id = ?`, Number(id));
    if (row !== undefined) {
      sqlite.run('DELETE FROM search_customers WHERE rowid = ?', Number(id));
      addCustomer(sqlite, row);
    }
    sqlite.run('DELETE FROM search_stale_customers WHERE id = ?', Number(id));
  }
}
