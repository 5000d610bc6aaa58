import { firstCodePoints } from '#shared/protocol/code-points.ts';

/** A normalized word of a text, and its position there (UTF-16 units). */
export interface SearchWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** not of letters and digits: only words in a query that has it are next to it */
  readonly isSymbol?: true;
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

/**
 * Scripts without spaces are searched character by character; elsewhere letters, digits and marks form a word, with the
 * joiners between them. The others are symbols: an emoji with all its parts, a flag, or one sign.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+(?:[\u00AD\u200C\u200D]+[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+)*|(?<symbol>[\u{1F1E6}-\u{1F1FF}]{2}|\p{ExtPict}(?:\uFE0E|\uFE0F|\p{EMod}|[\u{E0020}-\u{E007F}]|\u200D\p{ExtPict})*|\p{S}\p{M}*)/gv;

/** Parts of an emoji that change nothing of its meaning, or only join others. */
const INVISIBLE = /\u200D|\uFE0E|\uFE0F/gu;

/** Combining diacritical marks, Hebrew and Arabic points, and the line that only makes an Arabic word longer. */
const MARKS =
  /[\uFE00-\uFE0F\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08D3-\u08FF]|\u20E3/gu;

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
    const symbol = match.groups?.['symbol'];
    const word = symbol === undefined ? foldWord(match[0]) : nameOf(symbol);
    const entry = { word, start: match.index, end: match.index + match[0].length };
    if (word !== '') found.push(symbol === undefined ? entry : { ...entry, isSymbol: true });
  }
  return found;
}

/** The terms of a query: words in quotes form a phrase, others match as prefixes too. */
export function searchTerms(query: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  let left = MAX_WORDS;
  // An unclosed quote is still being typed.
  for (const [, phrase, isOpen, plain] of query.matchAll(/["“”„«»]([^"“”„«»]*)(["“”„«»]|$)|([^\s"“”„«»]+)/gu)) {
    const all = searchWords(phrase ?? plain ?? '');
    const hasWords = all.some(({ isSymbol }) => isSymbol !== true);
    // "+34" and "a=b" mean their words, "20€" also its symbol.
    const meant = phrase === undefined && hasWords ? all.filter(({ word }) => !ASCII_SYMBOL.test(word)) : all;
    const words = meant.map(({ word }) => word).slice(0, left);
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
  return found.every((matches) => matches.length > 0) ? found.flat() : undefined;
}

/** Positions of any of the terms in a text. */
export function findAnyTerms(words: readonly SearchWord[], terms: readonly SearchTerm[]): readonly SearchWord[] {
  return terms.flatMap((term) => findTerm(words, term));
}

function findTerm(searched: readonly SearchWord[], { words: termWords, isPrefix }: SearchTerm): readonly SearchWord[] {
  const words = termWords.some(isName) ? searched : searched.filter(({ isSymbol }) => isSymbol !== true);
  const matches: SearchWord[] = [];
  for (let first = 0; first + termWords.length <= words.length; first += 1) {
    const stands = termWords.every((word, index) => {
      const candidate = words[first + index]?.word ?? '';
      return isPrefix && index === termWords.length - 1 ? candidate.startsWith(word) : candidate === word;
    });
    if (stands) matches.push(...words.slice(first, first + termWords.length));
  }
  return matches;
}

/** Lower case, without accents: for comparing and sorting names and words. */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00AD\u0640\u200C\u200D]/gu, '')
    .toLowerCase();
}

/** First letter of a symbol's name: one that no word begins with, because it is in no text. */
const NAME = '\uA66E';
const ASCII_SYMBOL = /^\uA66E0000(?!24)..$/;

/** The name of a symbol as a word of letters and digits, for the index: 👍🏽 begins as 👍 does. */
function nameOf(symbol: string): string {
  const points = Array.from(symbol.replaceAll(INVISIBLE, ''), (sign) =>
    sign.codePointAt(0)?.toString(16).padStart(6, '0'),
  );
  return points.length === 0 ? '' : `${NAME}${points.slice(0, 6).join('')}`;
}

function isName(word: string): boolean {
  return word.startsWith(NAME);
}

function foldWord(word: string): string {
  const plain = /^[\0-\x7f]*$/.test(word) ? word.toLowerCase() : foldLetters(word);
  return firstCodePoints(plain, MAX_WORD_LENGTH);
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
