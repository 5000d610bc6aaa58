import type { ChatHits, MessageHit } from '#shared/contract/search.ts';
import { findTerms, searchTerms, searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { allOf, sql } from '../sql.ts';
import type { Sqlite } from '../sqlite/sqlite.ts';
import { readChat, rowId } from '../rows.ts';
import {
  authorMark,
  blockOf,
  channelMark,
  lastIndexed,
  MESSAGE_BLOCKS,
  type MessageRow,
  messageQuery,
  operatorMark,
  searchableParts,
} from './index.ts';
import { markExcerpt, beforeCursor, messageIdRange, type IdRange, type Indexed } from './hits.ts';
import type { MessageSearch, Search } from './search.ts';

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
interface Row extends MessageRow {
  readonly chat_id: number;
  readonly type: MessageHit['type'];
  readonly author_name: string | null;
  readonly at: number;
}

/** One examined message; `row` if it matches. */
interface Candidate {
  readonly id: number;
  readonly row?: Row | undefined;
}

/** Searches messages on SQLite: those in the index, and the newest that are not in it yet. */
export async function searchMessages(db: Indexed, search: MessageSearch): ReturnType<Search['messages']> {
  const terms = searchTerms(search.text);
  const { sqlite } = db;
  const before = beforeCursor(search.cursor);
  const indexed = lastIndexed(sqlite);
  const newest = sqlite.value<number>`SELECT max(id) FROM messages` ?? 0;
  const progress = newest - indexed <= TAIL ? 1 : indexed / newest;
  if (terms.length === 0) return { chats: [], indexed: progress };
  const time = messageIdRange(sqlite, search, newest);
  const range: IdRange = { above: time.above, below: Math.min(time.below, before) };
  const until = performance.now() + SEARCH_TIMEOUT;
  const page = pageOf(search);
  let count = 0;
  let nextCursor: string | undefined;
  for (const { id, row } of listCandidates(sqlite, search, { terms, range, indexed, newest })) {
    count += 1;
    if (row !== undefined && !page.takes(row)) nextCursor = String(id + 1);
    else if (count === MAX_EXAMINED || (count > MIN_EXAMINED && performance.now() > until)) nextCursor = String(id);
    if (nextCursor !== undefined) break;
  }
  const chats = await readHits(db, page.hits, terms);
  return { chats, indexed: progress, ...(nextCursor !== undefined && { nextCursor }) };
}

type ChatRows = Map<number, { readonly shown: Row[]; more: number }>;

/** Groups rows by chat until the page is full. */
function pageOf({ chatId, limit }: MessageSearch) {
  const hits: ChatRows = new Map();
  const most = chatId === undefined ? MAX_PER_CHAT : limit;
  return {
    hits,
    /** returns false if the row belongs to the next page */
    takes: (row: Row): boolean => {
      const chat = hits.get(row.chat_id);
      if (chat === undefined) {
        if (hits.size === limit) return false;
        hits.set(row.chat_id, { shown: [row], more: 0 });
      } else if (chat.shown.length < most) chat.shown.push(row);
      else if (chatId === undefined) chat.more += 1;
      else return false;
      return true;
    },
  };
}

function readHits(db: Connection, hits: ChatRows, terms: readonly SearchTerm[]): Promise<ChatHits[]> {
  return mapInOrder(hits, async ([id, { shown, more }]) => {
    const chat = await readChat(db, String(id));
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
function* listCandidates(sqlite: Sqlite, search: MessageSearch, state: SearchState): Iterable<Candidate> {
  const { range, indexed, newest } = state;
  if (search.chatId !== undefined) {
    yield* scanUnindexed(sqlite, search, state, range);
  } else {
    yield* scanUnindexed(sqlite, search, state, { ...range, above: Math.max(range.above, indexed, newest - TAIL) });
    yield* searchIndex(sqlite, search, state, { ...range, below: Math.min(range.below, indexed + 1) });
  }
}

const SELECT = sql`
  SELECT messages.id, messages.chat_id, messages.author, messages.type, messages.text, messages.fields, messages.event, messages.operator_id,
    messages.author_name, messages.at, chats.channel_id
  FROM messages JOIN chats ON chats.id = messages.chat_id`;

function* scanUnindexed(sqlite: Sqlite, search: MessageSearch, { terms }: SearchState, { above, below }: IdRange) {
  const isInRange = sql`messages.id > ${above} AND messages.id < ${below}`;
  const isOfChat = search.chatId !== undefined && sql`messages.chat_id = ${rowId(search.chatId) ?? 0}`;
  const rows = sqlite.iterate<Row>`${SELECT} WHERE ${allOf(isInRange, isOfChat)} ORDER BY messages.id DESC`;
  for (const row of rows) yield { id: row.id, row: matches(row, search, terms) ? row : undefined };
}

function* searchIndex(sqlite: Sqlite, search: MessageSearch, { terms }: SearchState, { above, below }: IdRange) {
  const marks = [
    ...(search.from === undefined ? [] : [authorMark(search.from)]),
    ...(search.operatorId === undefined ? [] : [operatorMark(search.operatorId)]),
    ...(search.channelId === undefined ? [] : [channelMark(search.channelId)]),
  ];
  // The index only knows whole words; whether they are adjacent is checked here.
  const phrases = terms.filter(({ words }) => words.length > 1);
  const inIndex = (wanted: string) => sql`
    SELECT rowid AS id FROM search_messages
    WHERE search_messages MATCH ${wanted} AND rowid > ${above} AND rowid < ${below} ORDER BY rowid DESC`;
  for (
    let block = blockOf(MESSAGE_BLOCKS, below - 1);
    block >= 0 && (block + 1) * MESSAGE_BLOCKS.size > above;
    block -= 1
  ) {
    // Words cost more than marks: without any match of the marks, words are not searched.
    const byMarks = inIndex(messageQuery([], marks, block));
    const isEmpty = marks.length > 0 && sqlite.value`${byMarks} LIMIT 1` === undefined;
    const byWords = inIndex(messageQuery(terms, marks, block));
    for (const { id } of isEmpty ? [] : sqlite.iterate<{ id: number }>(byWords)) {
      const row = sqlite.get<Row>`${SELECT} WHERE messages.id = ${id}`;
      yield { id, row: row !== undefined && matches(row, search, phrases) ? row : undefined };
    }
    if (block > 0) yield { id: Math.min(below, block * MESSAGE_BLOCKS.size) };
  }
}

/** Checks a message against the filters and the terms. */
function matches(row: Row, { from, operatorId, channelId, since, until }: MessageSearch, terms: readonly SearchTerm[]) {
  return (
    row.event === null &&
    (from === undefined || row.author === from) &&
    (operatorId === undefined || row.operator_id === operatorId) &&
    (channelId === undefined || row.channel_id === channelId) &&
    (since === undefined || row.at >= since) &&
    (until === undefined || row.at < until) &&
    (terms.length === 0 || findTerms(searchableParts(row).flatMap(searchWords), terms) !== undefined)
  );
}

function toHit(row: Row, terms: readonly SearchTerm[]): MessageHit {
  return {
    messageId: String(row.id),
    at: row.at,
    from: row.author,
    ...(row.operator_id !== null && { operatorId: row.operator_id }),
    ...(row.author_name !== null && { authorName: row.author_name }),
    type: row.type,
    words: markExcerpt(searchableParts(row), terms),
  };
}
