import { describe, expect, it } from 'vitest';
import { textsByKey } from '#shared/domain/site-texts.ts';
import { LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';
import { filledText, fits, sampleValues, shownTexts } from './all-texts.tsx';

const wordsOf = async (language: string) => ({ title: 'Bella Lamps', ...textsByKey(await siteWords(language)) });
const english = await wordsOf('en');

describe('the texts that an owner can change', () => {
  it.each(LANGUAGES)('in $name are all there, except forms of a count that nobody sees', async ({ code }) => {
    const words = await wordsOf(code);
    const shown = shownTexts(words, english, code).map(({ key }) => key);
    const unseen = { ru: ['unread_other'], es: ['unread_many'], 'pt-BR': ['unread_many'] }[code] ?? [];
    expect(new Set(shown)).toEqual(new Set(Object.keys(words).filter((key) => !unseen.includes(key))));
    expect(shown).toHaveLength(new Set(shown).size);
  });

  it('begin with those that visitors see first', () => {
    const shown = shownTexts(english, english, 'en');
    expect(shown.slice(0, 4).map(({ key }) => key)).toEqual(['title', 'greeting', 'away', 'button']);
  });

  it('with a count name the numbers that they are shown for', async () => {
    const shown = shownTexts(await wordsOf('ru'), english, 'ru');
    expect(
      shown.flatMap(({ key, label, examples }) => (examples === undefined ? [] : [[key, label, examples]])),
    ).toEqual([
      ['unread_one', '{{count}} new message', [1, 21, 31]],
      ['unread_few', '{{count}} new messages', [2, 3, 4]],
      ['unread_many', '{{count}} new messages', [5, 6, 7]],
    ]);
  });

  it('are found by their name, the usual text and the owner’s own', async () => {
    const send = shownTexts(await wordsOf('de'), english, 'de').find(({ key }) => key === 'send');
    if (send === undefined) throw new Error('there is no such text');
    const found = ['SEND', 'senden', ' los ', '', 'nothing like it'].map((query) => fits(send, 'Los geht’s', query));
    expect(found).toEqual([true, true, true, true, false]);
  });
});

it('the preview fills every placeholder', async () => {
  const values = sampleValues('Bella Lamps', english, [2, 3, 4]);
  const filled = Object.values(english).map((text) => filledText(text, values));
  expect(filled.filter((text) => text.includes('{{'))).toEqual([]);
  expect(filledText('{{count}} new, {{rate}} of 5: {{word}}, {{other}}', values)).toBe(
    '4 new, 4 of 5: Good, {{other}}',
  );
});
