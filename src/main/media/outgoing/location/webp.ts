import { withoutGps } from './exif.ts';
import { LONGEST_METADATA, type LookedAt, type Patch } from './patch.ts';
import { withoutPlaces } from './xmp.ts';

const HEADER = 12;
/** Some programs write it before the Exif data, as JPEG has it. */
const EXIF = Buffer.from('Exif\0\0', 'latin1');

/** What takes the place where it was taken out of a WebP. */
export async function webpPatches(file: LookedAt): Promise<readonly Patch[]> {
  const patches: Patch[] = [];
  for (let at = HEADER; at + 8 <= file.size;) {
    const head = await file.read(at, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if ((type === 'EXIF' || type === 'XMP ') && length <= LONGEST_METADATA) {
      const content = await file.read(at + 8, length);
      const skipped = type === 'EXIF' && content.subarray(0, EXIF.length).equals(EXIF) ? EXIF.length : 0;
      const bytes = (type === 'EXIF' ? withoutGps : withoutPlaces)(content.subarray(skipped));
      if (bytes !== undefined) patches.push({ at: at + 8 + skipped, bytes });
    }
    at += 8 + length + (length % 2);
  }
  return patches;
}
