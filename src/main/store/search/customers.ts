import { mapContactFields, type ContactField } from '#shared/domain/contact-fields.ts';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import type { CustomerHit } from '#shared/contract/search.ts';
import { findTerms, searchTerms, searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { SqliteConnection } from '../connection.ts';
import type { Row, Sqlite } from '../sqlite.ts';
import { selectChat, toChat, type ChatRow } from '../rows.ts';
import {
  blockOf,
  channelMark,
  CUSTOMER_BLOCKS,
  customerQuery,
  digitsOf,
  phoneDigits,
  SEARCHABLE_CUSTOMERS,
} from './index.ts';
import { markWords, beforeCursor } from './hits.ts';

/** Newest and recently updated customers that are scanned because they are not in the index yet. */
const TAIL = 2000;

export type CustomerSearch = Omit<RouteInput<'search.customers'>, 'limit'> & { readonly limit: number };

interface CustomerCriteria {
  readonly terms: readonly SearchTerm[];
  /** digits of a part of a phone number */
  readonly phone: string | undefined;
  readonly channelId: string | undefined;
}

/** Customers by their data, newest first. Coded error: invalid_input. */
export async function searchCustomers(
  db: SqliteConnection,
  search: CustomerSearch,
): Promise<RouteOutput<'search.customers'>> {
  const asked: CustomerCriteria = {
    terms: searchTerms(search.text),
    phone: phoneDigits(search.text),
    channelId: search.channelId,
  };
  const { sqlite } = db;
  const before = beforeCursor(search.cursor);
  if (asked.terms.length === 0) return { customers: [] };
  const customers: CustomerHit[] = [];
  for (const row of newestFirst(scanUnindexed(sqlite, before), searchIndex(sqlite, asked, before))) {
    if (!matches(row, asked)) continue;
    if (customers.length === search.limit) return { customers, nextCursor: String(Number(row['id']) + 1) };
    const hit = await toHit(db, row, asked);
    if (hit !== undefined) customers.push(hit);
  }
  return { customers };
}

/** Those whose names are not in the index yet. */
function scanUnindexed(sqlite: Sqlite, before: number): readonly Row[] {
  return sqlite.all(
    `${SEARCHABLE_CUSTOMERS} WHERE id < ?1 AND id IN (
       SELECT id FROM (SELECT id FROM customers WHERE id > (SELECT customers FROM search_places) ORDER BY id DESC LIMIT ?2)
       UNION SELECT id FROM search_stale_customers LIMIT ?2)
     ORDER BY id DESC`,
    ...[before, TAIL],
  );
}

function* searchIndex(sqlite: Sqlite, { terms, phone, channelId }: CustomerCriteria, before: number): Iterable<Row> {
  const indexed = Number(sqlite.get('SELECT customers FROM search_places')?.['customers']);
  const marks = channelId === undefined ? [] : [channelMark(channelId)];
  const sql =
    'SELECT rowid AS id FROM search_customers WHERE search_customers MATCH ? AND rowid < ? ORDER BY rowid DESC';
  for (let block = blockOf(CUSTOMER_BLOCKS, Math.min(before - 1, indexed)); block >= 0; block -= 1) {
    for (const { id } of sqlite.iterate(sql, customerQuery(terms, marks, phone, block), before)) {
      const row = sqlite.get(`${SEARCHABLE_CUSTOMERS} WHERE id = ?`, Number(id));
      if (row !== undefined) yield row;
    }
  }
}

/** Both, in order, without duplicates. */
function* newestFirst(few: readonly Row[], many: Iterable<Row>): Iterable<Row> {
  let next = 0;
  const known = new Set(few.map(({ id }) => id));
  for (const row of many) {
    if (known.has(row['id'] ?? null)) continue;
    for (; Number(few[next]?.['id']) > Number(row['id']); next += 1) yield few[next] ?? row;
    yield row;
  }
  yield* few.slice(next);
}

function matches(row: Row, { terms, phone, channelId }: CustomerCriteria): boolean {
  if (channelId !== undefined && row['channel_id'] !== channelId) return false;
  if (phone !== undefined && digitsOf(String(row['phone'] ?? '')).includes(phone)) return true;
  return findTerms(Object.values(shownFields(row)).flatMap(searchWords), terms) !== undefined;
}

function shownFields(row: Row): Readonly<Record<ContactField | 'externalId', string>> {
  const externalId = String(row['external_id']);
  return {
    ...mapContactFields((field) => String(row[field] ?? '')),
    externalId: externalId.startsWith('"') ? String(JSON.parse(externalId)) : externalId,
  };
}

async function toHit(db: SqliteConnection, row: Row, { terms, phone }: CustomerCriteria) {
  const chat = await db.get<ChatRow>(
    `${selectChat()} WHERE chats.customer_id = ? ORDER BY chats.id DESC LIMIT 1`,
    Number(row['id']),
  );
  if (chat === undefined) return undefined;
  const shown = Object.entries(shownFields(row)).map(([field, text]) => [field, markWords(text, terms)] as const);
  const found = Object.fromEntries(shown.filter(([, marked]) => marked !== undefined));
  const byDigits =
    phone !== undefined && found['phone'] === undefined && digitsOf(String(row['phone'] ?? '')).includes(phone);
  return { chat: toChat(chat), ...found, ...(byDigits && { phone: [{ text: String(row['phone']), isFound: true }] }) };
}
