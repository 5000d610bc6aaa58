import { describe, expect, it } from 'vitest';
import { readPhrase } from './phrase.ts';
import { siteSettings } from './site.ts';
import { ownTexts } from './site-texts.ts';

const parsed = (texts: unknown) => siteSettings.shape.texts.safeParse(texts);

describe('texts of an owner', () => {
  it('are trimmed', () => {
    expect(parsed({ de: { greeting: '  Moin  ' } }).data).toEqual({ de: { greeting: 'Moin' } });
  });

  it('are refused under other keys, in a language that the window does not speak, and if they are no texts', () => {
    const otherKeys: readonly unknown[] = [{ en: { send: 'Go' } }, { en: { constructor: 'Go' } }];
    const otherLanguages = [{ fr: { greeting: 'Bonjour' } }, { 'en-XA': {} }];
    for (const texts of [...otherKeys, ...otherLanguages, { en: { greeting: 1 } }, { en: 'Hello' }, [], null])
      expect(parsed(texts).success).toBe(false);
  });

  it.each([
    ['title', 60],
    ['greeting', 300],
    ['away', 300],
    ['button', 40],
    ['placeholder', 80],
    ['consent', 300],
  ])('%s has at most %i characters', (key, most) => {
    expect(parsed({ en: { [key]: 'x'.repeat(most) } }).success).toBe(true);
    const problems = parsed({ en: { [key]: 'x'.repeat(most + 1) } }).error?.issues ?? [];
    expect(problems.map(({ path, message }) => [path, readPhrase(message)])).toMatchObject([
      [['en', key], { code: 'errors:rules.most.characters', params: { most } }],
    ]);
  });

  it('a link is one to a web page, or none', () => {
    const isLink = (consentLink: string) => parsed({ en: { consentLink } }).success;
    expect(['', 'https://shop.example/privacy', 'http://shop.example/?a=1#b'].map(isLink)).toEqual([true, true, true]);
    expect(['shop.example', 'javascript:alert(1)', 'https://a@b.example/', 'https://x y'].map(isLink)).toEqual([
      ...[false, false, false, false],
    ]);
  });

  it('in English are shown in other languages too, until there are others', () => {
    const texts = { en: { title: 'Bella', greeting: 'Hello', away: '' }, de: { greeting: 'Moin', title: '' }, ru: {} };
    expect(['en', 'de', 'ru', 'es'].map((language) => ownTexts(texts, language))).toEqual([
      { title: 'Bella', greeting: 'Hello' },
      { title: 'Bella', greeting: 'Moin' },
      { title: 'Bella', greeting: 'Hello' },
      { title: 'Bella', greeting: 'Hello' },
    ]);
  });
});
