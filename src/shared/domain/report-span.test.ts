import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPORT_DAYS, reportSpan, weekHours } from './report-span.ts';

const at = (text: string): number => Date.parse(text);
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/New_York',
  'Australia/Lord_Howe',
] as const;

describe('the days of a report', () => {
  it('begin at midnight of the viewer', () => {
    const span = reportSpan(7, 'Europe/Berlin', at('2026-11-21T14:05:00+01:00'));
    expect(span).toMatchObject({ from: at('2026-11-15T00:00:00+01:00'), to: at('2026-11-21T14:05:00+01:00') + 1 });
    expect(span.steps).toHaveLength(7);
    expect(span.before).toEqual({ from: at('2026-11-08T00:00:00+01:00'), to: at('2026-11-14T14:05:00+01:00') + 1 });
  });

  it('remain days across a clock change, and today has its actual hours', () => {
    expect(
      reportSpan(7, 'Europe/Berlin', at('2026-10-28T12:00:00+01:00')).steps.map((step) => new Date(step).toISOString()),
    ).toEqual([
      '2026-10-21T22:00:00.000Z',
      '2026-10-22T22:00:00.000Z',
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
      '2026-10-27T23:00:00.000Z',
    ]);
    expect(reportSpan(1, 'Europe/Berlin', at('2026-10-25T12:00:00+01:00')).steps).toHaveLength(25);
    expect(reportSpan(1, 'Europe/Berlin', at('2026-03-29T12:00:00+02:00')).steps).toHaveLength(23);
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
          if (days > 1) expect(steps.at(-1)).toBeLessThan(to);
          expect(before.from).toBeLessThan(before.to);
          expect(before.to).toBeLessThan(to);
          expect(before.from).toBeLessThan(from);
          if (days > 1) expect(steps).toHaveLength(days);
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
    const berlin = weekHours('Europe/Berlin');
    expect(
      [berlin(at('2026-10-25T00:30:00Z')), berlin(at('2026-10-25T01:30:00Z')), berlin(at('2026-10-25T02:30:00Z'))].map(
        ({ hour }) => hour,
      ),
    ).toEqual([2, 2, 3]);
  });
});
