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
    .toSorted((a, b) => a.rank - b.rank)
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

/** Checks whether a word of the text starts with `beginning`. */
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
const PLACEHOLDER_PATTERN = /\{\s*(?:customer|operator|channel)\s*\}/gi;

type Known = Readonly<Record<Placeholder, string | undefined>>;

/** Also, in what is sent by itself, when the channel opens next. */
const AUTOMATIC_PATTERN = /\{\s*(?:customer|operator|channel|opens)\s*\}/gi;

/** The name that a placeholder stands for; undefined: there is none, or one of which nothing would be read. */
function nameFor(placeholder: string, known: Known & { readonly opens?: string | undefined }): string | undefined {
  const name = known[placeholder.replaceAll(/[{}\s]/g, '').toLowerCase() as Placeholder | 'opens']?.trim() ?? '';
  // U+2800 is a sign of Braille without dots.
  const seen = name.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
  return /[\p{L}\p{N}\p{So}]/u.test(seen) ? name.replaceAll(/\s+/gu, ' ') : undefined;
}

/** The text with its placeholders filled in. Without its name one stays as it is: no text is right with it cut out. */
export function fillPlaceholders(text: string, known: Known): string {
  return text.replaceAll(PLACEHOLDER_PATTERN, (written) => nameFor(written, known) ?? written);
}

/** Finds the first placeholder that nobody has filled in. */
export function placeholderIn(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.search(PLACEHOLDER_PATTERN);
  return start < 0 ? undefined : { start, end: text.indexOf('}', start) + 1 };
}

/** Stands for a name that is missing: lower case, because "Dr. " before it ends no sentence. */
const MISSING = 'x\uE000x';

/** The same where nobody can be asked: sentences that name what is not known are left out. */
export function fillOrLeaveOut(text: string, known: Known & { readonly opens: string | undefined }): string {
  const filled = text.replaceAll(AUTOMATIC_PATTERN, (written) => nameFor(written, known) ?? MISSING);
  if (!filled.includes(MISSING)) return filled;
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(filled);
  const left = Array.from(sentences, ({ segment }) => segment).filter((sentence) => !sentence.includes(MISSING));
  return left
    .join('')
    .trim()
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The key by which shortcuts are unique: ignores case, in any script, and how accents were typed. */
export function shortcutKey(shortcut: string): string {
  // Both conversions: ß has a two-letter capital, and Σ two small forms.
  return shortcut.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
