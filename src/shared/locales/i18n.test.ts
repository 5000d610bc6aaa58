import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accented, createLocalization, type LoadTexts } from './i18n.ts';
import { ENGLISH, languageFor, languageOf, localeFor, spokenLanguage, type Language } from './languages.ts';
import common from './en/common.json' with { type: 'json' };
import inbox from './en/inbox.json' with { type: 'json' };
import conversation from './en/conversation.json' with { type: 'json' };

const english = { common, conversation, inbox };
const language = (code: string): Language => languageOf(code) ?? ENGLISH;
const deferred: LoadTexts = () => new Promise(() => {});

describe('English', () => {
  const { t } = createLocalization(english, []).i18n;

  it('is available at once', () => {
    expect(t('inbox:inbox')).toBe('Inbox');
    expect([1, 2].map((count) => t('common:tags.chats', { count }))).toEqual(['1 chat', '2 chats']);
  });

  it('formats numbers by its locale', () => {
    expect(t('common:tags.chats', { count: 1500 })).toBe('1,500 chats');
    const ofIndia = createLocalization(english, ['en-IN']).i18n;
    expect(ofIndia.t('common:tags.chats', { count: 150_000 })).toBe('1,50,000 chats');
  });

  it('leaves user input unchanged', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('{{from}}', '$t(inbox:inbox)', '$&', '<b>', '{{- who}}', '%s'),
    );
    fc.assert(
      fc.property(hostile, hostile, (who, from) => {
        expect(t('conversation:events.takenFrom.named', { who, from })).toBe(`${who} took over the chat from ${from}`);
      }),
    );
  });
});

describe('another language', () => {
  it('is loaded and then used, with the number format of its country', async () => {
    const { i18n, changeLanguage, locale } = createLocalization(english, []);
    await changeLanguage(language('ru'), ['ru-RU']);
    expect([1, 3, 5, 1500].map((count) => i18n.t('common:tags.chats', { count }))).toEqual([
      '1 чат',
      '3 чата',
      '5 чатов',
      '1\u00a0500 чатов',
    ]);
    expect(locale()).toBe('ru-RU');
  });

  it('falls back to English for missing texts', async () => {
    const { i18n, changeLanguage } = createLocalization(english, [], async () => ({ typing: 'tippt' }));
    await changeLanguage(language('de'), []);
    expect([i18n.t('inbox:typing'), i18n.t('inbox:inbox')]).toEqual(['tippt', 'Inbox']);
  });

  it('is not used if it cannot be loaded', async () => {
    const localization = createLocalization(english, [], () => Promise.reject(new Error('no such file')));
    await expect(localization.changeLanguage(language('de'), [])).rejects.toThrow('no such file');
    expect([localization.i18n.t('inbox:inbox'), localization.language().code]).toEqual(['Inbox', 'en']);
  });

  it('gives way to one chosen while it loads', async () => {
    const localization = createLocalization(english, [], (code, namespace) =>
      code === 'ru' ? deferred(code, namespace) : Promise.resolve({ inbox: 'Posteingang' }),
    );
    void localization.changeLanguage(language('ru'), []);
    await localization.changeLanguage(language('de'), []);
    expect(localization.i18n.t('inbox:inbox')).toBe('Posteingang');
    await localization.changeLanguage(ENGLISH, []);
    expect([localization.i18n.t('inbox:inbox'), localization.language().code]).toEqual(['Inbox', 'en']);
  });
});

describe('texts that are added', () => {
  const { common: commonTexts } = english;

  it('are those of the language, and of each that is chosen later', async () => {
    const localization = createLocalization({ common: commonTexts }, []);
    await localization.changeLanguage(language('de'), []);
    await localization.addTexts(['inbox']);
    expect(localization.i18n.t('inbox:inbox')).toBe('Posteingang');
    await localization.changeLanguage(language('es'), []);
    expect(localization.i18n.t('inbox:inbox')).toBe('Entrada');
  });

  it('are there too if a language was chosen before, and comes later', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const localization = createLocalization({ common: commonTexts }, [], async (code, namespace) => {
      if (code === 'de') await arrived;
      return { inbox: `${code} ${namespace}` };
    });
    const chosen = localization.changeLanguage(language('de'), []);
    const added = localization.addTexts(['inbox']);
    arrive();
    await Promise.all([chosen, added]);
    expect(localization.i18n.t('inbox:inbox')).toBe('de inbox');
  });

  it('can be asked for again if they could not be loaded', async () => {
    let isAway = true;
    const localization = createLocalization({ common: commonTexts }, [], async () => {
      if (isAway) throw new Error('no such file');
      return { inbox: 'Inbox' };
    });
    await expect(localization.addTexts(['inbox'])).rejects.toThrow('no such file');
    isAway = false;
    await localization.addTexts(['inbox']);
    expect(localization.i18n.t('inbox:inbox')).toBe('Inbox');
  });
});

describe('the pseudo-languages', () => {
  it.each(['en-XA', 'en-XB'])('%s shows English with accents, longer, and with its params', async (code) => {
    const { i18n, changeLanguage } = createLocalization(english, []);
    await changeLanguage(language(code), []);
    expect(i18n.t('inbox:inbox')).toBe('[Íñƀóẋ~~]');
    expect(i18n.t('common:tags.chats', { count: 2 })).toBe(accented('{{count}} chats').replace('{{count}}', '2'));
  });

  it('are never offered', () => {
    expect(languageFor(['en-XA', 'en-XB']).code).toBe('en');
  });
});

it('a missing key or param does not compile', () => {
  const { t } = createLocalization(english, []).i18n;
  expect([
    // @ts-expect-error a key that no catalogue has
    t('inbox:nothing'),
    // @ts-expect-error a hole that nothing fills
    t('inbox:with'),
    // @ts-expect-error another hole than the text has
    t('inbox:with', { who: 'Anna' }),
    // @ts-expect-error plural forms without a count
    t('common:tags.chats'),
    // @ts-expect-error one key of several that has a hole
    t(Math.random() > 2 ? 'inbox:typing' : 'inbox:with'),
  ]).toHaveLength(5);
});

describe("the system's locales", () => {
  it.each([[[]], [['fi-FI', 'sv']], [['en-US']]])('are English for %j', (wanted) => {
    expect(languageFor(wanted).code).toBe('en');
  });

  it('are spoken if one of them is of our languages', () => {
    expect(spokenLanguage(['fi-FI', 'sv', 'C'])).toBeUndefined();
    expect(spokenLanguage(['uk-UA', 'ru'])?.code).toBe('ru');
    expect(spokenLanguage(['fi-FI', 'en-AU'])?.code).toBe('en');
  });

  it.each([
    ['en', [], 'en-GB'],
    ['en', ['de-DE', 'en-US'], 'en-US'],
    ['de', ['de-AT'], 'de-AT'],
    ['de', ['en-US', 'de'], 'de'],
  ])('dates in %s for a system with %j are those of %s', (code, wanted, locale) => {
    expect(localeFor({ code, name: '' }, wanted)).toBe(locale);
  });

  const long = 'x'.repeat(5000);
  const odd: readonly (readonly [unknown, string, string])[] = [
    ['de_DE.UTF-8', 'de', 'de-DE'],
    ['de_AT@euro', 'de', 'de-AT'],
    ['DE-at', 'de', 'de-AT'],
    ['de-', 'de', 'de'],
    ['de-DE-', 'de', 'de'],
    [' es-419 ', 'es', 'es-419'],
    ['es;q=0.5', 'es', 'es'],
    ['pt', 'pt-BR', 'pt-BR'],
    ['pt_PT', 'pt-BR', 'pt-PT'],
    ['ru-Cyrl-RU-u-ca-buddhist-nu-thai', 'ru', 'ru-Cyrl-RU'],
    ['ru-x-private', 'ru', 'ru'],
    [`de-${long}`, 'de', 'de'],
    [`de${'-abcdefgh'.repeat(600)}`, 'de', 'de'],
    ['en_US', 'en', 'en-US'],
    ...['C', 'C.UTF-8', 'POSIX', '', '*', 'zh-Hant-TW', 'i-klingon', 'x-private', 'deutsch', 'd\u0000e', long].map(
      (tag) => [tag, 'en', 'en-GB'] as const,
    ),
    ...[undefined, null, 7, { language: 'de' }].map((tag) => [tag, 'en', 'en-GB'] as const),
  ];

  it.each(odd)('%o is read as %s, and formats as %s', (tag, code, locale) => {
    const found = languageFor([tag]);
    expect([found.code, localeFor(found, [tag])]).toEqual([code, locale]);
  });

  it('of any text are the locale of a formatter, and what comes after a strange one counts', () => {
    const tag = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.stringMatching(/^[a-zA-Z0-9]{1,9}$/)).map((parts) => ['de', ...parts].join('-')),
      fc.constantFrom(...odd.map(([each]) => each)),
    );
    fc.assert(
      fc.property(fc.array(tag), (tags) => {
        const found = languageFor([...tags, 'ru']);
        expect(new Intl.NumberFormat(localeFor(ENGLISH, tags)).format(1500)).toMatch(/500$/);
        expect(() => new Intl.DateTimeFormat(localeFor(found, tags)).format(0)).not.toThrow();
        expect(languageFor(['*', 'x-private', 'C', 'ru']).code).toBe('ru');
      }),
    );
  });
});
