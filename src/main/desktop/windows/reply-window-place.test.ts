import { expect, it } from 'vitest';
import { replyWindowBounds } from './reply-window-place.ts';

const area = { x: 0, y: 30, width: 1440, height: 870 };
const size = { width: 380, height: 520 };

it.each([
  ['the lower right corner, where the tray’s place is not known', undefined, 'bottom', { x: 1048, y: 368 }],
  ['the upper right corner of a system with its tray there', undefined, 'top', { x: 1048, y: 42 }],
  ['under a picture in the menu bar', { x: 900, y: 0, width: 30, height: 24 }, 'top', { x: 725, y: 42 }],
  [
    'over a picture in the task bar, inside the screen',
    { x: 1400, y: 900, width: 24, height: 40 },
    'bottom',
    { x: 1048, y: 368 },
  ],
  ['beside a task bar at the left', { x: -40, y: 880, width: 24, height: 24 }, 'bottom', { x: 12, y: 368 }],
] as const)('the reply window stands in %s', (_where, tray, side, corner) => {
  expect(replyWindowBounds(area, tray, side)).toEqual({ ...corner, ...size });
});

it('is as small as the screen', () => {
  expect(replyWindowBounds({ x: 1440, y: 0, width: 320, height: 400 }, undefined, 'bottom')).toEqual({
    x: 1452,
    y: 12,
    width: 296,
    height: 376,
  });
});
