import { components } from '#shared/words/en/components.ts';
import { speech, wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('components', components);
const numbers = new Intl.NumberFormat(speech.locale());
const percents = new Intl.NumberFormat(speech.locale(), { style: 'percent', maximumFractionDigits: 0 });
const lists = new Intl.ListFormat(speech.locale(), { type: 'conjunction' });

/** A number as people write it: 3,600. */
export function numberWords(amount: number): string {
  return numbers.format(amount);
}

/** A number with so many digits after the point: 4.0. */
export function decimalWords(amount: number, digits: number): string {
  return new Intl.NumberFormat(speech.locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** A part of a whole, 0.5: 50%. */
export function percentWords(part: number): string {
  return percents.format(part);
}

/** Things in a sentence: A, B and C. */
export function listWords(things: readonly string[]): string {
  return lists.format(things);
}

/** Whole milliseconds: 120 ms. */
export function millisecondsWords(milliseconds: number): string {
  return say('milliseconds', { amount: Math.round(milliseconds) });
}

/** Milliseconds in seconds: 2.9 s. */
export function secondsWords(milliseconds: number): string {
  return say('seconds', { amount: decimalWords(milliseconds / 1000, 1) });
}
