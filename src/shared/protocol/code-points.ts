// The interfaces' limits count code points. Without zod: the console's first load has this, too.

/** The length of a text in code points. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** As much of a text as has so many code points. */
export function firstCodePoints(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : Array.from(text.slice(0, limit * 2))
        .slice(0, limit)
        .join('');
}
