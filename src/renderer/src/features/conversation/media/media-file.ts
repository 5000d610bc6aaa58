import { sizeWords } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { MessageKind } from '#shared/domain/message-preview.ts';
import type { MediaType } from '#shared/protocol/chat-channel.ts';

/** How a file is shown. */
type MediaView = 'picture' | 'sticker' | 'video' | 'audio' | 'voice' | 'document';

const expected: Record<MediaType, MediaView> = {
  photo: 'picture',
  sticker: 'sticker',
  video: 'video',
  audio: 'audio',
  voice: 'voice',
  document: 'document',
};

/** How a file is shown: as what it was sent, until its content says that it is something else. */
export function mediaView(type: MediaType, state: MediaState | undefined): MediaView {
  const view = expected[type];
  if (state?.state !== 'ready' || view === 'document') return view;
  switch (state.form) {
    case 'image':
      return view === 'sticker' ? 'sticker' : 'picture';
    case 'video':
      // Some recorders put a voice alone into a container for videos.
      return view === 'picture' ? 'video' : view;
    case 'audio':
      return view === 'voice' ? 'voice' : 'audio';
    case 'other':
      return 'document';
  }
}

type Ready = Extract<MediaState, { state: 'ready' }>;

/** Where a file is saved from: the same path, answered as a download. */
export function saveAddress({ url }: Pick<Ready, 'url'>): string {
  return `${url}${url.includes('?') ? '&' : '?'}save=1`;
}

/** "Get photo, 24 MB" */
export function getWords(kind: MessageKind, size: number | undefined): string {
  return size === undefined
    ? i18n.t(`conversation:media.get.${kind}`)
    : i18n.t(`conversation:media.getSized.${kind}`, { size: sizeWords(size) });
}

/** Where a picture that can be shown is, once it is there. */
export function imageOf(state: MediaState | undefined): string | undefined {
  return state?.state === 'ready' && state.form === 'image' ? state.url : undefined;
}

type Refused = Extract<MediaState, { state: 'refused' }>;

/** Why a file is not shown. */
export function refusalWords({ reason, status }: Pick<Refused, 'reason' | 'status'>): string {
  const key = reason === 'status' && (status === 404 || status === 410) ? 'gone' : reason;
  return i18n.t(`conversation:media.refusal.${key}`, { status: String(status) });
}
