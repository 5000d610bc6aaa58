import { open } from 'node:fs/promises';
import type { MediaFacts } from '#shared/contract/media.ts';
import { MediaProblem } from './ports.ts';
import { mediaForm } from './file-name.ts';

/** Characters that never appear in text: their presence means binary data. */
const BINARY_CHARACTERS = /(?!\s)\p{Cc}/u;
/** Identifier of the element that holds the tracks of a WebM file, and the type fields inside it. */
const WEBM_TRACKS = Buffer.from([0x16, 0x54, 0xae, 0x6b]);
const WEBM_VIDEO = Buffer.from([0x83, 0x81, 0x01]);
const WEBM_AUDIO = Buffer.from([0x83, 0x81, 0x02]);

/** Bytes of a file that are examined: cameras put a preview and colour profiles before a picture's size. */
const HEAD_BYTES = 1024 * 1024;

/** Larger pictures are refused before anything decodes them. */
const MAX_PIXELS = 64_000_000;
const MAX_SIDE = 32_767;
/** Pictures with more pixels than this need a byte per `PIXELS_PER_BYTE` of them, as photographs have. */
const PLAIN_PIXELS = 16_000_000;
const PIXELS_PER_BYTE = 250;

/**
 * The type of a file of `size` bytes by its content, whatever its name. Throws MediaProblem `broken` for an invalid
 * picture, `too_many_pixels` for one that must not be decoded.
 */
export async function sniff(path: string, size: number): Promise<MediaFacts> {
  const head = await readHead(path);
  const mediaType = (await typeByBytes(path, head)) ?? textType(head);
  const form = mediaForm(mediaType);
  if (form !== 'image') return { mediaType, form, size };
  const { width, height } = await measure(head);
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) throw new MediaProblem('too_many_pixels');
  if (width * height > Math.max(PLAIN_PIXELS, size * PIXELS_PER_BYTE)) throw new MediaProblem('too_many_pixels');
  return { mediaType, form, size, width, height };
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}

async function typeByBytes(path: string, head: Buffer): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  // Content it cannot follow is of an unknown type.
  const found = await fileTypeFromFile(path, { maxBufferSize: HEAD_BYTES }).catch(() => undefined);
  const mime = found?.mime.split(';')[0];
  if (mime === undefined || mime === 'application/xml') return undefined;
  return isSoundAlone(mime, head) ? mime.replace('video', 'audio') : mime;
}

/** Pixels as displayed: a camera held upright records the rotation. */
async function measure(head: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (width > 0 && height > 0) return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch (error) {
    throw new MediaProblem('broken', { cause: error });
  }
  throw new MediaProblem('broken');
}

/** Detects a video container with sound but no pictures: recorders put audio alone into them too. */
function isSoundAlone(mediaType: string, head: Buffer): boolean {
  if (mediaType === 'video/webm') {
    const tracks = head.indexOf(WEBM_TRACKS);
    return tracks >= 0 && !head.includes(WEBM_VIDEO, tracks) && head.includes(WEBM_AUDIO, tracks);
  }
  if (mediaType !== 'video/mp4') return false;
  // `hdlr` is followed by four bytes of version and flags, four zero bytes, and the kind of track.
  const kinds = new Set<string>();
  for (let at = head.indexOf('hdlr'); at >= 0; at = head.indexOf('hdlr', at + 4))
    kinds.add(head.toString('latin1', at + 12, at + 16));
  return !kinds.has('vide') && kinds.has('soun');
}

/** The type of content without a magic number: some kind of text, or bytes. */
export function textType(head: Buffer): string {
  const text = textIn(head);
  if (text === undefined || BINARY_CHARACTERS.test(text)) return 'application/octet-stream';
  const begin = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 4096)
    .toLowerCase();
  if (begin.startsWith('#!')) return 'text/x-shellscript';
  if (!begin.startsWith('<')) return 'text/plain';
  if (/<svg[\s>:]|<[a-z]+:svg[\s>]/.test(begin)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script|iframe|title)[\s>]/.test(begin)) return 'text/html';
  return begin.startsWith('<?xml') ? 'application/xml' : 'text/plain';
}

function textIn(head: Buffer): string | undefined {
  const bytes = head.subarray(0, 64 * 1024);
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  if (encoding === 'utf-8' && bytes.includes(0)) return undefined;
  try {
    // Ending in the middle of a character is not an error.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
