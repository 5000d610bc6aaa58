import { withoutGps } from './exif.ts';
import { withoutIptcPlaces } from './iptc.ts';
import type { LookedAt, Patch } from './patch.ts';
import { blanked, mayNamePlace, withoutPlaces } from './xmp.ts';

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const FURTHER_XMP = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1');
const PHOTOSHOP = Buffer.from('Photoshop 3.0\0', 'latin1');
/** digest, whole length and offset at the beginning of a further part of an XMP packet */
const FURTHER_HEAD = 40;
const START_OF_IMAGE = Buffer.from([0xff, 0xd8, 0xff]);
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const LOOK = 256 * 1024;
/** Cameras put a handful of smaller pictures behind the first. */
const MOST_PICTURES = 32;

/** What takes the place where it was taken out of a JPEG, and out of the smaller pictures behind it. */
export async function jpegPatches(file: LookedAt): Promise<readonly Patch[]> {
  const patches: Patch[] = [];
  const further: Patch[] = [];
  let picture: number | undefined = 0;
  for (let count = 0; picture !== undefined && count < MOST_PICTURES; count += 1) {
    const end = await patchPicture(file, picture + 2, (begins, segment) => {
      const patch = segmentPatch(begins, segment);
      if (patch !== undefined) patches.push(patch);
      if (isFurther(segment))
        further.push({
          at: begins + FURTHER_XMP.length + FURTHER_HEAD,
          bytes: segment.subarray(FURTHER_XMP.length + FURTHER_HEAD),
        });
    });
    picture = await find(file, end, START_OF_IMAGE);
  }
  // A word may be cut in two where one part ends, so all of them go.
  const whole = further.map(({ bytes }) => bytes.toString('latin1')).join('');
  if (mayNamePlace(whole)) patches.push(...further.map(({ at, bytes }) => ({ at, bytes: blanked(bytes) })));
  return patches.toSorted((one, other) => one.at - other.at);
}

/** Shows the segments of one picture; returns where it ends, as far as that can be told. */
async function patchPicture(
  file: LookedAt,
  begins: number,
  look: (at: number, segment: Buffer) => void,
): Promise<number> {
  let at = begins;
  for (;;) {
    const head = await file.read(at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff) return marker === END_OF_IMAGE ? at + 2 : at;
    if (marker === 0xff) at += 1;
    else if (marker === END_OF_IMAGE) return at + 2;
    else if (hasNoContent(marker)) at += 2;
    else {
      const length = Math.max(2, head.readUInt16BE(2));
      if (marker === 0xe1 || marker === 0xed) look(at + 4, await file.read(at + 4, length - 2));
      at += 2 + length;
      if (marker === START_OF_SCAN) at = await endOfScan(file, at);
    }
  }
}

function segmentPatch(at: number, segment: Buffer): Patch | undefined {
  const inside = (head: Buffer, clean: (content: Buffer) => Buffer | undefined): Patch | undefined => {
    if (!segment.subarray(0, head.length).equals(head)) return undefined;
    const bytes = clean(segment.subarray(head.length));
    return bytes && { at: at + head.length, bytes };
  };
  return inside(EXIF, withoutGps) ?? inside(XMP, withoutPlaces) ?? inside(PHOTOSHOP, withoutIptcPlaces);
}

function isFurther(segment: Buffer): boolean {
  return (
    segment.length > FURTHER_XMP.length + FURTHER_HEAD && segment.subarray(0, FURTHER_XMP.length).equals(FURTHER_XMP)
  );
}

function hasNoContent(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** The picture itself goes on until a marker that is neither stuffing nor a restart. */
async function endOfScan(file: LookedAt, begins: number): Promise<number> {
  for (let at = begins; at < file.size;) {
    const piece = await file.read(at, LOOK);
    if (piece.length < 2) break;
    for (
      let found = piece.indexOf(0xff);
      found !== -1 && found + 1 < piece.length;
      found = piece.indexOf(0xff, found + 1)
    ) {
      const next = piece[found + 1] ?? 0;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + found;
    }
    at += piece.length - 1;
  }
  return file.size;
}

async function find(file: LookedAt, begins: number, wanted: Buffer): Promise<number | undefined> {
  for (let at = begins; at < file.size;) {
    const piece = await file.read(at, LOOK);
    const found = piece.indexOf(wanted);
    if (found !== -1) return at + found;
    if (piece.length < wanted.length) return undefined;
    at += piece.length - wanted.length + 1;
  }
  return undefined;
}
