import { fromColumns } from '../connection.ts';
import { sql, Sql } from '../sql.ts';
import type { Sqlite } from '../sqlite/sqlite.ts';
import { FEW_ROWS } from './hits.ts';
import type { FullText } from './search.ts';
import {
  customerTokens,
  inBlock,
  messageTokens,
  queryText,
  SEARCHED_CUSTOMERS,
  SEARCHED_MESSAGES,
  type QuerySyntax,
  type SearchedCustomer,
  type SearchedMessage,
  type Tokens,
  type Wanted,
} from './tokens.ts';

/** Tokens are letters, digits and their marks, so they contain no quote. */
const SYNTAX: QuerySyntax = { and: ' AND ', or: ' OR ', token: (text, isPrefix) => `"${text}"${isPrefix ? ' *' : ''}` };

/** SQLite's index of all messages and customers but those that are new. */
export function fullTextIn(sqlite: Sqlite): FullText {
  return {
    mostRows: 0,
    find: async function* (indexed, wanted, { blocks, above, below }) {
      const index = new Sql(`search_${indexed}`);
      const matching = (of: Wanted): Sql => sql`
        SELECT rowid AS id FROM ${index}
        WHERE ${index} MATCH ${queryText(of, blocks, SYNTAX)} AND rowid > ${above} AND rowid < ${below} ORDER BY rowid DESC`;
      // Words cost more than marks: without any match of the marks, words are not searched.
      if (wanted.marks.length > 0 && sqlite.get`${matching({ ...wanted, words: [] })} LIMIT 1` === undefined) return;
      let ids: string[] = [];
      for (const { id } of sqlite.iterate(matching(wanted))) {
        ids.push(String(id));
        if (ids.length < FEW_ROWS) continue;
        yield ids;
        ids = [];
      }
      yield ids;
    },
    lastMessage: async () => lastIndexed(sqlite),
    otherCustomers: (limit) => sql`
      SELECT id FROM (
        SELECT id FROM customers WHERE id > (SELECT customers FROM search_progress) ORDER BY id DESC LIMIT ${limit})
      UNION SELECT id FROM search_stale_customers LIMIT ${limit}`,
  };
}

/** Milliseconds per step, so that no message is delayed by it. */
const STEP = 3;
const ROWS_AT_ONCE = 64;
/** Pages of the index merged in one step. */
const MERGED_PAGES = 16;

/**
 * Advances the search index by a step, at least a short one; run while nothing else waits to be written. Updated
 * customers come first, then new ones, then messages.
 */
export function indexStep(sqlite: Sqlite): void {
  const until = performance.now() + STEP;
  const positions = sqlite.get<
    Record<'messages' | 'customers', number>
  >`SELECT messages, customers FROM search_progress`;
  indexStaleCustomers(sqlite, positions?.customers ?? 0);
  for (const indexed of INDEXED) indexRows(sqlite, { ...indexed, from: positions?.[indexed.table] ?? 0, until });
}

/** The last indexed message. */
export function lastIndexed(sqlite: Sqlite): number {
  return sqlite.value<number>`SELECT messages FROM search_progress` ?? 0;
}

/** True if `indexStep` would find something to do. */
export function isIndexBehind(sqlite: Sqlite): boolean {
  const isBehind = sqlite.value<number>`
    SELECT coalesce((SELECT max(id) FROM messages), 0) > messages
      OR coalesce((SELECT max(id) FROM customers), 0) > customers
      OR EXISTS (SELECT 1 FROM search_stale_customers) FROM search_progress`;
  return isBehind === 1;
}

/**
 * Removes a chat's messages from the search index without a trace. Call it in the transaction that deletes the
 * messages, before that. (Customers are removed automatically when their row is deleted.)
 */
export function forgetMessages(sqlite: Sqlite, chatId: number): void {
  const rows = rowsOf<SearchedMessage>(
    sqlite,
    sql`${SEARCHED_MESSAGES} WHERE messages.chat_id = ${chatId} AND messages.id <= ${lastIndexed(sqlite)}`,
  );
  for (const row of rows) if (row.event === undefined) removeMessage(sqlite, row);
}

/** Edits a stored message; the index needs its old text to remove it. */
export function editIndexedMessage(sqlite: Sqlite, messageId: number, text: string | undefined): void {
  const isIndexed = messageId <= lastIndexed(sqlite);
  const read = () =>
    isIndexed
      ? rowsOf<SearchedMessage>(sqlite, sql`${SEARCHED_MESSAGES} WHERE messages.id = ${messageId}`)[0]
      : undefined;
  const before = read();
  if (before !== undefined) removeMessage(sqlite, before);
  sqlite.run`UPDATE messages SET text = ${text} WHERE id = ${messageId}`;
  const now = read();
  if (now !== undefined) addMessage(sqlite, now);
}

function rowsOf<R extends object>(sqlite: Sqlite, query: Sql): R[] {
  return sqlite.all(query).map(fromColumns) as R[];
}

function columnOfWords({ words, marks, block }: Tokens): string {
  return inBlock([...words, ...marks], block).join(' ');
}

function removeMessage(sqlite: Sqlite, row: SearchedMessage): void {
  sqlite.run`
    INSERT INTO search_messages (search_messages, rowid, words)
    VALUES ('delete', ${Number(row.id)}, ${columnOfWords(messageTokens(row))})`;
  writeRemovals(sqlite);
}

/**
 * Writes what was removed from an index before the same row is added to it again: with both in one write, FTS5 keeps
 * some of the row's words out of an index with `detail = none` and `secure-delete`.
 */
function writeRemovals(sqlite: Sqlite): void {
  sqlite.exec('SAVEPOINT removed; RELEASE removed');
}

/** System lines are not searched. */
function addMessage(sqlite: Sqlite, row: SearchedMessage): void {
  if (row.event === undefined) addRow(sqlite, sql`search_messages`, row.id, messageTokens(row));
}

function addCustomer(sqlite: Sqlite, row: SearchedCustomer): void {
  addRow(sqlite, sql`search_customers`, row.id, customerTokens(row));
}

function addRow(sqlite: Sqlite, index: Sql, id: string, tokens: Tokens): void {
  sqlite.run`INSERT INTO ${index} (rowid, words) VALUES (${Number(id)}, ${columnOfWords(tokens)})`;
}

const INDEXED = [
  { table: 'customers', select: SEARCHED_CUSTOMERS, add: addCustomer },
  { table: 'messages', select: SEARCHED_MESSAGES, add: addMessage },
] as const;

type NewRows = (typeof INDEXED)[number] & { readonly from: number; readonly until: number };

function indexRows(sqlite: Sqlite, { select, table, from, add, until }: NewRows): void {
  const id = new Sql(`${table}.id`);
  let [at, isMore] = [from, true];
  do {
    const rows = rowsOf<SearchedCustomer & SearchedMessage>(
      sqlite,
      sql`${select} WHERE ${id} > ${at} ORDER BY ${id} LIMIT ${ROWS_AT_ONCE}`,
    );
    for (const row of rows) add(sqlite, row);
    at = Number(rows.at(-1)?.id ?? at);
    isMore = rows.length === ROWS_AT_ONCE;
  } while (isMore && performance.now() < until);
  if (at === from) return;
  const index = new Sql(`search_${table}`);
  sqlite.run`UPDATE search_progress SET ${new Sql(table)} = ${at}`;
  sqlite.run`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${MERGED_PAGES})`;
}

function indexStaleCustomers(sqlite: Sqlite, indexed: number): void {
  const stale = sqlite.all<{ id: number }>`SELECT id FROM search_stale_customers LIMIT ${ROWS_AT_ONCE}`;
  for (const { id } of stale) {
    const rows = id > indexed ? [] : rowsOf<SearchedCustomer>(sqlite, sql`${SEARCHED_CUSTOMERS} WHERE id = ${id}`);
    for (const row of rows) {
      sqlite.run`DELETE FROM search_customers WHERE rowid = ${id}`;
      writeRemovals(sqlite);
      addCustomer(sqlite, row);
    }
    sqlite.run`DELETE FROM search_stale_customers WHERE id = ${id}`;
  }
}
