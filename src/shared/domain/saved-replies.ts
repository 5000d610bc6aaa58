import { withoutMarks } from './search-terms.ts';

interface Searchable {
  readonly shortcut: string;
  readonly text: string;
}

export interface Entry<Reply> extends Searchable {
  readonly reply: Reply;
}

/** Saved replies prepared for searching. */
type ReplyIndex<Reply extends Searchable> = readonly Entry<Reply>[];

/** Size of the list; to see others, keep typing. */
const MAX_RESULTS = 100;

/** Prepares saved replies for searching, keeping their order. */
export function indexReplies<Reply extends Searchable>(replies: readonly Reply[]): ReplyIndex<Reply> {
  return replies.map((reply) => ({ reply, shortcut: withoutMarks(reply.shortcut), text: withoutMarks(reply.text) }));
}

/** Matches in order: shortcut starts with the query, shortcut contains it, words start with it; case and accents are ignored. */
export function searchReplies<Reply extends Searchable>(
  index: ReplyIndex<Reply>,
  query: string,
  most = MAX_RESULTS,
): readonly Reply[] {
  const queryWords = withoutMarks(query).split(/\s+/u).filter(Boolean);
  if (queryWords.length === 0) return index.slice(0, most).map(({ reply }) => reply);
  return index
    .map((entry) => ({ reply: entry.reply, rank: rankMatch(entry, queryWords) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ reply }) => reply);
}

const NO_MATCH = 4;

function rankMatch({ shortcut, text }: Searchable, queryWords: readonly string[]): number {
  const whole = queryWords.join(' ');
  if (shortcut === whole) return 0;
  if (shortcut.startsWith(whole)) return 1;
  if (shortcut.includes(whole)) return 2;
  return queryWords.every((word) => shortcut.includes(word) || hasWord(text, word)) ? 3 : NO_MATCH;
}

/** Whether a word of the text starts with it. */
function hasWord(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

/** Placeholders that a saved reply can leave to be filled in when it is used. */
export const PLACEHOLDERS = ['customer', 'operator', 'channel'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** `{customer}` and so on, ignoring inner spaces and case; anything else in braces is left as is. */
const PLACEHOLDER_PATTERN = / ?\{\s*(?:customer|operator|channel)\s*\}/gi;

/** The text with its placeholders filled in; an unknown value removes the space before it ("Hello {customer}," is "Hello,"). */
export function fillPlaceholders(text: string, known: Readonly<Record<Placeholder, string | undefined>>): string {
  return text.replaceAll(PLACEHOLDER_PATTERN, (written) => {
    const name = written.replaceAll(/[{}\s]/g, '').toLowerCase() as Placeholder;
    const value = known[name]?.trim();
    if (value === undefined || value === '') return '';
    return `${written.startsWith(' ') ? ' ' : ''}${value}`;
  });
}

/** The key by which shortcuts are unique: ignores case, in any script, and how accents were typed. */
export function shortcutKey(shortcut: string): string {
  // Both conversions: ß has a two-letter capital, and Σ two small forms.
  return shortcut.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
