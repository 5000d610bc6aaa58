import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_SIZE: Size = { width: 360, height: 320 };
const MIN_SIZE: Size = { width: 120, height: 80 };
const DEFAULT_SIZE: Size = { width: 280, height: 210 };

/** The size reserved for a picture before it loads: its aspect ratio, within bounds. */
export function pictureBox(size: Size | undefined): Size {
  if (size === undefined) return DEFAULT_SIZE;
  const scale = Math.min(1, MAX_SIZE.width / size.width, MAX_SIZE.height / size.height);
  return {
    width: Math.max(MIN_SIZE.width, Math.round(size.width * scale)),
    height: Math.max(MIN_SIZE.height, Math.round(size.height * scale)),
  };
}

/** Width and height, if both are known. */
export function sizeOf(of: Message | MediaState | undefined): Size | undefined {
  if (of === undefined || ('state' in of && of.state !== 'ready')) return undefined;
  const { width, height } = of;
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Whether a picture may be cropped to fill its box: only if almost nothing is lost. */
export function fillsBox(picture: Size | undefined, box: Size): boolean {
  if (picture === undefined) return false;
  const isLarger = picture.width >= box.width || picture.height >= box.height;
  return isLarger && Math.abs(Math.log((picture.width / picture.height) * (box.height / box.width))) < 0.12;
}

/** Maximum photos shown in a gallery; the last one stands for the rest. */
export const MAX_SHOWN = 9;

/** Photos per row of a gallery: rows of three, preceded by rows of two if the number does not divide. */
export function galleryRows(count: number): readonly (2 | 3)[] {
  if (count === 2) return [2];
  const shown = Math.min(count, MAX_SHOWN);
  const twos = (3 - (shown % 3)) % 3;
  const threes = (shown - twos * 2) / 3;
  return [...Array.from({ length: twos }, () => 2 as const), ...Array.from({ length: threes }, () => 3 as const)];
}
