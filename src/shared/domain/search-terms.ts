/** A normalized word of a text, and its position there (UTF-16 units). */
export interface SearchWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Words that must be adjacent, in this order; the last one may continue if `isPrefix`. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Maximum code points of a word; the rest is ignored. */
const MAX_WORD_LENGTH = 40;
/** Maximum words of a query. */
const MAX_WORDS = 24;

/** Scripts without spaces are searched character by character; elsewhere letters, digits and marks form a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv;

/** Combining diacritical marks, and Hebrew and Arabic points. */
const MARKS = /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u065F\u0670]/gu;

/** Letters that don't decompose into a plain letter and a mark, though readers equate them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

/** The words of a text, without case, diacritics and forms. */
export function searchWords(text: string): SearchWord[] {
  const found: SearchWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = foldWord(match[0]);
    if (word !== '') found.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The terms of a query: words in quotes form a phrase, others match as prefixes too. */
export function searchTerms(query: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  let left = MAX_WORDS;
  // An unclosed quote is still being typed.
  for (const [, phrase, isOpen, plain] of query.matchAll(/["“”„«»]([^"“”„«»]*)(["“”„«»]|$)|([^\s"“”„«»]+)/gu)) {
    const words = searchWords(phrase ?? plain ?? '')
      .map(({ word }) => word)
      .slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    terms.push({ words, isPrefix: phrase === undefined || isOpen === '' });
  }
  return terms;
}

/** Positions of the terms in a text; undefined if one of them is missing. */
export function findTerms(
  words: readonly SearchWord[],
  terms: readonly SearchTerm[],
): readonly SearchWord[] | undefined {
  const found = terms.map((term) => findTerm(words, term));
  return found.every((places) => places.length > 0) ? found.flat() : undefined;
}

/** Positions of any of the terms in a text. */
export function findAnyTerms(words: readonly SearchWord[], terms: readonly SearchTerm[]): readonly SearchWord[] {
  return terms.flatMap((term) => findTerm(words, term));
}

function findTerm(words: readonly SearchWord[], { words: asked, isPrefix }: SearchTerm): readonly SearchWord[] {
  const places: SearchWord[] = [];
  for (let first = 0; first + asked.length <= words.length; first += 1) {
    const stands = asked.every((word, place) => {
      const here = words[first + place]?.word ?? '';
      return isPrefix && place === asked.length - 1 ? here.startsWith(word) : here === word;
    });
    if (stands) places.push(...words.slice(first, first + asked.length));
  }
  return places;
}

/** Lower case, without accents: for comparing and sorting names and words. */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function foldWord(word: string): string {
  const plain = /^[\0-\x7f]*$/.test(word) ? word.toLowerCase() : foldLetters(word);
  return plain.length <= MAX_WORD_LENGTH ? plain : Array.from(plain).slice(0, MAX_WORD_LENGTH).join('');
}

function foldLetters(word: string): string {
  const apart = word.normalize('NFKD').toLowerCase();
  // й is a separate letter, not an и with a mark.
  const bare = apart.replaceAll(MARKS, (mark, at: number) => (mark === '\u0306' && apart[at - 1] === 'и' ? mark : ''));
  return bare
    .normalize('NFC')
    .replaceAll(/[ßæœøđðłıþ]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}
