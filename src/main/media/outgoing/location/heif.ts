import { withoutGps } from './exif.ts';
import { LONGEST_METADATA, type LookedAt, type Patch } from './patch.ts';
import { withoutPlaces } from './xmp.ts';

interface Extent {
  readonly at: number;
  readonly length: number;
}

interface Box {
  readonly type: string;
  /** of its content */
  readonly at: number;
  readonly length: number;
}

/** What takes the place where it was taken out of a HEIC or AVIF picture (ISO 23008-12). */
export async function heifPatches(file: LookedAt): Promise<readonly Patch[]> {
  const meta = await metaBox(file);
  if (meta === undefined || meta.length > LONGEST_METADATA) return [];
  const content = await file.read(meta.at, meta.length);
  // Its own boxes come after version and flags.
  const boxes = boxesIn(content, 4);
  const kinds = itemKinds(
    content,
    boxes.find(({ type }) => type === 'iinf'),
  );
  const inMeta = boxes.find(({ type }) => type === 'idat');
  const extents = itemExtents(
    content,
    boxes.find(({ type }) => type === 'iloc'),
    meta.at + (inMeta?.at ?? 0),
  );
  const patches: Patch[] = [];
  for (const [id, kind] of kinds) patches.push(...(await itemPatches(file, kind, extents.get(id) ?? [])));
  return patches.toSorted((one, other) => one.at - other.at);
}

async function itemPatches(
  file: LookedAt,
  kind: 'exif' | 'xmp',
  extents: readonly Extent[],
): Promise<readonly Patch[]> {
  if (extents.reduce((sum, { length }) => sum + length, 0) > LONGEST_METADATA) return [];
  const whole = Buffer.concat(await Promise.all(extents.map(({ at, length }) => file.read(at, length))));
  const clean = kind === 'xmp' ? withoutPlaces(whole) : withoutGpsBehindOffset(whole);
  if (clean === undefined) return [];
  let begins = 0;
  return extents.map(({ at, length }) => {
    begins += length;
    return { at, bytes: clean.subarray(begins - length, begins) };
  });
}

/** An Exif item begins with the distance to its TIFF header. */
function withoutGpsBehindOffset(item: Buffer): Buffer | undefined {
  if (item.length < 4) return undefined;
  const begins = 4 + item.readUInt32BE(0);
  const clean = withoutGps(item.subarray(begins));
  return clean && Buffer.concat([item.subarray(0, begins), clean]);
}

async function metaBox(file: LookedAt): Promise<Box | undefined> {
  for (let at = 0; at + 8 <= file.size;) {
    const head = await file.read(at, 16);
    const box = boxAt(head, 0, file.size - at);
    if (box === undefined) return undefined;
    if (box.type === 'meta') return { ...box, at: at + box.at };
    at += box.at + box.length;
  }
  return undefined;
}

function boxesIn(content: Buffer, begins: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = begins; at + 8 <= content.length;) {
    const box = boxAt(content, at, content.length - at);
    if (box === undefined) break;
    boxes.push(box);
    at = box.at + box.length;
  }
  return boxes;
}

/** A size of 1 says that the size follows in eight bytes, one of 0 that the box goes on to the end. */
function boxAt(bytes: Buffer, at: number, room: number): Box | undefined {
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1;
  if (isLong && at + 16 > bytes.length) return undefined;
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? room : short;
  const head = isLong ? 16 : 8;
  return size < head || size > room
    ? undefined
    : { type: bytes.toString('latin1', at + 4, at + 8), at: at + head, length: size - head };
}

/** Ids of the items that hold Exif data or an XMP packet. */
function itemKinds(content: Buffer, list: Box | undefined): ReadonlyMap<number, 'exif' | 'xmp'> {
  const kinds = new Map<number, 'exif' | 'xmp'>();
  if (list === undefined || list.length < 8) return kinds;
  const entries = boxesIn(content.subarray(0, list.at + list.length), list.at + (content[list.at] === 0 ? 6 : 8));
  for (const { at, length } of entries) {
    const version = content[at] ?? 0;
    const afterId = at + (version === 2 ? 6 : 8);
    if (version < 2 || afterId + 6 > at + length) continue;
    const id = version === 2 ? content.readUInt16BE(at + 4) : content.readUInt32BE(at + 4);
    const type = content.toString('latin1', afterId + 2, afterId + 6);
    if (type === 'Exif') kinds.set(id, 'exif');
    else if (type === 'mime' && content.toString('latin1', afterId + 6, at + length).includes('application/rdf+xml'))
      kinds.set(id, 'xmp');
  }
  return kinds;
}

/** Where the items are in the file; `inMeta` is where the meta box keeps those that are inside it. */
function itemExtents(content: Buffer, list: Box | undefined, inMeta: number): ReadonlyMap<number, readonly Extent[]> {
  const items = new Map<number, readonly Extent[]>();
  if (list === undefined || list.length < 8) return items;
  const version = content[list.at] ?? 0;
  const reader = new Reader(content.subarray(0, list.at + list.length), list.at + 4);
  const sizes = reader.number(2);
  const [ofOffset, ofLength, ofBase, ofIndex] = [
    (sizes >> 12) & 15,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    version === 0 ? 0 : sizes & 15,
  ];
  // Without these, an item is the whole file.
  if (ofOffset + ofLength === 0) return items;
  const count = reader.number(version < 2 ? 2 : 4);
  for (let index = 0; index < count && reader.hasMore(); index += 1) {
    const id = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    reader.number(2);
    const base = reader.number(ofBase) + (method === 1 ? inMeta : 0);
    const extents: Extent[] = [];
    for (let left = reader.number(2); left > 0 && reader.hasMore(); left -= 1) {
      reader.number(ofIndex);
      extents.push({ at: base + reader.number(ofOffset), length: reader.number(ofLength) });
    }
    if (method < 2) items.set(id, extents);
  }
  return items;
}

class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  /** of 2, 4 or 8 bytes; 0 for other sizes, and beyond the end */
  number(size: number): number {
    const at = this.#at;
    this.#at += size;
    if ((size !== 2 && size !== 4 && size !== 8) || this.#at > this.#bytes.length) return 0;
    return size === 8 ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUIntBE(at, size);
  }
}
