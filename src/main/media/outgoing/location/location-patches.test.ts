import fc from 'fast-check';
import { imageSize } from 'image-size';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  exif,
  LOCATED_AVIF,
  locatedJpeg,
  locatedPng,
  locatedWebp,
  ORIENTATION,
  placesIn,
  plainJpeg,
  segment,
  XMP,
  XMP_PLACES,
} from '../../../../../test/fixtures/located-pictures.ts';
import { locationPatches } from './location-patches.ts';
import { patched } from './patch.ts';

/** The file without its place, read and written in pieces of this many bytes. */
async function cleaned(mediaType: string, file: Buffer, piece = 1000): Promise<Buffer> {
  const patches = await locationPatches(mediaType, {
    size: file.length,
    read: async (at, length) => file.subarray(at, at + length),
  });
  async function* pieces(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < file.length; at += piece) yield file.subarray(at, at + piece);
  }
  const written: Uint8Array[] = [];
  for await (const each of patched(pieces(), patches)) written.push(each);
  return Buffer.concat(written);
}

const PICTURES = [
  ['image/jpeg', 'MM', locatedJpeg('MM')],
  ['image/jpeg', 'II', locatedJpeg('II')],
  ['image/png', 'II', locatedPng()],
  ['image/webp', 'II', locatedWebp()],
  ['image/avif', 'II', LOCATED_AVIF],
] as const;

describe('the place where it was taken', () => {
  test.each(PICTURES)('%s %s: is in the picture before, not after; nothing moves', async (mediaType, order, file) => {
    const clean = await cleaned(mediaType, file);
    expect(clean.length).toBe(file.length);
    for (const place of placesIn(order)) {
      expect(file.includes(place)).toBe(true);
      expect(clean.includes(place)).toBe(false);
    }
    expect([...XMP_PLACES, 'Uppsala'].filter((place) => clean.includes(place))).toEqual([]);
  });

  test.each(PICTURES)('%s %s: the picture itself and its size stay', async (mediaType, _order, file) => {
    const clean = await cleaned(mediaType, file);
    expect(imageSize(clean)).toEqual(imageSize(file));
    expect(clean.subarray(0, 4)).toEqual(file.subarray(0, 4));
  });

  test('orientation, time and words that name no place stay', async () => {
    const clean = await cleaned('image/jpeg', locatedJpeg());
    expect(imageSize(clean).orientation).toBe(ORIENTATION);
    expect(clean.includes('2026:11:03 12:00:00')).toBe(true);
    const words = ['A lamp', 'photoshop:Credit="Anna"', '<dc:title>A lamp</dc:title>', '</rdf:RDF></x:xmpmeta>'];
    expect(words.filter((word) => clean.includes(word))).toEqual(words);
    expect(clean.subarray(-plainJpeg().length + 2)).toEqual(plainJpeg().subarray(2));
  });

  test('a PNG’s checksums are right', async () => {
    const clean = await cleaned('image/png', locatedPng());
    for (let at = 8; at < clean.length;) {
      const length = clean.readUInt32BE(at);
      expect(clean.readUInt32BE(at + 8 + length)).toBe(crc32(clean.subarray(at + 4, at + 8 + length)));
      at += 12 + length;
    }
  });

  test('is found also in a smaller picture behind the first one, and in further parts of the metadata', async () => {
    const further = segment(
      0xe1,
      Buffer.concat([
        Buffer.from('http://ns.adobe.com/xmp/extension/\0'),
        Buffer.alloc(40, 'd'),
        Buffer.from('<exif:GPSLatitude>59,19'),
      ]),
    );
    const both = Buffer.concat([plainJpeg().subarray(0, 2), further, plainJpeg().subarray(2), locatedJpeg('II')]);
    const clean = await cleaned('image/jpeg', both);
    for (const place of ['59,19', ...placesIn('II')]) expect(clean.includes(place)).toBe(false);
    expect(clean.length).toBe(both.length);
  });

  test('is found in metadata of two bytes a character, which goes as a whole', async () => {
    const file = Buffer.concat([
      plainJpeg().subarray(0, 2),
      segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(XMP, 'utf16le')])),
      plainJpeg().subarray(2),
    ]);
    expect((await cleaned('image/jpeg', file)).includes(Buffer.from('Stockholm', 'utf16le'))).toBe(false);
  });

  test('where there is none, nothing changes', async () => {
    for (const [mediaType, file] of [
      ['image/jpeg', plainJpeg()],
      ['image/gif', Buffer.from('GIF89a')],
      ['text/plain', exif()],
    ] as const)
      expect(await cleaned(mediaType, file)).toEqual(file);
  });
});

test.each([1, 2, 7, 64, 100_000])('pieces of %i bytes make no difference', async (piece) => {
  expect(await cleaned('image/jpeg', locatedJpeg(), piece)).toEqual(await cleaned('image/jpeg', locatedJpeg()));
});

test('property: broken pictures are neither longer nor shorter afterwards, and nothing fails', async () => {
  const damage = fc.array(fc.tuple(fc.nat(1400), fc.nat(255)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PICTURES), damage, fc.nat(1400), async ([mediaType, , file], changes, end) => {
      const broken = Buffer.from(file.subarray(0, Math.max(1, end)));
      for (const [at, value] of changes) if (at < broken.length) broken[at] = value;
      expect((await cleaned(mediaType, broken)).length).toBe(broken.length);
    }),
    { numRuns: 2000 },
  );
});
