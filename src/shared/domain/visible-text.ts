/** Signs that nobody sees and that turn letters around: `gpj.exe` looks like `exe.jpg`. Other signs of direction are common in honest texts. */
export const OVERRIDE_SIGNS = String.raw`\u202d\u202e`;
const OVERRIDES = new RegExp(`[${OVERRIDE_SIGNS}]`, 'g');

/** A stranger's name, file name, address or text on a line, with the signs that turn letters around made visible. */
export function showDirections(text: string): string {
  return text.replaceAll(OVERRIDES, directionMark);
}

/** Visible replacement for such a character. */
function directionMark(sign: string): string {
  return `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** The same of a text of several lines, where a NUL can be, too. */
export function showUnseen(text: string): string {
  return showDirections(text).replaceAll('\0', '␀');
}

/** A text to be put into another, whose direction changes nothing around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

// Also the blank of Braille and a musical sign, which have a width and nothing else.
const SEEN = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Checks that there is anything to see: a name of nothing but blanks, marks and fillers is none. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

/** A stranger's name as it is shown; undefined: there is none to see. */
export function visibleName(name: string | undefined): string | undefined {
  return name !== undefined && isVisible(name) ? showDirections(name) : undefined;
}
