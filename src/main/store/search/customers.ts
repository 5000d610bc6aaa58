import { mapContactFields, type ContactField } from '#shared/domain/contact-fields.ts';
import { findTerms, searchTerms, searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { Connection } from '../connection.ts';
import type { Sqlite } from '../sqlite/sqlite.ts';
import { selectChat, toChat, type ChatRow } from '../rows.ts';
import {
  blockOf,
  channelMark,
  CUSTOMER_BLOCKS,
  customerQuery,
  digitsOf,
  phoneDigits,
  SEARCHABLE_CUSTOMERS,
  type CustomerRow,
} from './index.ts';
import { markWords, beforeCursor, type Indexed } from './hits.ts';
import type { CustomerSearch, Search } from './search.ts';

/** Newest and recently updated customers that are scanned because they are not in the index yet. */
const TAIL = 2000;

interface CustomerCriteria {
  readonly terms: readonly SearchTerm[];
  /** digits of a part of a phone number */
  readonly phone: string | undefined;
  readonly channelId: string | undefined;
}

/** Searches customers on SQLite: those in the index, and the newest and changed ones that are not in it yet. */
export async function searchCustomers(db: Indexed, search: CustomerSearch): ReturnType<Search['customers']> {
  const { text, channelId } = search;
  const parsedSearch = { terms: searchTerms(text), phone: phoneDigits(text), channelId };
  const { sqlite } = db;
  const before = beforeCursor(search.cursor);
  if (parsedSearch.terms.length === 0) return { customers: [] };
  const customers: Awaited<ReturnType<Search['customers']>>['customers'] = [];
  for (const row of newestFirst(scanUnindexed(sqlite, before), searchIndex(sqlite, parsedSearch, before))) {
    if (!matches(row, parsedSearch)) continue;
    if (customers.length === search.limit) return { customers, nextCursor: String(row.id + 1) };
    const hit = await toHit(db, row, parsedSearch);
    if (hit !== undefined) customers.push(hit);
  }
  return { customers };
}

/** Lists customers whose names are not in the index yet. */
function scanUnindexed(sqlite: Sqlite, before: number): readonly CustomerRow[] {
  return sqlite.all`
    ${SEARCHABLE_CUSTOMERS} WHERE id < ${before} AND id IN (
      SELECT id FROM (
        SELECT id FROM customers WHERE id > (SELECT customers FROM search_progress) ORDER BY id DESC LIMIT ${TAIL})
      UNION SELECT id FROM search_stale_customers LIMIT ${TAIL})
    ORDER BY id DESC`;
}

function* searchIndex(sqlite: Sqlite, { terms, phone, channelId }: CustomerCriteria, before: number) {
  const indexed = sqlite.value<number>`SELECT customers FROM search_progress` ?? 0;
  const marks = channelId === undefined ? [] : [channelMark(channelId)];
  for (let block = blockOf(CUSTOMER_BLOCKS, Math.min(before - 1, indexed)); block >= 0; block -= 1) {
    const found = sqlite.iterate`
      SELECT rowid AS id FROM search_customers
      WHERE search_customers MATCH ${customerQuery(terms, marks, phone, block)} AND rowid < ${before} ORDER BY rowid DESC`;
    for (const { id } of found) {
      const row = sqlite.get<CustomerRow>`${SEARCHABLE_CUSTOMERS} WHERE id = ${id}`;
      if (row !== undefined) yield row;
    }
  }
}

/** Both, in order, without duplicates. */
function* newestFirst(few: readonly CustomerRow[], many: Iterable<CustomerRow>) {
  let next = 0;
  const known = new Set(few.map(({ id }) => id));
  for (const row of many) {
    if (known.has(row.id)) continue;
    for (; (few[next]?.id ?? 0) > row.id; next += 1) yield few[next] ?? row;
    yield row;
  }
  yield* few.slice(next);
}

function matches(row: CustomerRow, { terms, phone, channelId }: CustomerCriteria): boolean {
  if (channelId !== undefined && row.channel_id !== channelId) return false;
  if (phone !== undefined && digitsOf(row.phone ?? '').includes(phone)) return true;
  return findTerms(Object.values(shownFields(row)).flatMap(searchWords), terms) !== undefined;
}

function shownFields(row: CustomerRow): Readonly<Record<ContactField | 'externalId', string>> {
  const { external_id: externalId } = row;
  return {
    ...mapContactFields((field) => row[field] ?? ''),
    externalId: externalId.startsWith('"') ? String(JSON.parse(externalId)) : externalId,
  };
}

async function toHit(db: Connection, row: CustomerRow, { terms, phone }: CustomerCriteria) {
  const chat = await db.get<ChatRow>`
    ${selectChat()} WHERE chats.customer_id = ${row.id} ORDER BY chats.id DESC LIMIT 1`;
  if (chat === undefined) return undefined;
  const shown = Object.entries(shownFields(row)).map(([field, text]) => [field, markWords(text, terms)] as const);
  const found = Object.fromEntries(shown.filter(([, marked]) => marked !== undefined));
  const number = row.phone ?? '';
  const byDigits = phone !== undefined && found['phone'] === undefined && digitsOf(number).includes(phone);
  return { chat: toChat(chat), ...found, ...(byDigits && { phone: [{ text: number, isFound: true }] }) };
}
