import { decodeQR } from 'qr/decode.js';

/** Bytes of a picture, and pixels of its longer side when it is searched: a photo from a phone is larger than needed. */
const MAX_BYTES = 30_000_000;
const MAX_SIDE = 1600;
/** Milliseconds of search. */
const LIMIT = 2000;

/** The text of the QR code in a picture; undefined if none can be read in it. */
export async function readCode(picture: Blob): Promise<string | undefined> {
  if (picture.size > MAX_BYTES) return undefined;
  const bitmap = await createImageBitmap(picture).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context !== null) {
    // Codes with a transparent ground are dark on nothing.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
  }
  bitmap.close();
  const image = context?.getImageData(0, 0, width, height);
  try {
    return image && decodeQR(image, { timeLimit: LIMIT });
  } catch {
    return undefined;
  }
}
