import { TZDate, tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areDates, REPORT_DAYS, reportSpan, weekHours } from './report-span.ts';

const at = (text: string): number => Date.parse(text);
const ZONES = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'] as const;

describe('the days of a report', () => {
  it('begin at midnight of the viewer', () => {
    const span = reportSpan(7, 'Europe/Berlin', at('2026-11-21T14:05:00+01:00'));
    expect(span).toMatchObject({ from: at('2026-11-15T00:00:00+01:00'), to: at('2026-11-21T14:05:00+01:00') + 1 });
    expect(span.steps).toHaveLength(7);
    expect(span.before).toEqual({ from: at('2026-11-08T00:00:00+01:00'), to: at('2026-11-14T14:05:00+01:00') + 1 });
  });

  it('are those from one date to another, whole days until now', () => {
    const now = at('2026-11-21T14:05:00+01:00');
    const past = reportSpan({ first: '2026-10-24', last: '2026-10-26' }, 'Europe/Berlin', now);
    expect(past).toEqual({
      from: at('2026-10-24T00:00:00+02:00'),
      to: at('2026-10-27T00:00:00+01:00'),
      before: { from: at('2026-10-21T00:00:00+02:00'), to: at('2026-10-24T00:00:00+02:00') },
      steps: ['2026-10-24T00:00:00+02:00', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'].map(at),
    });
    const dates = { first: '2026-11-15', last: '2026-11-21' };
    expect(reportSpan(dates, 'Europe/Berlin', now)).toEqual(reportSpan(7, 'Europe/Berlin', now));
    expect(reportSpan({ ...dates, last: '2026-12-31' }, 'Europe/Berlin', now).to).toBe(now + 1);
    expect(reportSpan({ first: '2026-10-25', last: '2026-10-25' }, 'Europe/Berlin', now).steps).toHaveLength(25);
    expect(reportSpan({ first: '2027-01-01', last: '2027-01-02' }, 'Europe/Berlin', now)).toEqual(
      reportSpan(1, 'Europe/Berlin', now),
    );
  });

  it.each([
    ['2026-11-21', '2026-11-21', true],
    ['2026-11-21', '2026-11-20', false],
    ['2026-01-01', '2026-12-31', true],
    ['2024-01-01', '2024-12-31', true],
    ['2026-01-01', '2027-01-02', false],
    ['', '2026-11-21', false],
  ])('may be from %s to %s: %s', (first, last, may) => expect(areDates({ first, last })).toBe(may));

  it('remain days across a clock change, and today has its actual hours', () => {
    const { steps } = reportSpan(7, 'Europe/Berlin', at('2026-10-28T12:00:00+01:00'));
    expect(steps.map((step) => new Date(step).getUTCHours())).toEqual([22, 22, 22, 22, 23, 23, 23]);
    expect(reportSpan(1, 'Europe/Berlin', at('2026-10-25T12:00:00+01:00')).steps).toHaveLength(25);
    expect(reportSpan(1, 'Europe/Berlin', at('2026-03-29T12:00:00+02:00')).steps).toHaveLength(23);
  });

  it.each([
    // Midnight does not exist.
    ['America/Sao_Paulo', 7, '2018-11-06T12:00:00Z', 2, '2018-11-02T03:00:00.000Z'],
    ['America/Sao_Paulo', 7, '2018-11-06T12:00:00Z', 4, '2018-11-04T03:00:00.000Z'],
    ['Asia/Beirut', 7, '2026-03-30T12:00:00Z', 5, '2026-03-28T22:00:00.000Z'],
    // Midnight comes twice.
    ['America/Havana', 7, '2026-11-03T12:00:00Z', 4, '2026-11-01T04:00:00.000Z'],
    // A day was skipped.
    ['Pacific/Apia', 7, '2012-01-02T12:00:00Z', 3, '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', 7, '2012-01-02T12:00:00Z', 2, '2011-12-29T10:00:00.000Z'],
    ['Australia/Lord_Howe', 7, '2026-04-08T00:00:00Z', 3, '2026-04-04T13:00:00.000Z'],
  ] as const)('in %s, of %i up to %s, number %i begins at %s', (zone, days, now, place, begins) => {
    const { steps } = reportSpan(days, zone, at(now));
    expect(steps).toHaveLength(days);
    expect(new Date(steps[place] ?? 0).toISOString()).toBe(begins);
  });

  it('are as many as asked in every zone of the last ten years, each from its first instant', () => {
    const day = 86_400_000;
    const now = at('2026-11-26T12:00:00Z');
    const weeks = Array.from({ length: 522 }, (_, week) => now - week * 7 * day);
    const seen = new Set<string>();
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const offsets = weeks.map((week) => tzOffset(zone, new Date(week)));
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
      const dateOf = (moment: number): number => Date.parse(format.format(moment)) / day;
      for (let span = 0; span <= 41; span += 1) {
        // Zones whose clocks agree in these days and those before are one, and so are spans in which they stand still.
        const newest = Math.floor((span * 89) / 7);
        const clocks = offsets.slice(newest, newest + 28);
        const alike = new Set(clocks).size === 1 ? String(clocks[0]) : `${span}: ${clocks.join(' ')}`;
        if (seen.has(alike)) continue;
        seen.add(alike);
        const { from, to, before, steps } = reportSpan(90, zone, now - span * 89 * day);
        // Days of 24 hours follow one that is right.
        const others = steps.filter((step, index) => index === 0 || step - (steps[index - 1] ?? 0) !== day);
        const isFirst = (step: number): boolean => dateOf(step - 1) === dateOf(step) - 1;
        const dates = [from, steps[89] ?? 0, to - 1].map(dateOf);
        expect([zone, span, steps.length, others.filter((step) => !isFirst(step))]).toEqual([zone, span, 90, []]);
        expect([steps[0], (dates[1] ?? 0) - (dates[0] ?? 0), dates[2]]).toEqual([from, 89, dates[1]]);
        expect([before.from < before.to, before.to <= from, isFirst(before.from)]).toEqual([true, true, true]);
      }
    }
  });

  it('are contiguous, on quarters of an hour, and the last one has begun', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REPORT_DAYS),
        fc.constantFrom(...ZONES),
        fc.integer({ min: at('2015-01-01'), max: at('2040-01-01') }),
        (days, zone, now) => {
          const { from, to, before, steps } = reportSpan(days, zone, now);
          expect(steps[0]).toBe(from);
          expect(steps.every((step) => step % 900_000 === 0)).toBe(true);
          expect(steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0))).toBe(true);
          expect(before.from).toBeLessThan(Math.min(before.to, from));
          expect(before.to).toBeLessThan(to);
          if (days === 1) return;
          expect(steps).toHaveLength(days);
          expect(steps.at(-1)).toBeLessThan(to);
        },
      ),
      { numRuns: 150, examples: [[1, 'UTC', at('2026-11-21T00:00:00Z')]] },
    );
  });
});

describe('weekday and hour', () => {
  it('are those of the viewer, Monday first', () => {
    expect(weekHours('Asia/Kathmandu')(at('2026-11-16T00:20:00+05:45'))).toEqual({ weekday: 0, hour: 0 });
    expect(weekHours('America/New_York')(at('2026-11-22T23:59:00-05:00'))).toEqual({ weekday: 6, hour: 23 });
  });

  it('follow the wall clock, also across a clock change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }),
        (zone, moment) => {
          const date = new TZDate(moment, zone);
          expect(weekHours(zone)(moment)).toEqual({ weekday: (date.getDay() + 6) % 7, hour: date.getHours() });
        },
      ),
    );
    const hours = ['00:30', '01:30', '02:30'].map((time) => weekHours('Europe/Berlin')(at(`2026-10-25T${time}Z`)).hour);
    expect(hours).toEqual([2, 2, 3]);
  });
});
