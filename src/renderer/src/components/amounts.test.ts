import { afterEach, describe, expect, it } from 'vitest';
import { localization } from '#renderer/language/i18n.ts';
import { languageFor } from '#shared/locales/languages.ts';
import { listParts, formatList } from './amounts.ts';

afterEach(() => localization.changeLanguage(languageFor(['en-GB']), ['en-GB']));

describe('joins list items in a sentence as the language does', () => {
  it.each([
    ['en', 'A, B and C'],
    ['de', 'A, B und C'],
    ['ru', 'A, B и C'],
    ['es', 'A, B y C'],
    ['pt-BR', 'A, B e C'],
  ])('%s', async (language, words) => {
    await localization.changeLanguage(languageFor([language]), [language === 'en' ? 'en-GB' : language]);
    const things = ['A', 'B', 'C'];
    const parts = listParts(things.length).map((part) => (typeof part === 'number' ? things[part] : part));
    expect(parts.join('')).toBe(words);
    expect(formatList(things)).toBe(words);
  });

  it.each([0, 1])('%s of them', (count) => {
    expect(listParts(count)).toEqual(Array.from({ length: count }, (_, index) => index));
  });
});
