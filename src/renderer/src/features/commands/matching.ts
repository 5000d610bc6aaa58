/** What is searched in: the label counts more than the words beside it. */
export interface Searched {
  readonly label: string;
  readonly hint?: string;
  readonly also?: string;
}

/** How well a word fits; words beside the label are worth half. */
const FIT = { whole: 10, beginning: 8, inside: 4, initials: 3, scattered: 2 } as const;

/**
 * How well something fits what is typed, by words in any order; undefined where one of them does not fit at all. Case
 * and accents make no difference, left out letters are forgiven, and beginnings of words do: `ta ch`, `tach`, `tc`.
 */
export function fitOf(typed: string, { label, hint = '', also = '' }: Searched): number | undefined {
  const sought = wordsOf(typed);
  const labelWords = wordsOf(label);
  const otherWords = wordsOf(`${hint} ${also}`);
  let sum = 0;
  for (const word of sought) {
    const fit = Math.max(
      bestOf(word, labelWords),
      beginsWords(word, labelWords) ? FIT.initials : 0,
      bestOf(word, otherWords) / 2,
    );
    if (fit === 0) return undefined;
    sum += fit;
  }
  return sought.length === 0 ? 0 : sum / sought.length;
}

/** Lower case, without accents, cut at everything that is neither letter nor digit. */
function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function bestOf(sought: string, words: readonly string[]): number {
  return Math.max(0, ...words.map((word) => fitOfWord(sought, word)));
}

function fitOfWord(sought: string, word: string): number {
  if (word === sought) return FIT.whole;
  if (word.startsWith(sought)) return FIT.beginning;
  if (sought.length > 1 && word.includes(sought)) return FIT.inside;
  return isScattered(sought, word) ? FIT.scattered : 0;
}

/** Whether at most half of the word's letters were left out, and not its first. */
function isScattered(sought: string, word: string): boolean {
  if (sought.length < 3 || sought.length * 2 < word.length || sought[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === sought[at]) at += 1;
  return at === sought.length;
}

/** Whether it is put together of beginnings of these words, in their order; words may be left out. */
function beginsWords(sought: string, words: readonly string[]): boolean {
  if (sought === '') return true;
  return words.some((word, index) => {
    const rest = words.slice(index + 1);
    for (let length = 1; length <= sought.length && word.startsWith(sought.slice(0, length)); length += 1) {
      if (beginsWords(sought.slice(length), rest)) return true;
    }
    return false;
  });
}
