import type { MarkedText } from '#shared/contract/search.ts';
import { findAnyTerms, searchWords, type SearchTerm, type SearchWord } from '#shared/domain/search-terms.ts';

/** UTF-16 units of a message that are shown, and how many of them precede the first match. */
const EXCERPT_LENGTH = 240;
const LEAD_LENGTH = 70;

/** A text with its matches marked; undefined without a match. */
export function markWords(text: string, terms: readonly SearchTerm[]): MarkedText | undefined {
  const places = findAnyTerms(searchWords(text), terms);
  return places.length === 0 ? undefined : cutAt(text, places, { start: 0, end: text.length });
}

/** The part of a message around the match, or its beginning if nothing matches in one piece. */
export function markExcerpt(parts: readonly string[], terms: readonly SearchTerm[]): MarkedText {
  for (const part of parts) {
    const places = findAnyTerms(searchWords(part), terms);
    if (places.length > 0) return cutAt(part, places, shownPart(part, Math.min(...places.map(({ start }) => start))));
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
  return { start, end: Math.min(text.length, start + EXCERPT_LENGTH) };
}

/** The first start of a word in a range of text. */
function afterSpace(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

function cutAt(text: string, places: readonly SearchWord[], { start, end }: Span): MarkedText {
  const inside = places
    .filter((place) => place.start >= start && place.end <= end)
    .toSorted((one, other) => one.start - other.start);
  const cut: MarkedText = [];
  const add = (from: number, to: number, isFound: boolean): void => {
    if (to <= from) return;
    const piece = `${from === start && start > 0 ? '…' : ''}${text.slice(from, to)}${to === end && end < text.length ? '…' : ''}`;
    cut.push({ text: piece.toWellFormed(), isFound });
  };
  let at = start;
  for (const place of inside) {
    if (place.start < at) continue;
    add(at, place.start, false);
    add(place.start, place.end, true);
    at = place.end;
  }
  add(at, end, false);
  return cut;
}
