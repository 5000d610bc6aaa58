import { expect, test } from 'vitest';
import { openingText } from './dates.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const now = new Date(2026, 10, 20, 18).getTime();
const monday = new Date(2026, 10, 23, 9).getTime();

test.each([
  ['Open now', { open: true }],
  ['Open now, until 20:00', { open: true, changesAt: new Date(2026, 10, 20, 20).getTime() }],
  ['Closed now', { open: false }],
  ['Closed now, opens 20:00', { open: false, changesAt: new Date(2026, 10, 20, 20).getTime() }],
  ['Closed now, opens Monday 09:00', { open: false, changesAt: monday }],
  [
    'Closed: Christmas, opens Monday 4 January 09:00',
    { open: false, holiday: 'Christmas', changesAt: new Date(2027, 0, 4, 9).getTime() },
  ],
  ['Closed: Christmas', { open: false, holiday: 'Christmas' }],
])('shows "%s"', (text, state) => {
  expect(openingText({ ...state, zone }, now)).toBe(text);
});

test('names the time zone where it differs from this device’s', () => {
  const elsewhere = openingText({ open: false, changesAt: Date.UTC(2026, 10, 23, 3, 15), zone: 'Asia/Kathmandu' }, now);
  expect(elsewhere).toMatch(/^Closed now, opens Monday 09:00 \S+/);
});
