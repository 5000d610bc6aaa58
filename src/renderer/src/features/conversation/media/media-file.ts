import { formatBytes } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { MediaType } from '#shared/domain/kinds/file.ts';
import type { Message } from '#shared/domain/message.ts';

/** How a file is shown: as the kind it was sent as, until its content proves otherwise. */
export function mediaView(type: MediaType, state: MediaState | undefined): MediaType {
  if (state?.state !== 'ready' || type === 'document') return type;
  switch (state.form) {
    case 'image':
      return type === 'sticker' ? 'sticker' : 'photo';
    case 'video':
      // Some recorders put audio alone into a video container.
      return type === 'photo' ? 'video' : type;
    case 'audio':
      return type === 'voice' ? 'voice' : 'audio';
    case 'other':
      return 'document';
  }
}

type Ready = Extract<MediaState, { state: 'ready' }>;

/** A file's download address: the same path, served as an attachment. */
export function saveAddress({ url }: Pick<Ready, 'url'>): string {
  return `${url}${url.includes('?') ? '&' : '?'}save=1`;
}

/** "Load photo, 24 MB" */
export function fetchLabel(kind: MediaType, size: number | undefined): string {
  return size === undefined
    ? i18n.t(`conversation:media.get.${kind}`)
    : i18n.t(`conversation:media.getSized.${kind}`, { size: formatBytes(size) });
}

/** Address of a picture that can be shown, once it is downloaded. */
export function imageOf(state: MediaState | undefined): string | undefined {
  return state?.state === 'ready' && state.form === 'image' ? state.url : undefined;
}

type Refused = Extract<MediaState, { state: 'refused' }>;

/** Why a file is not shown. */
export function refusalText({ reason, status }: Pick<Refused, 'reason' | 'status'>): string {
  const key = reason === 'status' && (status === 404 || status === 410) ? 'gone' : reason;
  return i18n.t(`conversation:media.refusal.${key}`, { status: String(status) });
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_SIZE: Size = { width: 360, height: 320 };
const MIN_SIZE: Size = { width: 120, height: 80 };
const DEFAULT_SIZE: Size = { width: 280, height: 210 };

/** The size reserved for a picture before it loads: its aspect ratio, within bounds. */
export function pictureBox(size: Size | undefined): Size {
  if (size === undefined) return DEFAULT_SIZE;
  const scale = Math.min(1, MAX_SIZE.width / size.width, MAX_SIZE.height / size.height);
  return {
    width: Math.max(MIN_SIZE.width, Math.round(size.width * scale)),
    height: Math.max(MIN_SIZE.height, Math.round(size.height * scale)),
  };
}

/** Width and height, if both are known. */
export function sizeOf(of: Message | MediaState | undefined): Size | undefined {
  if (of === undefined || ('state' in of && of.state !== 'ready')) return undefined;
  const { width, height } = of;
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Whether a picture may be cropped to fill its box: only if almost nothing is lost. */
export function fillsBox(picture: Size | undefined, box: Size): boolean {
  if (picture === undefined) return false;
  const isLarger = picture.width >= box.width || picture.height >= box.height;
  return isLarger && Math.abs(Math.log((picture.width / picture.height) * (box.height / box.width))) < 0.12;
}

/** Maximum photos shown in a gallery; the last one stands for the rest. */
export const MAX_SHOWN = 9;

/** Photos per row of a gallery: rows of three, preceded by rows of two if the number does not divide. */
export function galleryRows(count: number): readonly (2 | 3)[] {
  if (count === 2) return [2];
  const shown = Math.min(count, MAX_SHOWN);
  const twos = (3 - (shown % 3)) % 3;
  const threes = (shown - twos * 2) / 3;
  return [...Array.from({ length: twos }, () => 2 as const), ...Array.from({ length: threes }, () => 3 as const)];
}
