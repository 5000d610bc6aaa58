/** More than fits one chat or contact in practice. */
export const MAX_TAGS = 20;
/** in UTF-16 units */
export const MAX_TAG_LENGTH = 40;

/** The key by which tags are unique: ignores case, width and spaces. */
export function tagKey(name: string): string {
  // Both conversions: ß has a two-letter capital, and Σ two small forms.
  return normalizeTag(name).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC');
}

/** A tag as it is stored: one line, trimmed. */
export function normalizeTag(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Each tag once, in order of first appearance; invalid ones are left out. */
export function distinctTags(names: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const name of names.map(normalizeTag)) {
    if (name !== '' && !byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  }
  return [...byKey.values()];
}
