import type { Uploaded } from '#shared/contract/media.ts';
import type { Measured } from './attachment.ts';

/** Width of a preview in pixels (chat channel interface, `thumb`). */
const PREVIEW_WIDTH = 320;
const QUALITY = 0.82;
/** Milliseconds before a silent player is given up. */
const LOAD_TIMEOUT = 10_000;

export interface Inspection extends Measured {
  /** this page can show or play it */
  readonly canDecode: boolean;
  readonly preview?: Blob;
}

/** Measures a file: size, length, and a preview 320 pixels wide. Undecodable files are reported, not thrown. */
export async function inspectFile(file: Blob, { form, url }: Uploaded): Promise<Inspection> {
  try {
    if (form === 'image') return await inspectPicture(file);
    if (form !== 'other') return await inspectPlayable(url);
  } catch {
    // This page cannot show or play it.
  }
  return { canDecode: false };
}

async function inspectPicture(file: Blob): Promise<Inspection> {
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = picture;
    const mayBeTransparent = file.type !== 'image/jpeg';
    const preview = await drawPreview(picture, { width, height }, mayBeTransparent ? 'image/webp' : 'image/jpeg');
    return { canDecode: true, width, height, preview };
  } finally {
    picture.close();
  }
}

/** `url` is on the console's own origin, which serves ranges. */
async function inspectPlayable(url: string): Promise<Inspection> {
  const player = document.createElement('video');
  player.muted = true;
  player.preload = 'auto';
  try {
    player.src = url;
    await waitForEvent(player, 'loadedmetadata');
    const seconds = await durationOf(player);
    const duration = seconds && Math.max(1, Math.round(seconds));
    const { videoWidth: width, videoHeight: height } = player;
    if (width === 0 || height === 0) return { canDecode: true, duration };
    if (player.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await waitForEvent(player, 'loadeddata');
    const preview = await drawPreview(player, { width, height }, 'image/jpeg');
    return { canDecode: true, width, height, duration, preview };
  } finally {
    player.removeAttribute('src');
    player.load();
  }
}

/** A recording made in a browser has no duration until its end has been sought. */
async function durationOf(player: HTMLVideoElement): Promise<number | undefined> {
  if (player.duration === Infinity) {
    player.currentTime = Number.MAX_SAFE_INTEGER;
    await waitForEvent(player, 'durationchange');
    player.currentTime = 0;
    await waitForEvent(player, 'seeked');
  }
  return Number.isFinite(player.duration) && player.duration > 0 ? player.duration : undefined;
}

async function drawPreview(
  source: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  type: string,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = PREVIEW_WIDTH;
  canvas.height = Math.max(1, Math.round((height / width) * PREVIEW_WIDTH));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))) ?? undefined;
}

function waitForEvent(player: HTMLMediaElement, event: keyof HTMLMediaElementEventMap): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no ${event}`)), LOAD_TIMEOUT);
    player.addEventListener(event, () => resolve(), { once: true });
    player.addEventListener('error', () => reject(new Error('not playable')), { once: true });
  });
}
