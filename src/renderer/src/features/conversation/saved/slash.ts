/** A `/` that asks for a saved reply, and what was typed after it. */
export interface Slash {
  /** where the `/` stands */
  readonly start: number;
  /** where what was typed after it ends: the caret */
  readonly end: number;
  readonly query: string;
}

/** As long as a shortcut can be, and the `/`. */
const MOST = 41;

/** The `/` that is being typed at: at the beginning or after a space, with nothing but letters up to the caret. */
export function slashAt(text: string, caret: number): Slash | undefined {
  if (caret === 0) return undefined;
  const start = text.lastIndexOf('/', caret - 1);
  if (start < 0 || caret - start > MOST) return undefined;
  const query = text.slice(start + 1, caret);
  return /\S$/u.test(text.slice(0, start)) || /\s/u.test(query) ? undefined : { start, end: caret, query };
}
