/** UTF-16 units of one sign at most: marks without end on one letter are one sign, too. */
const SIGN_LENGTH = 20;

/** Splits a text into what a reader takes for one character: a flag, a family, a letter with all its marks. */
export function* graphemes(text: string): Iterable<string> {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) yield segment;
}

/** A letter that stands for itself, and no mark after it. */
const PLAIN = String.raw`(?!\p{M})[ -~\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}]`;
const PLAIN_START = new RegExp(`^${PLAIN}(?=$|${PLAIN})`, 'u');

/** The first of them; empty if there is none. */
export function firstSign(text: string): string {
  // A browser needs many milliseconds for its first segmenter.
  const [plain] = PLAIN_START.exec(text) ?? [];
  if (plain !== undefined) return plain;
  const [first = ''] = graphemes(text);
  return first.slice(0, SIGN_LENGTH).toWellFormed();
}

/** Finds the start of the character at a position of a text: where it may be cut. */
export function signStart(text: string, at: number): number {
  const sign = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text).containing(at);
  return sign === undefined || at - sign.index > SIGN_LENGTH ? at : sign.index;
}

/**
 * Counts a text's characters as its reader does, and those it may have where no more than `limit` fit, in what `sizeOf`
 * measures (UTF-16 units): those that fit, and a letter for each unit that is left.
 */
export function countSigns(text: string, limit: number, sizeOf = (sign: string): number => sign.length) {
  let [length, size, fitting] = [0, 0, 0];
  for (const sign of graphemes(text)) {
    length += 1;
    size += sizeOf(sign);
    if (size <= limit) fitting = length;
  }
  return { length, most: size > limit ? fitting : length + limit - size };
}

/** The text, or where it has more than `most` signs, its beginning with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Few signs may all be families; of many, so much fits into what a push service takes.
  const room = Math.min(most * SIGN_LENGTH, 100 + most * 3);
  let [count, end, cut] = [0, 0, 0];
  for (const sign of graphemes(text)) {
    count += 1;
    end += sign.length;
    if (end > room || count > most)
      return `${text
        .slice(0, cut || room)
        .toWellFormed()
        .trimEnd()}…`;
    if (count < most) cut = end;
  }
  return text;
}
