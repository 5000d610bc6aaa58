import type { Row, Sqlite } from '../sqlite.ts';
import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import { SEARCHABLE_FIELDS } from '#shared/domain/kinds/kinds.ts';
import { searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { MessageFields } from '#shared/domain/message.ts';

/**
 * The index is one table, but its words belong to blocks of rows: each starts with its block's number. So a query costs
 * as much as a block, however many messages there are, and the newest block is searched first.
 */
interface Blocks {
  readonly table: 'search_messages' | 'search_customers';
  readonly size: number;
}

export const MESSAGE_BLOCKS: Blocks = { table: 'search_messages', size: 32_768 };
export const CUSTOMER_BLOCKS: Blocks = { table: 'search_customers', size: 8192 };

/** Marks for author and place of a message: `a` author, `o` operator, `c` channel. */
type Mark = `${'a' | 'o' | 'c'}${string}`;

/** Minimum digits to find a phone number by its end. */
const PHONE_END = 4;

export function authorMark(author: string): Mark {
  return `a${hex(author)}`;
}

export function operatorMark(operatorId: string): Mark {
  return `o${hex(operatorId)}`;
}

export function channelMark(channelId: string): Mark {
  return `c${hex(channelId)}`;
}

/** The searchable parts of a message, in display order. */
export function searchableParts(row: Row): readonly string[] {
  const fields = row['fields'] == null ? undefined : (JSON.parse(String(row['fields'])) as MessageFields);
  return [row['text'] ?? fields?.markdown, ...SEARCHABLE_FIELDS.map((name) => fields?.[name])]
    .filter((part) => part != null)
    .map(String);
}

/** The tokens of a message; `row` has id, text, fields, author, operator_id and channel_id. */
function messageTokens(row: Row): string {
  const tokens = new Set(searchableParts(row).flatMap((part) => searchWords(part).map(({ word }) => `w${word}`)));
  tokens.add(authorMark(String(row['author'])));
  tokens.add(channelMark(String(row['channel_id'])));
  if (row['operator_id'] != null) tokens.add(operatorMark(String(row['operator_id'])));
  return inBlock([...tokens], MESSAGE_BLOCKS, Number(row['id']));
}

/** Customers with all their searchable data. */
export const SEARCHABLE_CUSTOMERS = `SELECT id, ${CONTACT_FIELDS.join(', ')}, external_id, channel_id FROM customers`;

/** The tokens of a customer, a row of `SEARCHABLE_CUSTOMERS`: words, every end of the phone number, and the channel. */
function customerTokens(row: Row): string {
  const words = [...CONTACT_FIELDS, 'external_id'].flatMap((field) =>
    searchWords(String(row[field] ?? '')).map(({ word }) => `w${word}`),
  );
  const digits = digitsOf(String(row['phone'] ?? ''));
  const ends = Array.from({ length: Math.max(0, digits.length - PHONE_END + 1) }, (_, at) => `p${digits.slice(at)}`);
  return inBlock(
    [...new Set([...words, ...ends, channelMark(String(row['channel_id']))])],
    CUSTOMER_BLOCKS,
    Number(row['id']),
  );
}

/** A query to the index of messages, for one block. */
export function messageQuery(terms: readonly SearchTerm[], marks: readonly Mark[], block: number): string {
  return [...termTokens(terms, block), ...marks.map((mark) => quoted(mark, block))].join(' AND ');
}

/** A query to the index for anything with these marks, for one block. */
export function marksQuery(marks: readonly Mark[], block: number): string {
  return marks.map((mark) => quoted(mark, block)).join(' AND ');
}

/** A query to the index of customers, for one block; `phone` is a run of digits. */
export function customerQuery(
  terms: readonly SearchTerm[],
  marks: readonly Mark[],
  phone: string | undefined,
  block: number,
): string {
  const byWords = termTokens(terms, block).join(' AND ');
  const either = phone === undefined ? byWords : `((${byWords}) OR ${quoted(`p${phone}`, block)} *)`;
  return [either, ...marks.map((mark) => quoted(mark, block))].join(' AND ');
}

/** The digits of what may be a phone number or a part of one. */
export function phoneDigits(text: string): string | undefined {
  if (!/^[\s\d()+./-]+$/u.test(text)) return undefined;
  const digits = digitsOf(text);
  return digits.length >= PHONE_END ? digits : undefined;
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '').slice(0, 32);
}

export function blockOf({ size }: Blocks, id: number): number {
  return Math.floor(id / size);
}

function termTokens(terms: readonly SearchTerm[], block: number): string[] {
  return terms.flatMap(({ words, isPrefix }) =>
    words.map((word, place) => `${quoted(`w${word}`, block)}${isPrefix && place === words.length - 1 ? ' *' : ''}`),
  );
}

function inBlock(tokens: readonly string[], blocks: Blocks, id: number): string {
  const block = blockName(blockOf(blocks, id));
  return tokens.map((token) => block + token).join(' ');
}

/** Tokens are letters, digits and their marks, so they contain no quote. */
function quoted(token: string, block: number): string {
  return `"${blockName(block)}${token}"`;
}

function blockName(block: number): string {
  return block.toString(36).padStart(4, '0');
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
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
  const places = sqlite.get('SELECT messages, customers FROM search_places') ?? {};
  indexStaleCustomers(sqlite, Number(places['customers']));
  for (const each of INDEXED) indexRows(sqlite, { ...each, from: Number(places[each.place]), until });
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
  const read = () => (messageId <= indexed ? sqlite.get(`${MESSAGES} WHERE messages.id = ?`, messageId) : undefined);
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

const INDEXED = [
  { place: 'customers', sql: NEW_CUSTOMERS, add: addCustomer },
  { place: 'messages', sql: NEW_MESSAGES, add: addMessage },
] as const;

type NewRows = (typeof INDEXED)[number] & { readonly from: number; readonly until: number };

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
