import { expect, test } from 'vitest';
import { daysLeft, needsRenewal, namesOf } from './own-certificate.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

test.each([
  [14 * DAY, 14],
  [14 * DAY - 1, 13],
  [HOUR, 0],
  [0, 0],
  [-1, -1],
  [-3 * DAY, -3],
])('%d milliseconds before it expires it has %d days left', (ahead, days) => {
  expect(daysLeft(1_790_000_000_000 + ahead, 1_790_000_000_000)).toBe(days);
});

test('a generated one is renewed when less than 30 whole days are left', () => {
  expect(needsRenewal(30 * DAY, 0)).toBe(false);
  expect(needsRenewal(30 * DAY - 1, 0)).toBe(true);
  expect(needsRenewal(0, DAY)).toBe(true);
});

test.each([
  [
    'DNS:shop.example, IP Address:192.168.1.5, IP Address:2001:DB8:0:0:0:0:0:1',
    ['shop.example', '192.168.1.5', '2001:db8::1'],
  ],
  ['email:a@shop.example, DNS:shop.example', ['shop.example']],
  ['URI:http://a/, DNS:"odd, name"', ['"odd, name"']],
  [undefined, []],
])('names of %j', (subjectAltName, names) => {
  expect(namesOf({ subjectAltName })).toEqual(names);
});
