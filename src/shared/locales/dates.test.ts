import { expect, it } from 'vitest';
import { dateRangeText, dateText, isoDay, isoMoment, type DateForm } from './dates.ts';

const ZONE = 'Europe/Berlin';
/** 26 November 2026, 3:03:09 in Berlin */
const NIGHT = Date.UTC(2026, 10, 26, 2, 3, 9);
const AFTERNOON = NIGHT + 12 * 60 * 60 * 1000;
/** Formatters put narrow blanks before AM and around dashes. */
const plain = (text: string): string => text.replaceAll(/[\u202f\u2009\u00a0]/g, ' ');
const written = (form: DateForm, at: number, locale: string): string => plain(dateText(form, at, locale, ZONE));

it.each([
  ['en-US', ['3:03 AM', '3:03:09 AM', '3:03 PM', 'Nov 26, 3:03 AM', 'November 26, 2026']],
  ['en-GB', ['03:03', '03:03:09', '15:03', '26 Nov, 03:03', '26 November 2026']],
  ['de', ['03:03', '03:03:09', '15:03', '26. Nov., 03:03', '26. November 2026']],
  ['es', ['03:03', '03:03:09', '15:03', '26 nov, 03:03', '26 de noviembre de 2026']],
  ['es-MX', ['3:03 a.m.', '3:03:09 a.m.', '3:03 p.m.', '26 nov, 3:03 a.m.', '26 de noviembre de 2026']],
  ['pt-BR', ['03:03', '03:03:09', '15:03', '26 de nov., 03:03', '26 de novembro de 2026']],
  ['ru', ['03:03', '03:03:09', '15:03', '26 нояб., 03:03', '26 ноября 2026 г.']],
])('%s writes %j', (locale, forms) => {
  expect([
    written('clock', NIGHT, locale),
    written('clockWithSeconds', NIGHT, locale),
    written('clock', AFTERNOON, locale),
    written('shortMoment', NIGHT, locale),
    written('longDayOfYear', NIGHT, locale),
  ]).toEqual(forms);
});

it('a moment is written in the asked time zone, which can be said', () => {
  expect(dateText('clock', NIGHT, 'en-GB', 'UTC')).toBe('02:03');
  expect(dateText('clockOfZone', NIGHT, 'en-GB', ZONE)).toBe('03:03 CET');
});

it('a range names what its days have in common once', () => {
  const [from, to] = [Date.UTC(2026, 11, 24), Date.UTC(2026, 11, 26)];
  expect(plain(dateRangeText('shortDayOfYear', from, to, 'en-GB', 'UTC'))).toBe('24 – 26 Dec 2026');
});

it('files have the same days in every language', () => {
  expect(isoMoment(AFTERNOON, ZONE)).toBe('2026-11-26 15:03:09');
  expect(isoDay(Date.UTC(2026, 10, 26, 23, 30), ZONE)).toBe('2026-11-27');
});
