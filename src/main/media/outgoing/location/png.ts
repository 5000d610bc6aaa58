import { crc32 } from 'node:zlib';
import { withoutGps } from './exif.ts';
import { LONGEST_METADATA, type LookedAt, type Patch } from './patch.ts';
import { withoutPlaces } from './xmp.ts';

const SIGNATURE = 8;
const XMP_KEYWORD = 'XML:com.adobe.xmp';
/** Metadata of other formats, as ImageMagick writes it: in hex, mostly compressed. */
const RAW_PROFILE = /^Raw profile type (?:exif|APP1|xmp|iptc|8bim)$/i;

/** What takes the place where it was taken out of a PNG. */
export async function pngPatches(file: LookedAt): Promise<readonly Patch[]> {
  const patches: Patch[] = [];
  for (let at = SIGNATURE; at + 12 <= file.size;) {
    const head = await file.read(at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if ((type === 'eXIf' || type === 'iTXt' || type === 'tEXt' || type === 'zTXt') && length <= LONGEST_METADATA) {
      const clean = cleaned(type, await file.read(at + 8, length));
      if (clean !== undefined) patches.push({ at: at + 4, bytes: withChecksum(clean.type, clean.content) });
    }
    at += 12 + length;
  }
  return patches;
}

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
}

function cleaned(type: string, content: Buffer): Chunk | undefined {
  if (type === 'eXIf') return chunk(type, withoutGps(content));
  const keyword = content.toString('latin1', 0, Math.max(0, content.indexOf(0)));
  if (RAW_PROFILE.test(keyword)) return emptied(content.length);
  if (type !== 'iTXt' || keyword !== XMP_KEYWORD) return undefined;
  const isCompressed = content[keyword.length + 1] === 1;
  if (isCompressed) return emptied(content.length);
  const clean = withoutPlaces(content.subarray(keyword.length + 1));
  return chunk(type, clean && Buffer.concat([content.subarray(0, keyword.length + 1), clean]));
}

function chunk(type: string, content: Buffer | undefined): Chunk | undefined {
  return content && { type, content };
}

/** A comment of blanks. The keywords above are longer than this one. */
function emptied(length: number): Chunk {
  const content = Buffer.alloc(length, ' ');
  content.write('Comment\0', 'latin1');
  return { type: 'tEXt', content };
}

function withChecksum(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([named, checksum]);
}
