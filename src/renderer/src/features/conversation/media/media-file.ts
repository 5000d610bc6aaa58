import type { MediaType } from '#shared/domain/kinds/file.ts';
import { formatBytes } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { MediaState } from '#shared/contract/media.ts';

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
