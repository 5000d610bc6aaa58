/** More than anybody looks through on one chat or contact. */
export const MOST_TAGS = 20;
/** in UTF-16 units */
export const LONGEST_TAG = 40;

/** By what two tags are the same one: letters' case, width and space aside. */
export function tagKey(name: string): string {
  // Both ways: ß has its capital in two, and Σ has two small ones.
  return tidyTag(name).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC');
}

/** A tag as it is kept: one line, without space at its ends. */
export function tidyTag(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Each tag once, in the order in which they first come; what is no tag is left out. */
export function distinctTags(names: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const name of names.map(tidyTag)) {
    if (name !== '' && !byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  }
  return [...byKey.values()];
}
