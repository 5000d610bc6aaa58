import { expect, test } from 'vitest';
import { createHeldClock } from '#main/clock/held-clock.ts';
import type { Called } from './call.ts';
import { clockCheck, createClockReadings } from './clock-check.ts';
import { englishWords } from '#shared/locales/english.ts';

const MINUTE = 60_000;

async function lookAt(...offsets: readonly number[]) {
  const clock = createHeldClock();
  const readings = createClockReadings(clock);
  const answered = (date: number | undefined): Called => ({ status: 200, text: '', took: 200, date });
  for (const [place, offset] of offsets.entries())
    readings.note(`site-${place}.example`, answered(clock.wall() - offset));
  readings.note('no-date.example', answered(undefined));
  readings.note('down.example', { error: { kind: 'timeout' } });
  return clockCheck(readings).look(AbortSignal.any([]));
}

test('without another clock nothing is claimed', async () => {
  expect(await lookAt()).toMatchObject({ state: 'skipped' });
});

test.each([
  ['as good as equal', [1500], 'passed', /agrees with that of site-0\.example/],
  ['a little off', [1.9 * MINUTE], 'passed', /agrees/],
  ['ahead', [5 * MINUTE], 'warning', /5 minutes ahead of/],
  ['behind', [-90 * MINUTE], 'warning', /90 minutes behind/],
  ['right, where one of the others is wrong', [-90 * MINUTE, 300], 'passed', /site-1\.example/],
])('a clock that is %s', async (_what, offsets, state, detail) => {
  const found = await lookAt(...offsets);
  expect(found.state).toBe(state);
  expect(englishWords(found.detail)).toMatch(detail);
});
