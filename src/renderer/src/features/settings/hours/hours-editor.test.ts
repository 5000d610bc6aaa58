import { expect, test } from 'vitest';
import { clockOf } from '#renderer/components/dates.tsx';
import { nextSpan, readSpans } from './hours-editor.tsx';

test('shows and reads midnight at the end of a day as 00:00', () => {
  expect([clockOf(0), clockOf(545), clockOf(1440)]).toEqual(['00:00', '09:05', '00:00']);
  expect(readSpans([{ from: '18:00', to: '00:00' }])).toEqual({ spans: [{ from: 1080, to: 1440 }] });
});

test('sorts the spans', () => {
  expect(
    readSpans([
      { from: '14:00', to: '18:00' },
      { from: '09:00', to: '12:30' },
    ]),
  ).toEqual({
    spans: [
      { from: 540, to: 750 },
      { from: 840, to: 1080 },
    ],
  });
});

test.each([
  ['incomplete', [{ from: '', to: '17:00' }]],
  ['backwards', [{ from: '17:00', to: '09:00' }]],
  ['backwards', [{ from: '09:00', to: '09:00' }]],
  [
    'crossing',
    [
      { from: '09:00', to: '12:00' },
      { from: '11:59', to: '13:00' },
    ],
  ],
])('reports %s spans', (problem, typed) => {
  expect(readSpans(typed)).toEqual({ problem });
});

test('offers a working day first, then the afternoon', () => {
  expect(nextSpan([])).toEqual({ from: '09:00', to: '17:00' });
  expect(nextSpan([{ from: '09:00', to: '12:00' }])).toEqual({ from: '13:00', to: '17:00' });
  expect(nextSpan([{ from: '09:00', to: '21:30' }])).toEqual({ from: '22:30', to: '00:00' });
});
