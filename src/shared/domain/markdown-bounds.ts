/** Longer text is shown as it is. */
const MAX_LENGTH = 10_000;
const MAX_LINES = 200;
/** Quotes and lists in one line, and in all lines together: each line is checked against every one that it is in. */
const MAX_DEPTH = 8;
const MAX_NESTING = 600;
/** Signs that may open something that is closed later: each is compared with those before it. */
const MAX_DELIMITERS = 320;
const MAX_BRACKETS = 160;

const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*[ \t]*/;
const MARKERS = />|[-+*]|\d+[.)]/g;
const SPACES = /[ \t]/g;

/**
 * Checks that a text is cheap to parse as Markdown, whatever it says. The work grows with the square of what is nested
 * or left open, and bots repeat what strangers write; other text is shown as it is, everywhere.
 */
export function isFormattable(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return false;
  if (count(markdown, /[*_~`]/g) > MAX_DELIMITERS || count(markdown, /[[\]<]/g) > MAX_BRACKETS) return false;
  const lines = markdown.split(/\r\n?|\n/);
  if (lines.length > MAX_LINES) return false;
  let nesting = 0;
  for (const line of lines) {
    const [start] = CONTAINERS.exec(line) ?? [''];
    const depth = count(start, MARKERS);
    if (depth > MAX_DEPTH) return false;
    nesting += depth + Math.floor(count(start, SPACES) / 2);
  }
  return nesting <= MAX_NESTING;
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
