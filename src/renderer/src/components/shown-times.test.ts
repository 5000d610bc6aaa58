import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showTime } from './dates.tsx';

const MINUTE = 60_000;
const BEGUN = Date.UTC(2026, 10, 21, 14, 5);

let page: EventTarget & { visibilityState: string };
let stops: (() => void)[];
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.useFakeTimers({ now: BEGUN });
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows whole steps of a time since `since`; returns when it was looked at, in seconds after the start. */
function show(step: number, since = BEGUN): readonly number[] {
  const looks: number[] = [];
  stops.push(
    showTime({
      read: (now) => Math.floor((now - since) / step),
      changed: () => looks.push((Date.now() - BEGUN) / 1000),
    }),
  );
  return looks;
}

it('a time in minutes is looked at when it changes, and seldom in between', () => {
  const looks = show(MINUTE, BEGUN - 17_000);
  vi.advanceTimersByTime(MINUTE);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(looks).toContain(43);
  expect(looks.length).toBeLessThan(9);
});

it('one that shows seconds is looked at every second, whichever was there first', () => {
  show(MINUTE);
  vi.advanceTimersByTime(2500);
  const looks = show(1000, BEGUN + 500);
  vi.advanceTimersByTime(3000);
  expect(looks).toEqual([3.5, 4.5, 5.5]);
});

it('nothing ticks in a window that nobody sees; it is right again when it is seen', () => {
  const looks = show(MINUTE);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  const before = looks.length;
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(looks).toHaveLength(before);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(looks.at(-1)).toBe(600);
});
