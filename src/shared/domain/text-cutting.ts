import { graphemes } from './graphemes.ts';

/** Maximum code points of one text message (chat channel interface, section 8). */
export const TEXT_LIMIT = 1000;

/** Size of the end of a part that is searched for a line break or space before cutting a word. */
const SOFT_BREAK_SHARE = 0.25;

/**
 * Splits a long text into parts of at most `limit` code points (chat channel interface, section 8). Cuts fall on
 * grapheme boundaries, after a line break or space near the end if there is one; a single grapheme over the limit is
 * cut between code points. The parts joined are the text.
 */
export function cutText(text: string, limit: number = TEXT_LIMIT): readonly string[] {
  if (text.length <= limit) return [text];
  const parts: string[] = [];
  let part: Grapheme[] = [];
  let size = 0;
  for (const grapheme of measuredGraphemes(text, limit)) {
    while (size + grapheme.size > limit) {
      const end = softBreak(part, limit);
      parts.push(joinGraphemes(part.slice(0, end)));
      part = part.slice(end);
      size = part.reduce((sum, remaining) => sum + remaining.size, 0);
    }
    part.push(grapheme);
    size += grapheme.size;
  }
  if (part.length > 0) parts.push(joinGraphemes(part));
  return parts;
}

interface Grapheme {
  readonly text: string;
  /** in code points */
  readonly size: number;
}

function* measuredGraphemes(text: string, limit: number): Iterable<Grapheme> {
  for (const segment of graphemes(text)) {
    const points = Array.from(segment);
    for (let at = 0; at < points.length; at += limit) {
      const slice = points.slice(at, at + limit);
      yield { text: slice.join(''), size: slice.length };
    }
  }
}

/** Number of graphemes of a full part to keep: up to the last line break near its end, else the last space. */
function softBreak(part: readonly Grapheme[], limit: number): number {
  const searched = part.slice(-Math.ceil(limit * SOFT_BREAK_SHARE));
  const skipped = part.length - searched.length;
  const lineBreak = searched.findLastIndex(({ text }) => text.includes('\n'));
  const found = lineBreak >= 0 ? lineBreak : searched.findLastIndex(({ text }) => /\s/.test(text));
  return found >= 0 ? skipped + found + 1 : part.length;
}

function joinGraphemes(part: readonly Grapheme[]): string {
  return part.map(({ text }) => text).join('');
}
