import { describe, expect, test } from 'vitest';
import { reachableBounds } from './window-place.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const monitor = { x: 1440, y: 0, width: 2560, height: 1400 };

describe('a remembered window place', () => {
  test('is kept on a screen that is there', () => {
    const bounds = { x: 1600, y: 100, width: 1300, height: 900 };
    expect(reachableBounds(bounds, [laptop, monitor])).toEqual(bounds);
  });

  test('is given up with the screen it was on', () => {
    expect(reachableBounds({ x: 1600, y: 100, width: 1300, height: 900 }, [laptop])).toBeUndefined();
  });

  test('is given up where no title bar could be caught', () => {
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
