import { heifPatches } from './heif.ts';
import { jpegPatches } from './jpeg.ts';
import type { LookedAt, Patch } from './patch.ts';
import { pngPatches } from './png.ts';
import { webpPatches } from './webp.ts';

const BY_TYPE: Readonly<Record<string, (file: LookedAt) => Promise<readonly Patch[]>>> = {
  'image/jpeg': jpegPatches,
  'image/png': pngPatches,
  'image/apng': pngPatches,
  'image/webp': webpPatches,
  'image/heic': heifPatches,
  'image/heif': heifPatches,
  'image/heic-sequence': heifPatches,
  'image/heif-sequence': heifPatches,
  'image/avif': heifPatches,
};

/** What takes the place where it was taken out of a picture, of this media type by content; the rest of it stays as it is. */
export async function locationPatches(mediaType: string, file: LookedAt): Promise<readonly Patch[]> {
  return (await BY_TYPE[mediaType]?.(file)) ?? [];
}
