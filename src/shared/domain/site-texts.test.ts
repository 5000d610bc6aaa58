import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import english from '#shared/locales/en/site.json' with { type: 'json' };
import { LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';
import { readPhrase } from './phrase.ts';
import { checkedTexts, holesIn, ownTexts, siteText, textsByKey, withTexts } from './site-texts.ts';

const problemsOf = (texts: unknown) =>
  checkedTexts
    .safeParse(texts)
    .error?.issues.map(({ path, message }) => [path.join(' '), readPhrase(message).code, readPhrase(message).params]);

describe('texts of an owner', () => {
  it.each(LANGUAGES)('can replace every text in $name, by what already stands there', async ({ code }) => {
    const texts = { [code]: textsByKey(await siteWords(code)) };
    expect(checkedTexts.parse(texts)).toEqual(texts);
  });

  it('are trimmed', () => {
    expect(checkedTexts.parse({ de: { send: '  Los  ' } })).toEqual({ de: { send: 'Los' } });
  });

  it.each([
    ['en', 'nothing'],
    ['en', 'states'],
    ['en', 'states.nothing'],
    ['en', 'unread'],
    ['en', 'unread_few'],
    ['de', 'unread_many'],
    ['en', 'send_other'],
    ['en', 'constructor'],
    ['en', ''],
  ])('in %s under the key "%s" are refused', (language, key) => {
    const texts = { [language]: Object.fromEntries([[key, 'Text']]) };
    expect(problemsOf(texts)).toEqual([[`${language} ${key}`, 'errors:rules.siteText.unknown', { key }]]);
  });

  it('are refused in a language that the window does not speak, and if they are no texts', () => {
    for (const texts of [{ fr: { send: 'Oui' } }, { 'en-XA': {} }, { en: { send: 1 } }, { en: 'Send' }, [], null])
      expect(checkedTexts.safeParse(texts).success).toBe(false);
  });

  it('keep the placeholders of the text that they replace, and have no others; an empty text has none', () => {
    expect(
      problemsOf({
        en: {
          'states.here': 'We are here',
          typing: '{{name}}, {{who}}',
          send: 'Send {{name}}',
          unread_one: '',
          unread_other: '{{ count }} new',
          'rating.ofFive': '{{word}} ({{rate}})',
        },
        ru: { unread_few: 'Новые сообщения' },
      }),
    ).toEqual([
      ['en states.here', 'errors:rules.siteText.missing', { hole: '{{name}}' }],
      ['en typing', 'errors:rules.siteText.invented', { hole: '{{who}}' }],
      ['en send', 'errors:rules.siteText.invented', { hole: '{{name}}' }],
      ['en unread_other', 'errors:rules.siteText.missing', { hole: '{{count}}' }],
      ['en unread_other', 'errors:rules.siteText.invented', { hole: '{{ count }}' }],
      ['ru unread_few', 'errors:rules.siteText.missing', { hole: '{{count}}' }],
    ]);
  });

  it.each([
    ['title', 60],
    ['button', 40],
    ['greeting', 300],
    ['send', 80],
    ['memoryOnly', 300],
  ])('%s has at most %i characters', (key, most) => {
    expect(siteText(key, 'en')?.safeParse('x'.repeat(most)).success).toBe(true);
    expect(problemsOf({ en: { [key]: 'x'.repeat(most + 1) } })).toEqual([
      [`en ${key}`, 'errors:rules.most.characters', { most }],
    ]);
  });

  it('are bounded all together', () => {
    const keys = Object.keys(textsByKey(english));
    expect(keys.length * 300 * LANGUAGES.length).toBeLessThan(150_000);
    expect(Object.keys(checkedTexts.parse({ en: JSON.parse('{"__proto__": "x"}') })['en'] ?? {})).toEqual([]);
  });

  it('are laid over the usual ones, each in its place', () => {
    const own = { send: 'Go', 'rating.rates.5': 'Great', 'states.soon': '', nothing: 'x', states: 'x', away: 'Closed' };
    const texts = withTexts(english, own);
    expect(texts).toEqual({
      ...english,
      send: 'Go',
      away: 'Closed',
      rating: { ...english.rating, rates: { ...english.rating.rates, 5: 'Great' } },
    });
    expect(withTexts(english, {})).toEqual(english);
  });

  it('in English are shown in other languages too if they are seen first, until there are others', () => {
    const texts = {
      en: { title: 'Bella', greeting: 'Hello', send: 'Go' },
      de: { greeting: 'Moin', title: '' },
      ru: {},
    };
    expect(['en', 'de', 'ru', 'es'].map((language) => ownTexts(texts, language))).toEqual([
      { title: 'Bella', greeting: 'Hello', send: 'Go' },
      { title: 'Bella', greeting: 'Moin' },
      { title: 'Bella', greeting: 'Hello' },
      { title: 'Bella', greeting: 'Hello' },
    ]);
  });

  it('are accepted with their placeholders wherever they stand, whatever is around them', () => {
    const word = fc.string({ maxLength: 20 }).filter((text) => !text.includes('{') && !text.includes('}'));
    fc.assert(
      fc.property(word, word, (before, after) => {
        const text = `${before}{{name}}${after}`;
        expect(siteText('typing', 'en')?.safeParse(text).success).toBe(true);
        expect(holesIn(text)).toEqual(['{{name}}']);
      }),
    );
  });
});
