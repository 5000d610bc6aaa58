import { open } from 'node:fs/promises';
import type { MediaStore, StoredMedia } from '../ports.ts';
import { locationPatches } from './location/location-patches.ts';
import { patched, type LookedAt, type Patch } from './location/patch.ts';

/** The same file without the place where it was taken; itself where it names none, or is gone. Throws MediaProblem. */
export async function withoutLocation(
  media: Pick<MediaStore, 'add' | 'open' | 'path'>,
  stored: StoredMedia,
): Promise<StoredMedia> {
  const path = await media.path(stored.digest);
  const patches = path === undefined ? [] : await patchesOf(path, stored);
  const source = patches.length === 0 ? undefined : await media.open(stored.digest);
  if (source === undefined) return stored;
  return media.add(patched(source, patches), {
    largest: stored.size,
    purpose: 'sent',
    signal: new AbortController().signal,
  });
}

async function patchesOf(path: string, { mediaType, size }: StoredMedia): Promise<readonly Patch[]> {
  const file = await open(path, 'r');
  const lookedAt: LookedAt = {
    size,
    read: async (at, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      if (bytes.length === 0) return bytes;
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
      return bytes.subarray(0, bytesRead);
    },
  };
  try {
    return await locationPatches(mediaType, lookedAt);
  } finally {
    await file.close();
  }
}
