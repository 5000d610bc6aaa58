/** Bytes that take the place of as many others in a file, so that nothing else in it moves. */
export interface Patch {
  readonly at: number;
  readonly bytes: Buffer;
}

/** A file that is looked at in places. */
export interface LookedAt {
  /** bytes */
  readonly size: number;
  /** fewer bytes than asked for where the file ends */
  readonly read: (at: number, length: number) => Promise<Buffer>;
}

/** More than any camera writes beside the picture; what is longer is no metadata that anybody reads. */
export const LONGEST_METADATA = 16 * 1024 * 1024;

/** The file as it comes, with the patches in their places. Patches are in order and do not overlap. */
export async function* patched(
  source: AsyncIterable<Uint8Array>,
  patches: readonly Patch[],
): AsyncIterable<Uint8Array> {
  let begins = 0;
  for await (const piece of source) {
    const ends = begins + piece.length;
    const touching = patches.filter(({ at, bytes }) => at < ends && at + bytes.length > begins);
    yield touching.length === 0 ? piece : overwritten(piece, begins, touching);
    begins = ends;
  }
}

function overwritten(piece: Uint8Array, begins: number, patches: readonly Patch[]): Uint8Array {
  const copy = Buffer.from(piece);
  for (const { at, bytes } of patches) {
    const skipped = Math.max(0, begins - at);
    bytes.copy(copy, Math.max(0, at - begins), skipped);
  }
  return copy;
}
