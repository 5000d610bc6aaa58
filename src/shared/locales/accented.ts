const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçđéƒğĥíĵķłɱñóþɋŕšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŔŠŤÚṼŴẊÝŽ';
const marked = new Map(Array.from(PLAIN, (letter, index) => [letter, Array.from(ACCENTED)[index] ?? letter]));

/** Translations are longer than the English, short ones most of all. */
const LONGER = 0.35;

/** English that nobody mistakes for the untranslated: with accents, longer, and in brackets that show whether all of it is seen. */
export function accented(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\})/);
  const isHole = (part: string): boolean => part.startsWith('{{');
  const said = parts
    .filter((part) => !isHole(part))
    .join('')
    .trim();
  const letters = parts.map((part) =>
    isHole(part) ? part : Array.from(part, (letter) => marked.get(letter) ?? letter).join(''),
  );
  return `[${letters.join('')}${'~'.repeat(Math.ceil(said.length * LONGER))}]`;
}
