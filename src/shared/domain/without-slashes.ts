const SLASH = '/';

/** The text without its trailing slashes. A loop, because a regular expression takes quadratic time on a long run of them. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === SLASH) end -= 1;
  return text.slice(0, end);
}
