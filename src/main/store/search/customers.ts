import { mapContactFields, type ContactField } from '#shared/domain/contact-fields.ts';
import { findTerms, searchTerms, searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { Connection } from '../connection.ts';
import { selectChat, toChat, type ChatRow } from '../rows.ts';
import { sql } from '../sql.ts';
import { beforeCursor, blockRanges, markWords, readRows } from './hits.ts';
import type { CustomerSearch, FullText, Search } from './search.ts';
import { channelMark, digitsOf, phoneDigits, SEARCHED_CUSTOMERS, wantedOf, type SearchedCustomer } from './tokens.ts';

/** Newest and recently updated customers that are scanned because they are not in the index yet. */
const TAIL = 2000;

interface CustomerCriteria {
  readonly terms: readonly SearchTerm[];
  /** digits of a part of a phone number */
  readonly phone: string | undefined;
  readonly channelId: string | undefined;
}

/** Searches customers: those in the index, and the newest and changed ones that are not in it yet. */
export async function searchCustomers(
  db: Connection,
  fullText: FullText,
  search: CustomerSearch,
): ReturnType<Search['customers']> {
  const { text, channelId } = search;
  const parsedSearch = { terms: searchTerms(text), phone: phoneDigits(text), channelId };
  const before = beforeCursor(search.cursor);
  if (parsedSearch.terms.length === 0) return { customers: [] };
  const customers: Awaited<ReturnType<Search['customers']>>['customers'] = [];
  const others = await readOthers(db, fullText, before);
  for await (const row of inOrder(others, searchIndex(db, fullText, parsedSearch, before))) {
    if (!matches(row, parsedSearch)) continue;
    if (customers.length === search.limit) return { customers, nextCursor: String(Number(row.id) + 1) };
    const hit = await toHit(db, row, parsedSearch);
    if (hit !== undefined) customers.push(hit);
  }
  return { customers };
}

/** Reads customers whose names are not in the index yet. */
async function readOthers(db: Connection, fullText: FullText, before: number): Promise<readonly SearchedCustomer[]> {
  const others = fullText.otherCustomers?.(TAIL);
  return others === undefined
    ? []
    : await db.all`${SEARCHED_CUSTOMERS} WHERE id < ${before} AND id IN (${others}) ORDER BY id DESC`;
}

async function* searchIndex(
  db: Connection,
  fullText: FullText,
  { terms, phone, channelId }: CustomerCriteria,
  before: number,
) {
  const newest = (await db.value<number>`SELECT max(id) FROM customers`) ?? 0;
  const wanted = wantedOf(terms, channelId === undefined ? [] : [channelMark(channelId)], phone);
  for (const range of blockRanges('customers', { above: -1, below: Math.min(before, newest + 1) }, fullText.mostRows)) {
    const ids = fullText.find('customers', wanted, range);
    yield* readRows<SearchedCustomer>(db, ids, sql`${SEARCHED_CUSTOMERS} WHERE id`);
  }
}

/** Both, in order, without duplicates. */
async function* inOrder(few: readonly SearchedCustomer[], many: AsyncIterable<SearchedCustomer>) {
  let next = 0;
  const known = new Set(few.map(({ id }) => id));
  for await (const row of many) {
    if (known.has(row.id)) continue;
    for (; Number(few[next]?.id ?? 0) > Number(row.id); next += 1) yield few[next] ?? row;
    yield row;
  }
  yield* few.slice(next);
}

function matches(row: SearchedCustomer, { terms, phone, channelId }: CustomerCriteria): boolean {
  if (channelId !== undefined && row.channelId !== channelId) return false;
  if (phone !== undefined && digitsOf(row.phone ?? '').includes(phone)) return true;
  return findTerms(Object.values(shownFields(row)).flatMap(searchWords), terms) !== undefined;
}

function shownFields(row: SearchedCustomer): Readonly<Record<ContactField | 'externalId', string>> {
  const { externalId } = row;
  return {
    ...mapContactFields((field) => row[field] ?? ''),
    externalId: externalId.startsWith('"') ? String(JSON.parse(externalId)) : externalId,
  };
}

async function toHit(db: Connection, row: SearchedCustomer, { terms, phone }: CustomerCriteria) {
  const chat = await db.get<ChatRow>`
    ${selectChat()} WHERE chats.customer_id = ${row.id} ORDER BY chats.id DESC LIMIT 1`;
  if (chat === undefined) return undefined;
  const shown = Object.entries(shownFields(row)).map(([field, text]) => [field, markWords(text, terms)] as const);
  const found = Object.fromEntries(shown.filter(([, marked]) => marked !== undefined));
  const number = row.phone ?? '';
  const byDigits = phone !== undefined && found['phone'] === undefined && digitsOf(number).includes(phone);
  return { chat: toChat(chat), ...found, ...(byDigits && { phone: [{ text: number, isFound: true }] }) };
}
