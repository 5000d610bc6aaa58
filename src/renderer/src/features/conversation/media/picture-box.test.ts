import { describe, expect, it } from 'vitest';
import { fillsBox, galleryRows, pictureBox } from './media-file.tsx';

describe('the box of a picture', () => {
  it("has the picture's aspect ratio, within bounds", () => {
    expect(pictureBox({ width: 1600, height: 1200 })).toEqual({ width: 360, height: 270 });
    expect(pictureBox({ width: 900, height: 1600 })).toEqual({ width: 180, height: 320 });
  });

  it('is not larger than the picture, and never too small to press', () => {
    expect(pictureBox({ width: 200, height: 150 })).toEqual({ width: 200, height: 150 });
    expect(pictureBox({ width: 16, height: 16 })).toEqual({ width: 120, height: 80 });
    expect(pictureBox({ width: 20_000, height: 10 })).toEqual({ width: 360, height: 80 });
  });

  it('is filled only by a picture of nearly the same ratio', () => {
    const box = pictureBox({ width: 1600, height: 1200 });
    expect(fillsBox({ width: 1590, height: 1200 }, box)).toBe(true);
    expect(fillsBox({ width: 1200, height: 1600 }, box)).toBe(false);
    expect(fillsBox({ width: 16, height: 12 }, box)).toBe(false);
    expect(fillsBox(undefined, box)).toBe(false);
  });
});

describe('a gallery', () => {
  it('has full rows for any number', () => {
    const counts = [2, 3, 4, 5, 6, 7, 8, 9];
    expect(counts.map((count) => galleryRows(count).reduce<number>((sum, row) => sum + row, 0))).toEqual(counts);
    expect(galleryRows(5)).toEqual([2, 3]);
    expect(galleryRows(7)).toEqual([2, 2, 3]);
  });

  it('shows at most nine', () => {
    expect(galleryRows(50)).toEqual([3, 3, 3]);
  });
});
