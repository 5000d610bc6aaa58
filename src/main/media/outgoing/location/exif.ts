import { withoutPlaces } from './xmp.ts';

const GPS_DIRECTORY = 0x88_25;
const EXIF_DIRECTORY = 0x87_69;
const XMP_PACKET = 0x02_bc;
const ENTRY = 12;
const SIZE_OF_TYPE: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};

/**
 * Exif data (TIFF, from its byte order on) without the GPS directory and what it points to; as long as before.
 * Undefined where no place is in it. What lies outside the data is not followed.
 */
export function withoutGps(tiff: Buffer): Buffer | undefined {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const clean = Buffer.from(tiff);
  const directories = new Directories(clean, order === 'II');
  directories.walk(directories.long(4));
  return clean.equals(tiff) ? undefined : clean;
}

class Directories {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;
  readonly #seen = new Set<number>();

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  /** Takes the places out of a directory, those that follow it, and the one of the camera. */
  walk(first: number): void {
    for (let at = first; at > 0 && at + 2 <= this.#bytes.length && !this.#seen.has(at);) {
      this.#seen.add(at);
      for (let index = 0; index < this.#count(at); index += 1) {
        const entry = at + 2 + index * ENTRY;
        const tag = this.#short(entry);
        if (tag === EXIF_DIRECTORY) this.walk(this.long(entry + 8));
        else if (tag === XMP_PACKET) this.#cleanXmp(entry);
        else if (tag === GPS_DIRECTORY) {
          const place = this.long(entry + 8);
          this.#takeOut(at, index);
          this.#clear(place);
          index -= 1;
        }
      }
      at = this.long(at + 2 + this.#count(at) * ENTRY);
    }
  }

  /** Zeros a directory and all that it points to. */
  #clear(at: number): void {
    if (at === 0 || at + 2 > this.#bytes.length) return;
    const count = this.#count(at);
    for (let index = 0; index < count; index += 1) {
      const { begins, size } = this.#value(at + 2 + index * ENTRY);
      this.#zero(begins, size);
    }
    this.#zero(at, 2 + count * ENTRY + 4);
  }

  /** The entries behind it, and the address of the next directory, move up. */
  #takeOut(at: number, index: number): void {
    const count = this.#count(at);
    const entry = at + 2 + index * ENTRY;
    const end = Math.min(at + 2 + count * ENTRY + 4, this.#bytes.length);
    this.#bytes.copy(this.#bytes, entry, entry + ENTRY, end);
    this.#zero(end - ENTRY, ENTRY);
    if (this.#isLittle) this.#bytes.writeUInt16LE(count - 1, at);
    else this.#bytes.writeUInt16BE(count - 1, at);
  }

  #cleanXmp(entry: number): void {
    const { begins, size } = this.#value(entry);
    const clean = withoutPlaces(this.#bytes.subarray(begins, begins + size));
    if (clean !== undefined) this.#bytes.set(clean, begins);
  }

  /** Where the value of an entry is: in the entry where it fits, else where that points to. */
  #value(entry: number): { readonly begins: number; readonly size: number } {
    const size = (SIZE_OF_TYPE[this.#short(entry + 2)] ?? 1) * this.long(entry + 4);
    return { begins: size <= 4 ? entry + 8 : this.long(entry + 8), size };
  }

  /** Entries of a directory that are inside the data. */
  #count(at: number): number {
    return Math.min(this.#short(at), Math.floor((this.#bytes.length - at - 2) / ENTRY));
  }

  #zero(begins: number, size: number): void {
    this.#bytes.fill(0, Math.min(begins, this.#bytes.length), Math.min(begins + size, this.#bytes.length));
  }

  #short(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  long(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}
