import { sql, Sql } from '../sql.ts';
import type { Sqlite } from '../sqlite/sqlite.ts';
import { CONTACT_FIELDS, type ContactField } from '#shared/domain/contact-fields.ts';
import { SEARCHABLE_FIELDS } from '#shared/domain/kinds/kinds.ts';
import { searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { Message, MessageFields } from '#shared/domain/message.ts';

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

/** A message with its searchable data. */
export interface MessageRow {
  readonly id: number;
  readonly author: Message['from'];
  readonly text: string | null;
  readonly fields: string | null;
  readonly event: string | null;
  readonly operator_id: string | null;
  readonly channel_id: string;
}

/** The searchable parts of a message, in display order. */
export function searchableParts({ text, fields }: Pick<MessageRow, 'text' | 'fields'>): readonly string[] {
  const content = fields === null ? undefined : (JSON.parse(fields) as MessageFields);
  return [text ?? content?.markdown, ...SEARCHABLE_FIELDS.map((name) => content?.[name])]
    .filter((part) => part != null)
    .map(String);
}

function messageTokens(row: MessageRow): string {
  const tokens = new Set(searchableParts(row).flatMap((part) => searchWords(part).map(({ word }) => `w${word}`)));
  tokens.add(authorMark(row.author)).add(channelMark(row.channel_id));
  if (row.operator_id !== null) tokens.add(operatorMark(row.operator_id));
  return inBlock(tokens, MESSAGE_BLOCKS, row.id);
}

/** Customers with all their searchable data. */
export const SEARCHABLE_CUSTOMERS = new Sql(
  `SELECT id, ${CONTACT_FIELDS.join(', ')}, external_id, channel_id FROM customers`,
);

/** A row of `SEARCHABLE_CUSTOMERS`. */
export type CustomerRow = { readonly [F in ContactField]: string | null } & {
  readonly id: number;
  readonly external_id: string;
  readonly channel_id: string;
};

/** Words, every end of the phone number, and the channel. */
function customerTokens(row: CustomerRow): string {
  const words = [...CONTACT_FIELDS, 'external_id' as const].flatMap((field) =>
    searchWords(row[field] ?? '').map(({ word }) => `w${word}`),
  );
  const digits = digitsOf(row.phone ?? '');
  const ends = Array.from({ length: Math.max(0, digits.length - PHONE_END + 1) }, (_, at) => `p${digits.slice(at)}`);
  return inBlock(new Set([...words, ...ends, channelMark(row.channel_id)]), CUSTOMER_BLOCKS, row.id);
}

/** A query to the index of messages, for one block; without terms, for anything with these marks. */
export function messageQuery(terms: readonly SearchTerm[], marks: readonly Mark[], block: number): string {
  return [...termTokens(terms, block), ...marks.map((mark) => quoted(mark, block))].join(' AND ');
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
    words.map((word, index) => `${quoted(`w${word}`, block)}${isPrefix && index === words.length - 1 ? ' *' : ''}`),
  );
}

function inBlock(tokens: ReadonlySet<string>, blocks: Blocks, id: number): string {
  const block = blockName(blockOf(blocks, id));
  return [...tokens].map((token) => block + token).join(' ');
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
  const rows = sqlite.all<MessageRow>`
    ${MESSAGES} WHERE messages.chat_id = ${chatId} AND messages.id <= ${lastIndexed(sqlite)}`;
  for (const row of rows) if (row.event === null) removeMessage(sqlite, row);
}

/** Edits a stored message; the index needs its old text to remove it. */
export function editIndexedMessage(sqlite: Sqlite, messageId: number, text: string | undefined): void {
  const isIndexed = messageId <= lastIndexed(sqlite);
  const read = () => (isIndexed ? sqlite.get<MessageRow>`${MESSAGES} WHERE messages.id = ${messageId}` : undefined);
  const before = read();
  if (before !== undefined) removeMessage(sqlite, before);
  sqlite.run`UPDATE messages SET text = ${text} WHERE id = ${messageId}`;
  const now = read();
  if (now !== undefined) addMessage(sqlite, now);
}

function removeMessage(sqlite: Sqlite, row: MessageRow): void {
  sqlite.run`
    INSERT INTO search_messages (search_messages, rowid, words) VALUES ('delete', ${row.id}, ${messageTokens(row)})`;
  writeRemovals(sqlite);
}

/**
 * Writes what was removed from an index before the same row is added to it again: with both in one write, FTS5 keeps
 * some of the row's words out of an index with `detail = none` and `secure-delete`.
 */
function writeRemovals(sqlite: Sqlite): void {
  sqlite.exec('SAVEPOINT removed; RELEASE removed');
}

const MESSAGES = sql`
  SELECT messages.id, messages.text, messages.fields, messages.author, messages.operator_id, messages.event, chats.channel_id
  FROM messages JOIN chats ON chats.id = messages.chat_id`;

/** System lines are not searched. */
function addMessage(sqlite: Sqlite, row: MessageRow): void {
  if (row.event === null)
    sqlite.run`INSERT INTO search_messages (rowid, words) VALUES (${row.id}, ${messageTokens(row)})`;
}

function addCustomer(sqlite: Sqlite, row: CustomerRow): void {
  sqlite.run`INSERT INTO search_customers (rowid, words) VALUES (${row.id}, ${customerTokens(row)})`;
}

const INDEXED = [
  { table: 'customers', select: SEARCHABLE_CUSTOMERS, id: sql`id`, add: addCustomer },
  { table: 'messages', select: MESSAGES, id: sql`messages.id`, add: addMessage },
] as const;

type NewRows = (typeof INDEXED)[number] & { readonly from: number; readonly until: number };

function indexRows(sqlite: Sqlite, { select, id, table, from, add, until }: NewRows): void {
  let [at, isMore] = [from, true];
  do {
    const rows = sqlite.all<CustomerRow & MessageRow>`
      ${select} WHERE ${id} > ${at} ORDER BY ${id} LIMIT ${ROWS_AT_ONCE}`;
    for (const row of rows) add(sqlite, row);
    at = rows.at(-1)?.id ?? at;
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
    const row = id > indexed ? undefined : sqlite.get<CustomerRow>`${SEARCHABLE_CUSTOMERS} WHERE id = ${id}`;
    if (row !== undefined) {
      sqlite.run`DELETE FROM search_customers WHERE rowid = ${id}`;
      writeRemovals(sqlite);
      addCustomer(sqlite, row);
    }
    sqlite.run`DELETE FROM search_stale_customers WHERE id = ${id}`;
  }
}
