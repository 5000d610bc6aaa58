/** Pixels: apps show stickers no larger. */
const LARGEST = 512;

/** Pixels of the look at a picture before it is added; twice as many, for fine screens. */
const LOOK = 192;

/** How a picture looks, as a `data:` address: the page may show no other of its own making. Rejects where it is none. */
export async function lookOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    return drawn(picture, Math.min(1, LOOK / Math.max(picture.width, picture.height))).toDataURL();
  } finally {
    picture.close();
  }
}

/** A picture as a sticker: no larger than needed. What may move stays as it is. Rejects where it is no picture that this page can show. */
export async function asSticker(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = picture;
    const mayMove = file.type === 'image/gif' || file.type === 'image/webp';
    if (mayMove || Math.max(width, height) <= LARGEST) return file;
    const canvas = drawn(picture, LARGEST / Math.max(width, height));
    return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))) ?? file;
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
