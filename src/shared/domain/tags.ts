/** More than fits one chat or contact in practice. */
export const MOST_TAGS = 20;
/** in UTF-16 units */
export const LONGEST_TAG = 40;

/** The key by which tags are unique: ignores case, width and spaces. */
export function tagKey(name: string): string {
  // Both conversions: ß has a two-letter capital, and Σ two small forms.
  return tidyTag(name).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC');
}

/** A tag as it is stored: one line, trimmed. */
export function tidyTag(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Each tag once, in order of first appearance; invalid ones are left out. */
export function distinctTags(names: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const name of names.map(tidyTag)) {
    if (name !== '' && !byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  }
  return [...byKey.values()];
}
