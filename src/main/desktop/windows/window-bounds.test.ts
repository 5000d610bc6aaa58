import { describe, expect, it, test } from 'vitest';
import { reachableBounds, replyWindowBounds } from './window-bounds.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const monitor = { x: 1440, y: 0, width: 2560, height: 1400 };

describe('a remembered window position', () => {
  test('is kept on an existing screen', () => {
    const bounds = { x: 1600, y: 100, width: 1300, height: 900 };
    expect(reachableBounds(bounds, [laptop, monitor])).toEqual(bounds);
  });

  test('is dropped with its screen', () => {
    expect(reachableBounds({ x: 1600, y: 100, width: 1300, height: 900 }, [laptop])).toBeUndefined();
  });

  test('is dropped where no title bar is within reach', () => {
    expect(reachableBounds({ x: 100, y: -400, width: 900, height: 700 }, [laptop])).toBeUndefined();
    expect(reachableBounds({ x: 1400, y: 100, width: 900, height: 700 }, [laptop])).toBeUndefined();
  });

  test('shrinks to a smaller screen', () => {
    expect(reachableBounds({ x: 10, y: 30, width: 2500, height: 1300 }, [laptop])).toEqual({
      x: 10,
      y: 30,
      width: 1440,
      height: 875,
    });
  });
});

describe('the reply window', () => {
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
  ] as const)('opens in %s', (_where, tray, side, corner) => {
    expect(replyWindowBounds(area, tray, side)).toEqual({ ...corner, ...size });
  });

  it('is no larger than the screen', () => {
    expect(replyWindowBounds({ x: 1440, y: 0, width: 320, height: 400 }, undefined, 'bottom')).toEqual({
      x: 1452,
      y: 12,
      width: 296,
      height: 376,
    });
  });
});
