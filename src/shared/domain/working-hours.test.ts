import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALWAYS_OPEN,
  type Holiday,
  nextChange,
  opennessAt,
  openSpans,
  workingHours,
  type WorkingHours,
} from './working-hours.ts';

const MINUTE = 60_000;

/** Monday to Friday, nine to five in Berlin. */
const office: WorkingHours = { ...ALWAYS_OPEN, always: false, zone: 'Europe/Berlin' };
const inBerlin = (text: string): number => new TZDate(`${text}:00`, 'Europe/Berlin').getTime();
const berlin = (year: number, month: number, day: number, hour = 0, minute = 0): number =>
  new TZDate(year, month - 1, day, hour, minute, 'Europe/Berlin').getTime();

test('it is always open until hours are set', () => {
  expect(opennessAt(ALWAYS_OPEN, 0)).toEqual({ open: true });
  expect(nextChange(ALWAYS_OPEN, 0)).toBeUndefined();
});

test('it opens on the minute, closes on the minute, and returns when it opens next', () => {
  expect(opennessAt(office, berlin(2026, 11, 20, 8, 59)).open).toBe(false);
  expect(opennessAt(office, berlin(2026, 11, 20, 9)).open).toBe(true);
  expect(nextChange(office, berlin(2026, 11, 20, 9))).toBe(berlin(2026, 11, 20, 17));
  expect(opennessAt(office, berlin(2026, 11, 20, 17)).open).toBe(false);
  // Friday evening: on Monday.
  expect(nextChange(office, berlin(2026, 11, 20, 17))).toBe(berlin(2026, 11, 23, 9));
});

test('the next spans in which it is open begin with the one at the moment', () => {
  expect(openSpans(office, berlin(2026, 11, 20, 10), 2)).toEqual([
    [berlin(2026, 11, 20, 10), berlin(2026, 11, 20, 17)],
    [berlin(2026, 11, 23, 9), berlin(2026, 11, 23, 17)],
  ]);
  expect(openSpans(office, berlin(2026, 11, 21), 1)).toEqual([[berlin(2026, 11, 23, 9), berlin(2026, 11, 23, 17)]]);
  expect(openSpans(ALWAYS_OPEN, 0, 3)).toEqual([]);
});

test('spans that meet at midnight are one: it does not close in between', () => {
  const bar: WorkingHours = {
    ...office,
    week: Array.from({ length: 7 }, () => [
      { from: 0, to: 120 },
      { from: 1080, to: 1440 },
    ]),
  };
  expect(nextChange(bar, berlin(2026, 11, 20, 20))).toBe(berlin(2026, 11, 21, 2));
});

test('hours that never open have no next opening', () => {
  expect(nextChange({ ...office, week: Array.from({ length: 7 }, () => []) }, berlin(2026, 11, 20))).toBeUndefined();
});

describe('holidays', () => {
  const on = (holiday: Partial<Holiday>): WorkingHours => ({
    ...office,
    holidays: [{ name: 'Holiday', from: '2026-12-24', to: '2027-01-01', yearly: false, ...holiday }],
  });

  test('are closed from midnight to midnight, with their name', () => {
    expect(opennessAt(on({}), berlin(2026, 12, 24, 10))).toEqual({ open: false, holiday: 'Holiday' });
    expect(opennessAt(on({}), berlin(2026, 12, 23, 10)).open).toBe(true);
    expect(nextChange(on({}), berlin(2026, 12, 23, 18))).toBe(berlin(2027, 1, 4, 9));
  });

  test("of one year don't recur, yearly ones do, also across the turn of the year", () => {
    expect(opennessAt(on({}), berlin(2027, 12, 24, 10)).open).toBe(true);
    expect(opennessAt(on({ yearly: true }), berlin(2027, 12, 24, 10)).open).toBe(false);
    expect(opennessAt(on({ yearly: true }), berlin(2029, 1, 1, 10)).open).toBe(false);
    expect(opennessAt(on({ yearly: true }), berlin(2029, 1, 2, 10)).open).toBe(true);
  });
});

const onMonday = (...spans: readonly object[]) => ({ week: [spans, [], [], [], [], [], []] });
const holiday = (from: string, to: string, yearly: boolean) => ({ holidays: [{ name: 'x', from, to, yearly }] });
test.each([
  ['a zone that there isn’t', { zone: 'Mars/Olympus' }],
  ['a span that ends before it begins', onMonday({ from: 60, to: 60 })],
  ['spans within one another', onMonday({ from: 0, to: 60 }, { from: 30, to: 90 })],
  ['a holiday that ends before it begins', holiday('2026-02-02', '2026-02-01', false)],
  ['a yearly holiday of more than a year', holiday('2026-02-02', '2027-02-02', true)],
])('refuses %s', (_what, wrong) => {
  expect(workingHours.safeParse(office).success).toBe(true);
  expect(workingHours.safeParse({ ...office, ...wrong }).success).toBe(false);
});

test('the wall clock counts on days on which the clocks change', () => {
  const night: WorkingHours = { ...office, week: Array.from({ length: 7 }, () => [{ from: 150, to: 210 }]) };
  // 02:30 is skipped: it opens when the clocks show 03:00.
  expect(nextChange(night, inBerlin('2026-03-29T00:00'))).toBe(Date.UTC(2026, 2, 29, 1));
  // 02:30 to 03:00 occurs twice.
  const turns = ['00:30', '01:00', '01:30', '02:30'].map((time) => Date.parse(`2026-10-25T${time}Z`));
  expect(turns.slice(0, 3).map((turn) => nextChange(night, turn))).toEqual(turns.slice(1));
});

/** Clock changes by an hour, by half an hour, at midnight, and none. */
const NEAR_CHANGES = [
  ['Europe/Berlin', Date.UTC(2026, 2, 29, 1)],
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
  ['America/New_York', Date.UTC(2026, 10, 1, 6)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 15, 30)],
  ['America/Santiago', Date.UTC(2026, 8, 6, 4)],
  ['America/Santiago', Date.UTC(2026, 3, 5, 3)],
  ['Asia/Kathmandu', Date.UTC(2026, 5, 1)],
] as const;

const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 0, maxLength: 6 })
  .map((quarters) => quarters.sort((a, b) => a - b))
  .map((quarters) =>
    quarters.flatMap((from, at) =>
      at % 2 === 0 && quarters[at + 1] !== undefined ? [{ from: from * 15, to: (quarters[at + 1] ?? 0) * 15 }] : [],
    ),
  );

/** The wall clock according to a calendar library. */
function isOpenOnTheWall(hours: WorkingHours, at: number): boolean {
  const wall = new TZDate(at, hours.zone);
  const minute = wall.getHours() * 60 + wall.getMinutes();
  return (hours.week[(wall.getDay() + 6) % 7] ?? []).some(({ from, to }) => from <= minute && minute < to);
}

test('around every clock change it is open when the wall clock says so, and the next change is the first', () => {
  const schedule = fc.record({
    week: fc.array(spans, { minLength: 7, maxLength: 7 }),
    near: fc.constantFrom(...NEAR_CHANGES),
    begin: fc.integer({ min: -36 * 60, max: 12 * 60 }),
  });
  fc.assert(
    fc.property(schedule, ({ week, near: [zone, change], begin }) => {
      const hours: WorkingHours = { ...office, zone, week };
      const from = change + begin * MINUTE;
      const isOpen = isOpenOnTheWall(hours, from);
      expect(opennessAt(hours, from).open).toBe(isOpen);
      const next = nextChange(hours, from);
      const until = Math.min(next ?? Number.POSITIVE_INFINITY, from + 30 * 60 * MINUTE);
      for (let at = from; at < until; at += 5 * MINUTE) expect(isOpenOnTheWall(hours, at)).toBe(isOpen);
      if (next !== undefined)
        expect([isOpenOnTheWall(hours, next - 1), isOpenOnTheWall(hours, next)]).toEqual([isOpen, !isOpen]);
    }),
    { numRuns: 150 },
  );
});
