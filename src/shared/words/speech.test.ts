import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accented } from './accented.ts';
import type { Catalogue } from './catalogue.ts';
import { languageFor, languageOf, localeFor, type Language } from './languages.ts';
import { createSpeech } from './speech.ts';

const inbox = {
  title: 'Inbox',
  unread_zero: 'Nothing new',
  unread_one: '{{count}} message',
  unread_other: '{{count}} messages',
  of: '{{name}} of {{place}}',
} as const satisfies Catalogue;

const russian: Language = {
  code: 'ru',
  name: 'Русский',
  load: async () => ({
    words: {
      inbox: {
        title: 'Входящие',
        unread_zero: 'Ничего нового',
        unread_one: '{{count}} сообщение',
        unread_few: '{{count}} сообщения',
        unread_many: '{{count}} сообщений',
        unread_other: '{{count}} сообщения',
      },
    },
  }),
};

describe('English', () => {
  const say = createSpeech([]).wordsOf('inbox', inbox);

  it('is there at once', () => {
    expect(say('title')).toBe('Inbox');
    expect([0, 1, 2].map((count) => say('unread', { count }))).toEqual(['Nothing new', '1 message', '2 messages']);
  });

  it('writes numbers as the locale does', () => {
    expect(say('unread', { count: 1500 })).toBe('1,500 messages');
    expect(createSpeech(['en-IN']).wordsOf('inbox', inbox)('unread', { count: 150_000 })).toBe('1,50,000 messages');
  });

  it('leaves what people wrote as it is', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('{{place}}', '$t(title)', '$&', '<b>', '{{- name}}', '%s'),
    );
    fc.assert(
      fc.property(hostile, hostile, (name, place) => {
        expect(say('of', { name, place })).toBe(`${name} of ${place}`);
      }),
    );
  });
});

describe('another language', () => {
  it('is spoken from then on, also of subjects that come later', async () => {
    const speech = createSpeech([]);
    const say = speech.wordsOf('inbox', inbox);
    await speech.speak(russian, ['ru-RU']);
    expect([0, 1, 3, 5].map((count) => say('unread', { count }))).toEqual([
      'Ничего нового',
      '1 сообщение',
      '3 сообщения',
      '5 сообщений',
    ]);
    expect(speech.wordsOf('inbox', inbox)('title')).toBe('Входящие');
    expect(speech.locale()).toBe('ru-RU');
  });

  it('is English where it lacks words', async () => {
    const speech = createSpeech([]);
    await speech.speak(russian, []);
    expect(speech.wordsOf('inbox', inbox)('of', { name: 'Anna', place: 'Oslo' })).toBe('Anna of Oslo');
    expect(speech.wordsOf('other', { greeting: 'Hello' })('greeting')).toBe('Hello');
  });

  it('is not spoken where it cannot be loaded', async () => {
    const speech = createSpeech([]);
    const say = speech.wordsOf('inbox', inbox);
    await expect(
      speech.speak({ code: 'de', name: 'Deutsch', load: () => Promise.reject(new Error('no such file')) }, []),
    ).rejects.toThrow('no such file');
    expect([say('title'), speech.language().code]).toEqual(['Inbox', 'en']);
  });
});

describe('the pseudo-languages', () => {
  it.each(['en-XA', 'en-XB'])('%s says English with accents, longer, and with what it is told', async (code) => {
    const speech = createSpeech([]);
    await speech.speak(languageOf(code) ?? russian, []);
    const say = speech.wordsOf('inbox', inbox);
    expect(say('title')).toBe('[Íñƀóẋ~~]');
    expect(say('unread', { count: 2 })).toBe(accented('{{count}} messages').replace('{{count}}', '2'));
  });

  it('are not offered to anybody', () => {
    expect(languageFor(['en-XA', 'en-XB']).code).toBe('en');
  });
});

describe('what the system speaks', () => {
  it.each([
    [[], 'en'],
    [['fi-FI', 'sv'], 'en'],
    [['en-US'], 'en'],
  ])('%j: %s', (wanted, code) => {
    expect(languageFor(wanted).code).toBe(code);
  });

  it.each([
    ['en', [], 'en-GB'],
    ['en', ['de-DE', 'en-US'], 'en-US'],
    ['de', ['de-AT'], 'de-AT'],
    ['de', ['en-US', 'de'], 'de'],
  ])('dates of %s where %j is wanted are those of %s', (code, wanted, locale) => {
    expect(localeFor({ code, name: '' }, wanted)).toBe(locale);
  });
});
