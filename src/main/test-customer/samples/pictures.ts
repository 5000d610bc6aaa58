import { png, type Pixel } from './png.ts';

const SKY_TOP: Pixel = [76, 141, 214, 255];
const SKY_LOW: Pixel = [246, 211, 160, 255];
const SUN: Pixel = [255, 240, 190, 255];
const FAR_HILL: Pixel = [94, 128, 122, 255];
const NEAR_HILL: Pixel = [49, 89, 74, 255];
const NOTHING: Pixel = [0, 0, 0, 0];

/** A landscape, as a customer's photo. */
export function photoPng(width: number, height: number): Buffer {
  return png(width, height, (x, y) => landscape(x / width, y / height));
}

function landscape(x: number, y: number): Pixel {
  if (y > 0.74 + 0.08 * Math.sin(x * 5 + 1)) return NEAR_HILL;
  if (y > 0.62 + 0.06 * Math.sin(x * 9)) return FAR_HILL;
  if (Math.hypot((x - 0.7) * 1.33, y - 0.42) < 0.09) return SUN;
  return mixed(SKY_TOP, SKY_LOW, Math.min(1, y / 0.66));
}

function mixed(one: Pixel, other: Pixel, share: number): Pixel {
  const at = (index: 0 | 1 | 2 | 3): number => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2), at(3)];
}

/** A smiling face on nothing, as a sticker. */
export function stickerPng(size: number): Buffer {
  return png(size, size, (x, y) => face((x + 0.5) / size - 0.5, (y + 0.5) / size - 0.5));
}

function face(x: number, y: number): Pixel {
  const ink: Pixel = [74, 51, 20, 255];
  const radius = Math.hypot(x, y);
  if (radius > 0.47) return NOTHING;
  if (Math.hypot(Math.abs(x) - 0.16, y + 0.12) < 0.05) return ink;
  if (y > 0.08 && radius > 0.24 && radius < 0.3) return ink;
  return radius > 0.44 ? [224, 164, 36, 255] : [255, 205, 74, 255];
}
