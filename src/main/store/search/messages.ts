import type { ChatHits, MessageHit } from '#shared/contract/search.ts';
import { findTerms, searchTerms, searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { allOf, sql } from '../sql.ts';
import { readChat, rowId } from '../rows.ts';
import { beforeCursor, blockRanges, markExcerpt, messageIdRange, newestIds, readRows } from './hits.ts';
import type { FullText, IdRange, MessageSearch, Search } from './search.ts';
import { authorMark, channelMark, operatorMark, searchableParts, wantedOf, type SearchedMessage } from './tokens.ts';

/** Milliseconds after which a page ends with its results so far: other queries wait meanwhile. */
const SEARCH_TIMEOUT = 24;
/** Messages, and blocks without matches, that are always examined, so that quick searches fit on one page. */
const MIN_EXAMINED = 25;
/** Hits examined per page, in however few chats they are. */
const MAX_EXAMINED = 1500;
/** Messages of one chat on a page; the others are counted. */
const MAX_PER_CHAT = 3;
/** Newest messages that are scanned because they are not in the index yet. */
const TAIL = 2000;

/** A row of `SELECT`. */
interface Row extends SearchedMessage {
  readonly chatId: string;
  readonly type: MessageHit['type'];
  readonly authorName?: string;
  readonly at: number;
}

/** One examined message; `row` if it matches. */
interface Candidate {
  readonly id: number;
  readonly row?: Row | undefined;
}

/** Searches messages: those in the index, and the newest that are not in it yet. */
export async function searchMessages(
  db: Connection,
  fullText: FullText,
  search: MessageSearch,
): ReturnType<Search['messages']> {
  const terms = searchTerms(search.text);
  const before = beforeCursor(search.cursor);
  const newest = (await db.value<number>`SELECT max(id) FROM messages`) ?? 0;
  const indexed = (await fullText.lastMessage()) ?? newest;
  const progress = newest - indexed <= TAIL ? 1 : indexed / newest;
  if (terms.length === 0) return { chats: [], indexed: progress };
  const time = await messageIdRange(db, search, newest);
  const range: IdRange = { above: time.above, below: Math.min(time.below, before, newest + 1) };
  const until = performance.now() + SEARCH_TIMEOUT;
  const page = pageOf(search);
  let count = 0;
  let nextCursor: string | undefined;
  for await (const { id, row } of listCandidates(db, fullText, search, { terms, range, indexed, newest })) {
    count += 1;
    if (row !== undefined && !page.takes(row)) nextCursor = String(id + 1);
    else if (count === MAX_EXAMINED || (count > MIN_EXAMINED && performance.now() > until)) nextCursor = String(id);
    if (nextCursor !== undefined) break;
  }
  const chats = await readHits(db, page.hits, terms);
  return { chats, indexed: progress, ...(nextCursor !== undefined && { nextCursor }) };
}

type ChatRows = Map<string, { readonly shown: Row[]; more: number }>;

/** Groups rows by chat until the page is full. */
function pageOf({ chatId, limit }: MessageSearch) {
  const hits: ChatRows = new Map();
  const most = chatId === undefined ? MAX_PER_CHAT : limit;
  return {
    hits,
    /** returns false if the row belongs to the next page */
    takes: (row: Row): boolean => {
      const chat = hits.get(row.chatId);
      if (chat === undefined) {
        if (hits.size === limit) return false;
        hits.set(row.chatId, { shown: [row], more: 0 });
      } else if (chat.shown.length < most) chat.shown.push(row);
      else if (chatId === undefined) chat.more += 1;
      else return false;
      return true;
    },
  };
}

function readHits(db: Connection, hits: ChatRows, terms: readonly SearchTerm[]): Promise<ChatHits[]> {
  return mapInOrder(hits, async ([id, { shown, more }]) => {
    const chat = await readChat(db, id);
    return chat && { chat, hits: shown.map((row) => toHit(row, terms)), more };
  });
}

interface SearchState {
  readonly terms: readonly SearchTerm[];
  readonly range: IdRange;
  /** the last indexed message */
  readonly indexed: number;
  readonly newest: number;
}

/** Candidate messages, newest first: the unindexed tail one by one, then from the index. */
async function* listCandidates(
  db: Connection,
  fullText: FullText,
  search: MessageSearch,
  state: SearchState,
): AsyncIterable<Candidate> {
  const { range, indexed, newest } = state;
  if (search.chatId !== undefined) {
    yield* scanMessages(db, search, state, range);
  } else {
    yield* scanMessages(db, search, state, { ...range, above: Math.max(range.above, indexed, newest - TAIL) });
    yield* searchIndex(db, fullText, search, state, { ...range, below: Math.min(range.below, indexed + 1) });
  }
}

const SELECT = sql`
  SELECT messages.id AS id, messages.chat_id, messages.author, messages.type, messages.text, messages.fields, messages.event, messages.operator_id,
    messages.author_name, messages.at, chats.channel_id
  FROM messages JOIN chats ON chats.id = messages.chat_id WHERE messages.id`;

async function* scanMessages(db: Connection, search: MessageSearch, { terms }: SearchState, range: IdRange) {
  const isOfChat = search.chatId !== undefined && sql`chat_id = ${rowId(search.chatId) ?? 0}`;
  const ids = newestIds(
    db,
    range,
    ({ above, below, limit }) => sql`
      SELECT id FROM messages WHERE ${allOf(sql`id > ${above} AND id < ${below}`, isOfChat)} ORDER BY id DESC LIMIT ${limit}`,
  );
  for await (const row of readRows<Row>(db, ids, SELECT))
    yield { id: Number(row.id), row: matches(row, search, terms) ? row : undefined };
}

async function* searchIndex(
  db: Connection,
  fullText: FullText,
  search: MessageSearch,
  { terms }: SearchState,
  { above, below }: IdRange,
) {
  const marks = [
    ...(search.from === undefined ? [] : [authorMark(search.from)]),
    ...(search.operatorId === undefined ? [] : [operatorMark(search.operatorId)]),
    ...(search.channelId === undefined ? [] : [channelMark(search.channelId)]),
  ];
  const wanted = wantedOf(terms, marks);
  // The index only knows whole words; whether they are adjacent is checked here.
  const phrases = terms.filter(({ words }) => words.length > 1);
  for (const range of blockRanges('messages', { above, below }, fullText.mostRows)) {
    const ids = fullText.find('messages', wanted, range);
    for await (const row of readRows<Row>(db, ids, SELECT))
      yield { id: Number(row.id), row: matches(row, search, isLong(row) ? terms : phrases) ? row : undefined };
    if (range.above > above) yield { id: range.above + 1 };
  }
}

/** A longer message (UTF-16 units) may not have all of its words in the index. */
const LONG = 50_000;

function isLong(row: Row): boolean {
  return searchableParts(row).join('').length > LONG;
}

/** Checks a message against the filters and the terms. */
function matches(row: Row, { from, operatorId, channelId, since, until }: MessageSearch, terms: readonly SearchTerm[]) {
  return (
    row.event === undefined &&
    (from === undefined || row.author === from) &&
    (operatorId === undefined || row.operatorId === operatorId) &&
    (channelId === undefined || row.channelId === channelId) &&
    (since === undefined || row.at >= since) &&
    (until === undefined || row.at < until) &&
    (terms.length === 0 || findTerms(searchableParts(row).flatMap(searchWords), terms) !== undefined)
  );
}

function toHit(row: Row, terms: readonly SearchTerm[]): MessageHit {
  const { id, at, author, operatorId, authorName, type } = row;
  return {
    messageId: id,
    at,
    from: author,
    ...(operatorId !== undefined && { operatorId }),
    ...(authorName !== undefined && { authorName }),
    type,
    words: markExcerpt(searchableParts(row), terms),
  };
}
