/** Words that a language must not use for a term, as written in the glossary: `очеред…` is a prefix. */
export type Forbidden = ReadonlyMap<string, readonly string[]>;

/** Language names in the table of phrases, by code. */
const CODES: Readonly<Record<string, string>> = {
  English: 'en',
  Spanish: 'es',
  Portuguese: 'pt-BR',
  Russian: 'ru',
  German: 'de',
};

/** Parses both tables of `docs/glossary.md`: terms (the last column is divided by language), and phrases. */
export function forbiddenWords(glossary: string): { readonly terms: readonly string[]; readonly words: Forbidden } {
  const rows = [...glossary.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  const terms = rows.filter(({ length, 0: first }) => length === 7 && first !== 'Term' && !isRule(first));
  const words = new Map<string, string[]>();
  const add = (code: string, list: string) =>
    words.set(code, [...(words.get(code) ?? []), ...list.split(',').map((word) => word.trim())]);
  for (const part of terms.flatMap(([, , , , , , never = '']) => never.split(' · '))) {
    const [, code, list] = /^(?:([a-zA-Z-]+): )?(.+)$/.exec(part) ?? [];
    if (list !== undefined) add(code ?? 'en', list);
  }
  for (const [language = '', list = ''] of rows.filter(({ length }) => length === 2)) {
    const code = CODES[language];
    if (code !== undefined) add(code, list);
  }
  return { terms: terms.map(([term = '']) => term), words };
}

function isRule(cell: string | undefined): boolean {
  return /^-+$/.test(cell ?? '');
}

/** The forbidden words in a text; a part of a program's name, such as `pg_dump`, is none. */
export function foundIn(text: string, words: readonly string[]): string[] {
  return words.filter((word) => {
    const begins = word.endsWith('…');
    const letters = word.replace('…', '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return new RegExp(String.raw`(?<![\p{L}_])${letters}${begins ? '' : String.raw`(?!\p{L})`}`, 'iu').test(text);
  });
}
