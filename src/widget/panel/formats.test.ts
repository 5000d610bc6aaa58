import { expect, it } from 'vitest';
import en from '#shared/locales/en/site.json' with { type: 'json' };
import ru from '#shared/locales/ru/site.json' with { type: 'json' };
import { directionOf } from '../host.ts';
import { counted, fill, localeOf } from './formats.ts';

it('fills placeholders, whatever is put into them', () => {
  expect(fill('{{a}} and {{b}}, {{c}}', { a: '$&', b: '{{a}}' })).toBe('$& and {{a}}, {{c}}');
});

it('counts in the forms of each language', () => {
  expect([1, 2].map((count) => counted(en, 'unread', count, 'en'))).toEqual(['1 new message', '2 new messages']);
  expect([1, 3, 5].map((count) => counted(ru as unknown as typeof en, 'unread', count, 'ru'))).toEqual([
    '1 новое сообщение',
    '3 новых сообщения',
    '5 новых сообщений',
  ]);
});

it.each([
  ['en', 'en-US', 'en-US'],
  ['de', 'en-US', 'de'],
  ['en-XB', 'de-DE', 'en'],
  ['de', 'de-DE@posix', 'de-DE'],
  ['de', 'de_DE.UTF-8', 'de-DE'],
  ['de', '*', 'de'],
  ['de', `de-${'x'.repeat(5000)}`, 'de'],
])('dates in %s for a browser in %s are those of %s', (language, browser, locale) => {
  expect(localeOf(language, browser)).toBe(locale);
});

it('knows languages that are written from right to left', () => {
  expect(['en', 'ar', 'he-IL', 'en-XB', 'arn'].map(directionOf)).toEqual(['ltr', 'rtl', 'rtl', 'rtl', 'ltr']);
});
