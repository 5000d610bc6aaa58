import { invalidCursor } from '#shared/contract/errors.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows.ts';
import { inIds, type Sql } from '../sql.ts';
import type { BlockRange, IdRange } from './search.ts';
import { BLOCK_SIZES, blockOf, type Indexed } from './tokens.ts';
import type { MarkedText } from '#shared/contract/search.ts';
import { signStart } from '#shared/domain/graphemes.ts';
import { findAnyTerms, searchWords, type SearchTerm, type SearchWord } from '#shared/domain/search-terms.ts';

/** Milliseconds by which setting back the clock may have disturbed the order of stored times. */
const CLOCK_TOLERANCE = 60 * 60 * 1000;

/** Rows that are read at once. */
export const FEW_ROWS = 100;

/** Ids of a range, newest first, a few at a time and then more; `select` selects the newest. */
export async function* newestIds(
  db: Connection,
  { above, below }: IdRange,
  select: (range: IdRange & { readonly limit: number }) => Sql,
): AsyncIterable<readonly string[]> {
  let [next, limit] = [below, FEW_ROWS];
  while (next - above > 1) {
    const ids = await db.column<string>(select({ above, below: next, limit }));
    yield ids;
    if (ids.length < limit) return;
    next = Number(ids.at(-1));
    limit *= 4;
  }
}

/** A range in the parts in which an index is asked, newest first: two blocks by themselves, then more and more. */
export function* blockRanges(indexed: Indexed, { above, below }: IdRange, mostRows: number): Iterable<BlockRange> {
  const size = BLOCK_SIZES[indexed];
  let asked = 0;
  for (let end = blockOf(indexed, below - 1) + 1; end > 0 && end * size > above;) {
    const count = asked < 2 ? 1 : Math.max(1, Math.min(2 * asked, mostRows / size, end));
    const first = end - count;
    const blocks = Array.from({ length: count }, (_none, at) => first + at);
    yield { blocks, above: Math.max(above, first * size - 1), below: Math.min(below, end * size) };
    asked += count;
    end = first;
  }
}

/** The rows with these ids, newest first; `select` ends with the column of the ids. */
export async function* readRows<R extends object>(
  db: Connection,
  found: AsyncIterable<readonly string[]>,
  select: Sql,
): AsyncIterable<R> {
  for await (const ids of found)
    for (let at = 0; at < ids.length; at += FEW_ROWS)
      yield* await db.all<R>`${select} IN ${inIds(ids.slice(at, at + FEW_ROWS))} ORDER BY id DESC`;
}

/** The end of the previous page. Coded error: invalid_input. */
export function beforeCursor(cursor: string | undefined): number {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : rowId(cursor);
  if (before === undefined) throw invalidCursor();
  return before;
}

/** Ids of messages that may fall into a period, by bisection: ids grow with time. The times are still to be checked. */
export async function messageIdRange(
  db: Connection,
  { since, until }: { readonly since?: number | undefined; readonly until?: number | undefined },
  newest: number,
): Promise<IdRange> {
  return {
    above: since === undefined ? 0 : (await firstFrom(db, since - CLOCK_TOLERANCE, newest)) - 1,
    below: until === undefined ? Number.MAX_SAFE_INTEGER : await firstFrom(db, until + CLOCK_TOLERANCE, newest),
  };
}

/** The id of the first message at or after this time. */
async function firstFrom(db: Connection, at: number, newest: number): Promise<number> {
  let [low, high] = [1, newest + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await db.get<{ id: string; at: number }>`
      SELECT id, at FROM messages WHERE id >= ${middle} ORDER BY id LIMIT 1`;
    if (row === undefined || row.at >= at) high = middle;
    else low = Number(row.id) + 1;
  }
  return low;
}

/** UTF-16 units of a message that are shown, and how many of them precede the first match. */
const EXCERPT_LENGTH = 240;
const LEAD_LENGTH = 70;

/** A text with its matches marked; undefined without a match. */
export function markWords(text: string, terms: readonly SearchTerm[]): MarkedText | undefined {
  const matches = findAnyTerms(searchWords(text), terms);
  return matches.length === 0 ? undefined : cutAt(text, matches, { start: 0, end: text.length });
}

/** The part of a message around the match, or its beginning if nothing matches in one piece. */
export function markExcerpt(parts: readonly string[], terms: readonly SearchTerm[]): MarkedText {
  for (const part of parts) {
    const matches = findAnyTerms(searchWords(part), terms);
    if (matches.length > 0)
      return cutAt(part, matches, shownPart(part, Math.min(...matches.map(({ start }) => start))));
  }
  const [first = ''] = parts;
  return cutAt(first, [], shownPart(first, 0));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function shownPart(text: string, found: number): Span {
  const start = found <= LEAD_LENGTH ? 0 : afterSpace(text, found - LEAD_LENGTH, found);
  return { start, end: Math.min(text.length, signStart(text, start + EXCERPT_LENGTH)) };
}

/** The first start of a word in a range of text. */
function afterSpace(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/u);
  return space < 0 ? signStart(text, from) : from + space + 1;
}

function cutAt(text: string, matches: readonly SearchWord[], { start, end }: Span): MarkedText {
  const inside = matches
    .filter((match) => match.start >= start && match.end <= end)
    .toSorted((a, b) => a.start - b.start);
  const cut: MarkedText = [];
  const add = (from: number, to: number, isFound: boolean): void => {
    if (to <= from) return;
    const piece = `${from === start && start > 0 ? '…' : ''}${text.slice(from, to)}${to === end && end < text.length ? '…' : ''}`;
    cut.push({ text: piece.toWellFormed(), isFound });
  };
  let at = start;
  for (const match of inside) {
    if (match.start < at) continue;
    add(at, match.start, false);
    add(match.start, match.end, true);
    at = match.end;
  }
  add(at, end, false);
  return cut;
}
