import { describe, expect, it } from 'vitest';
import { fieldRule, phraseSchema, readPhrase, rule, storedPhrase } from '#shared/domain/phrase.ts';
import { nameField } from '#shared/contract/fields.ts';
import { z } from 'zod';
import { toEnglish } from './english.ts';
import { createLocalization } from './i18n.ts';
import { ENGLISH, languageOf } from './languages.ts';
import { createPhraseFormatter, phrase, foreignText, type Phrase } from './phrase.ts';

/** Written by another version. */
const unknown = { code: 'errors:nobody.knows.this', params: { name: 'Anna' } } as unknown as Phrase;

describe('a phrase as text', () => {
  it.each<[Phrase, string]>([
    [phrase('errors:refusals.no.chat'), 'This chat no longer exists.'],
    [phrase('errors:calls.tooLarge', { bytes: 262_144 }), 'The body is too large: at most 262144 bytes are accepted'],
    [phrase('errors:calls.more', { count: 1 }), '1 more like this in the same minute'],
    [phrase('errors:calls.more', { count: 40 }), '40 more like this in the same minute'],
    [
      phrase('findings:findings.bot.silent.text', { host: phrase('findings:findings.bot.builtIn'), took: 12 }),
      'The built-in test bot accepted the test message “Hello” in 12 ms, but sent nothing back',
    ],
    [
      phrase('errors:calls.key', { key: '$t(errors:calls.notJson) {{key}} <b>' }),
      'The key "$t(errors:calls.notJson) {{key}} <b>" is not allowed',
    ],
    [foreignText('ECONNREFUSED: {{port}}'), 'ECONNREFUSED: {{port}}'],
  ])('%j is in English: %s', (texts, words) => {
    expect(toEnglish(texts)).toBe(words);
  });

  it('is in the current language, even if it was stored in another one', async () => {
    const { i18n, changeLanguage } = createLocalization({ errors: {} }, []);
    const words = createPhraseFormatter(i18n);
    await changeLanguage(languageOf('de') ?? ENGLISH, []);
    const stored = JSON.stringify(phrase('errors:calls.more', { count: 2 }));
    expect(words(readPhrase(stored))).toBe('2 weitere dieser Art in derselben Minute');
  });

  it.each([
    ['en', 'en-US', 'October 28, 2126'],
    ['de', 'de', '28. Oktober 2126'],
    ['es', 'es', '28 de octubre de 2126'],
    ['pt-BR', 'pt-BR', '28 de outubro de 2126'],
    ['ru', 'ru', '28 октября 2126 г.'],
  ])('writes days as %s does, and programs get them as they are', async (code, preferred, day) => {
    const { i18n, locale, changeLanguage } = createLocalization({ errors: {} }, []);
    await changeLanguage(languageOf(code) ?? ENGLISH, [preferred]);
    const said = phrase('errors:refusals.certificate.expired', { day: '2126-10-28' });
    i18n.addResourceBundle('en', 'errors', {
      refusals: { certificate: { expired: 'This certificate expired on {{day}}' } },
    });
    expect(createPhraseFormatter(i18n, locale)(said).replaceAll('\u00a0', ' ')).toContain(day);
    expect(toEnglish(said)).toBe('This certificate expired on 2126-10-28');
  });

  it('with an unknown code is shown as unknown, without the code', () => {
    expect(toEnglish(unknown)).toBe('This comes from another version of Counterbell');
    expect(toEnglish(storedPhrase.parse({ code: 'not a code' }))).toBe(
      'This comes from another version of Counterbell',
    );
    expect(toEnglish(readPhrase('The channel was removed'))).toBe('The channel was removed');
    expect(toEnglish(readPhrase('{"code":7}'))).toBe('{"code":7}');
  });
});

it.each([phrase('errors:refusals.no.bot'), phrase('errors:refusals.tag.taken', { name: 'VIP' }), foreignText('503')])(
  '%j is unchanged by storing it',
  (said) => {
    expect(readPhrase(JSON.stringify(said))).toEqual(said);
    expect(phraseSchema.parse(said)).toEqual(said);
  },
);

describe('the message of a field rule', () => {
  const said = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value, { error: fieldRule }).error?.issues.map(({ message }) => toEnglish(readPhrase(message)));

  it('is the contract’s, with its params', () => {
    expect(said(nameField, '')).toEqual(['Enter a name']);
    expect(said(nameField, 'x'.repeat(81))).toEqual(['At most 80 characters']);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.string().max(3), 'long', 'At most 3 characters'],
    [z.string().min(3), 'a', 'At least 3 characters'],
    [z.number(), Number.NaN, 'Enter a number'],
    [z.number().int(), 1.5, 'Enter a whole number'],
    [z.number().max(3), 4, 'At most 3'],
    [z.number().min(3), 2, 'At least 3'],
    [z.array(z.string()).max(1), ['a', 'b'], 'At most 1'],
    [z.array(z.string()).min(1), [], 'At least 1'],
    [z.iso.date(), '21.11.2026', 'Enter a valid date'],
    [z.string().refine(() => false), 'a', 'This isn’t valid'],
  ])('is else a text for people', (schema, value, words) => {
    expect(said(schema, value)).toEqual([words]);
  });

  it.each<[z.ZodType, unknown]>([
    [z.string(), 7],
    [z.enum(['a']), 'b'],
  ])('is zod’s own for rules that only a program can break', (schema, value) => {
    expect(said(schema, value)).toEqual(schema.safeParse(value).error?.issues.map(({ message }) => message));
  });

  it('is text that a form keeps and translates later', () => {
    expect(readPhrase(rule('errors:rules.most.characters', { most: 80 }))).toEqual(
      phrase('errors:rules.most.characters', { most: 80 }),
    );
  });
});
