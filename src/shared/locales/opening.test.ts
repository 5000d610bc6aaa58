import { expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { openingText } from './opening.ts';
import { siteWords } from './site.ts';

const HOUR = 3_600_000;
/** Nine in Berlin, on a Monday. */
const monday = Date.parse('2026-11-30T08:00:00Z');
const spans = [monday, monday + 6 * HOUR].map((from) => [from, from + 4 * HOUR] as const);

it.each([
  ['the same day', monday - HOUR, 'at 9:00 AM'],
  ['the evening before', monday - 12 * HOUR, 'tomorrow at 9:00 AM'],
  ['two days before', monday - 48 * HOUR, 'on Monday at 9:00 AM'],
  ['a fortnight before', monday - 14 * 24 * HOUR, 'on November 30 at 9:00 AM'],
  ['while it is open', monday + HOUR, undefined],
  ['between two spans', monday + 5 * HOUR, 'at 3:00 PM'],
  ['after the last that is known', monday + 48 * HOUR, undefined],
])('says when it opens next, %s', async (_when, now, expected) => {
  const { opening } = await siteWords('en');
  expect(openingText(spans, now, opening, 'en-US', 'Europe/Berlin')?.replaceAll('\u202f', ' ')).toBe(expected);
});

it('goes by the day of the reader: what is today in Auckland is tomorrow in New York', async () => {
  const { opening } = await siteWords('en');
  const now = monday - 12 * HOUR;
  const said = ['Pacific/Auckland', 'America/New_York'].map((zone) => openingText(spans, now, opening, 'en-GB', zone));
  expect(said).toEqual(['at 21:00', 'tomorrow at 03:00']);
});

it.each([
  ['de', ['um 09:00 Uhr', 'morgen um 09:00 Uhr', 'am Montag um 09:00 Uhr', 'am 30. November um 09:00 Uhr']],
  ['es', ['a las 09:00', 'mañana a las 09:00', 'el lunes a las 09:00', 'el 30 de noviembre a las 09:00']],
  ['pt-BR', ['às 09:00', 'amanhã às 09:00', 'segunda-feira, às 09:00', 'em 30 de novembro, às 09:00']],
  ['ru', ['в 09:00', 'завтра в 09:00', 'понедельник, 09:00', '30 ноября в 09:00']],
])('in the words of %s', async (code, expected) => {
  expect(LANGUAGES.map((language) => language.code)).toContain(code);
  const { opening } = await siteWords(code);
  const said = [1, 12, 48, 14 * 24].map((hours) =>
    openingText(spans, monday - hours * HOUR, opening, code, 'Europe/Berlin'),
  );
  expect(said).toEqual(expected);
});
