import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FITTED, fitScale, pan, zoomStep, zoomAt } from './use-zoom.ts';

const picture = { width: 1600, height: 1200 };
const stage = { width: 800, height: 800 };

describe('zoom', () => {
  it('fits a large picture and does not enlarge a small one', () => {
    expect(fitScale(picture, stage)).toBe(0.5);
    expect(fitScale({ width: 40, height: 30 }, stage)).toBe(1);
  });

  it('keeps the point under the pointer in place', () => {
    const point = { x: 150, y: 40 };
    const { factor, x, y } = zoomAt({ factor: 2, x: 10, y: -20 }, 3, point, picture, stage);
    expect((point.x - x) / factor).toBeCloseTo((point.x - 10) / 2);
    expect((point.y - y) / factor).toBeCloseTo((point.y + 20) / 2);
  });

  it('returns to the fitted, centred picture', () => {
    const far = pan(
      zoomStep(zoomStep(FITTED, 'in', picture, stage), 'in', picture, stage),
      { x: 500, y: 500 },
      picture,
      stage,
    );
    const back = [1, 2, 3].reduce((zoom) => zoomStep(zoom, 'out', picture, stage), far);
    expect(back).toEqual(FITTED);
  });

  it('never shows the area beside a picture that could fill the stage', () => {
    const number = fc.integer({ min: -5000, max: 5000 });
    fc.assert(
      fc.property(fc.double({ min: 1, max: 12, noNaN: true }), number, number, (factor, x, y) => {
        const zoom = pan(zoomAt(FITTED, factor, { x: 0, y: 0 }, picture, stage), { x, y }, picture, stage);
        const width = picture.width * 0.5 * zoom.factor;
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual(Math.max(0, (width - stage.width) / 2) + 0.001);
      }),
    );
  });
});
