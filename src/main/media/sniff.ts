import { open } from 'node:fs/promises';
import type { MediaFacts } from '#shared/contract/media.ts';
import { hasVideoTrack } from './container-tracks.ts';
import { MediaProblem } from './media-problem.ts';
import { formOf } from './media-types.ts';
import { textType } from './text-type.ts';

/** How much of a file is looked at: cameras put a preview and colours before a picture's size. */
const HEAD = 1024 * 1024;

/** More is refused before anything decodes it. */
const MOST_PIXELS = 64_000_000;
const LONGEST_SIDE = 32_767;
/** Above so many pixels, a file has to have a byte for each of some of them: what was photographed does. */
const PLAIN_PIXELS = 16_000_000;
const PIXELS_A_BYTE = 250;

/**
 * What a file of `size` bytes is by its content, whatever it is called.
 * Throws MediaProblem `broken` for a picture that is none, `too_many_pixels` for one that nothing should decode.
 */
export async function sniff(path: string, size: number): Promise<MediaFacts> {
  const head = await readHead(path);
  const mediaType = (await typeByBytes(path, head)) ?? textType(head);
  const form = formOf(mediaType);
  if (form !== 'image') return { mediaType, form, size };
  const { width, height } = await measured(head);
  if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS)
    throw new MediaProblem('too_many_pixels');
  if (width * height > Math.max(PLAIN_PIXELS, size * PIXELS_A_BYTE)) throw new MediaProblem('too_many_pixels');
  return { mediaType, form, size, width, height };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD);
    const { bytesRead } = await file.read(head, 0, HEAD, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function typeByBytes(path: string, head: Buffer): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  // What it cannot follow is no type that it knows.
  const found = await fileTypeFromFile(path, { maxBufferSize: HEAD }).catch(() => undefined);
  const mime = found?.mime.split(';')[0];
  if (mime === undefined || mime === 'application/xml') return undefined;
  if ((mime === 'video/webm' || mime === 'video/mp4') && hasVideoTrack(mime, head) === false)
    return mime.replace('video', 'audio');
  return mime;
}

/** Pixels as they are shown: a camera that was held upright says so. */
async function measured(head: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const { imageSize } = await import('image-size');
  const { width, height, orientation = 1 } = sizeIn(head, imageSize);
  if (!(width > 0 && height > 0)) throw new MediaProblem('broken');
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function sizeIn(
  head: Buffer,
  imageSize: (head: Uint8Array) => { width: number; height: number; orientation?: number },
): { width: number; height: number; orientation?: number } {
  try {
    return imageSize(head);
  } catch (error) {
    throw new MediaProblem('broken', { cause: error });
  }
}
