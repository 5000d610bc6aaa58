const SLASH = '/';

/** Without the slashes at its end, however many: a regular expression would look at each run of them again from each of its slashes. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === SLASH) end -= 1;
  return text.slice(0, end);
}
