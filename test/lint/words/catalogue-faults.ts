/** Texts by key, as `t` takes it. */
export type Catalogue = Readonly<Record<string, string>>;

const FORM = /_(zero|one|two|few|many|other)$/;

/** Counts that show all plural forms of a language: some have a separate one from a million. */
const COUNTS = [...Array.from({ length: 200 }, (_, count) => count), 1_000_000];

/** Faults in the texts of a language, one per line, compared with `english`. */
export function translationFaults(
  code: string,
  english: Readonly<Record<string, Catalogue>>,
  words: Readonly<Record<string, Catalogue>>,
): string[] {
  const subjects = [...new Set([...Object.keys(english), ...Object.keys(words)])];
  return subjects.flatMap((subject) => {
    const [from, to] = [english[subject], words[subject]];
    if (from === undefined) return [`${code}: ${subject} is no subject`];
    if (to === undefined) return [`${code}: ${subject} is missing`];
    return catalogueFaults(code, from, to).map((fault) => `${code}: ${subject}: ${fault}`);
  });
}

/** Faults in one catalogue of a language. */
function catalogueFaults(code: string, english: Catalogue, words: Catalogue): string[] {
  const wanted = new Set(wantedKeys(code, english));
  const missing = [...wanted].filter((key) => !Object.hasOwn(words, key)).map((key) => `${key} is missing`);
  const unknown = Object.keys(words)
    .filter((key) => !wanted.has(key))
    .map((key) => `${key} is no key`);
  const holes = holesByStem(english);
  const wrong = Object.entries(words)
    .filter(([key]) => wanted.has(key))
    .flatMap(([key, text]) => textFaults(key, text, holes.get(stemOf(key)) ?? new Set()));
  return [...missing, ...unknown, ...wrong];
}

function textFaults(key: string, text: string, holes: ReadonlySet<string>): string[] {
  if (text.trim() === '') return [`${key} is empty`];
  const found = holesOf(text);
  // A form for one may spell out the number.
  const lost = [...holes].filter((hole) => !found.has(hole) && !(hole === 'count' && FORM.test(key)));
  const more = [...found].filter((hole) => !holes.has(hole));
  return [
    ...lost.map((hole) => `${key} lacks {{${hole}}}`),
    ...more.map((hole) => `${key} has {{${hole}}}, which is never given`),
  ];
}

/** The keys that a language needs for the English ones: its plural forms, and one for zero if English has it. */
function wantedKeys(code: string, english: Catalogue): string[] {
  const forms = formsOf(code);
  return Object.keys(english).flatMap((key) => {
    if (!FORM.test(key) || key.endsWith('_zero')) return [key];
    return key.endsWith('_other') ? forms.map((form) => `${stemOf(key)}_${form}`) : [];
  });
}

function formsOf(code: string): string[] {
  const rules = new Intl.PluralRules(code);
  return [...new Set([...COUNTS.map((count) => rules.select(count)), 'other'])];
}

/** Faults in the English texts: missing plural forms, and counts without forms. */
export function englishFaults(english: Readonly<Record<string, Catalogue>>): string[] {
  return Object.entries(english).flatMap(([subject, words]) =>
    Object.entries(words).flatMap(([key, text]) => {
      if (!FORM.test(key)) return holesOf(text).has('count') ? [`${subject}: ${key} counts, but has no forms`] : [];
      return ['one', 'other']
        .filter((form) => !Object.hasOwn(words, `${stemOf(key)}_${form}`))
        .map((form) => `${subject}: ${stemOf(key)}_${form} is missing`);
    }),
  );
}

/** The key without its plural suffix. */
export function stemOf(key: string): string {
  return key.replace(FORM, '');
}

function holesByStem(words: Catalogue): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [key, text] of Object.entries(words)) {
    const holes = found.get(stemOf(key)) ?? new Set();
    for (const hole of holesOf(text)) holes.add(hole);
    found.set(stemOf(key), holes);
  }
  return found;
}

function holesOf(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\{\{([^}]*)\}\}/g), ([, name = '']) => name));
}
