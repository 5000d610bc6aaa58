import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/locales/languages.ts';
import { ratingTexts } from '#shared/locales/rating.ts';
import { preferredLanguage } from './rating-page.ts';

describe('the language of the page', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['tlh-AQ, tlh;q=0.9, ru;q=0.5, en;q=0.4', 'ru'],
    ['de-AT, de;q=0.9, en;q=0.4', 'de'],
    ['en;q=0.3, ES-mx;q=0.7', 'es'],
    ['ru;q=0, es;q=0.001', 'es'],
    ['es;q=0', 'en'],
    ['ru, es', 'ru'],
    ['*', 'en'],
    ['tlh, *;q=0.5', 'en'],
    ['est-EE, rum, espionage', 'en'],
    [';;;,,q=1,ru ; q = 0.9', 'ru'],
    ['constructor, __proto__', 'en'],
  ])('of %j is %s', (header, language) => {
    expect(preferredLanguage(header).code).toBe(language);
  });

  test('every language has a text for each rating', async () => {
    const texts = await Promise.all(LANGUAGES.map(({ code }) => ratingTexts(code)));
    for (const { rates } of texts) expect(new Set(Object.values(rates)).size).toBe(5);
    expect(new Set(texts.map(({ question }) => question)).size).toBe(LANGUAGES.length);
  });
});
