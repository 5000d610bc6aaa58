import { expect, it } from 'vitest';
import type { SiteMessage } from '#shared/site/frames.ts';
import { dayName, rowsOf } from './log.tsx';

const AT = new Date(2026, 10, 23, 12).getTime();
const MINUTE = 60_000;
const message = (id: string, at: number, from: SiteMessage['from'] = 'operator'): SiteMessage => ({
  id,
  at,
  from,
  type: 'text',
});

it('puts messages of one writer together, with a day above and a divider between', () => {
  const rows = rowsOf(
    [
      message('1', AT - 24 * 60 * MINUTE),
      message('2', AT),
      message('3', AT + MINUTE),
      message('4', AT + 2 * MINUTE, 'visitor'),
      message('5', AT + 3 * MINUTE, 'visitor'),
      message('6', AT + 30 * MINUTE, 'visitor'),
    ],
    '5',
  );
  const brief = rows.map(({ message: { id }, ...is }) => [
    id,
    ...Object.entries(is).flatMap(([name, isSo]) => (isSo ? [name] : [])),
  ]);
  expect(brief).toEqual([
    ['1', 'isFirstOfDay', 'isFirst', 'isLast'],
    ['2', 'isFirstOfDay', 'isFirst'],
    ['3', 'isLast'],
    ['4', 'isFirst', 'isLast'],
    ['5', 'isNew', 'isFirst', 'isLast'],
    ['6', 'isFirst', 'isLast'],
  ]);
});

it('calls days as people do', () => {
  const names = { today: 'Today', yesterday: 'Yesterday' };
  const day = (...date: [number, number, number]): string =>
    dayName(new Date(...date).getTime(), names, 'en-GB', new Date(AT));
  expect([day(2026, 10, 23), day(2026, 10, 22), day(2026, 10, 3), day(2025, 10, 23)]).toEqual([
    'Today',
    'Yesterday',
    '3 November',
    '23 November 2025',
  ]);
});
