import { ContractError } from '#shared/contract/errors.ts';
import { kindNames } from '#renderer/components/kind-names.ts';
import { sizeWords } from '#renderer/components/size-words.ts';
import type { Attachment, SentAs } from './attachment.ts';
import { attach } from '#shared/words/en/attach.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('attach', attach);

/** What the tray of attachments and the ways to fill it say. */
export const attachWords = {
  attach: say('attach'),
  files: say('files'),
  location: say('location'),
  tray: say('tray'),
  previewName: say('previewName'),
  dropTitle: (name: string) => say('dropTitle', { name }),
  dropMore: say('dropMore'),
  noFolders: say('noFolders'),
  noFoldersMore: say('noFoldersMore'),
  tooMany: (count: number) => say('tooMany', { count }),
  tooManyMore: (limit: number) => say('tooManyMore', { limit }),
  empty: say('empty'),
  tooLarge: (megabytes: number) => say('tooLarge', { megabytes }),
  queued: say('queued'),
  processing: say('processing'),
  uploadingNow: say('uploadingNow'),
  uploading: (percent: number) => say('uploading', { percent }),
  progressOf: (name: string) => say('progressOf', { name }),
  asLink: say('asLink'),
  asFile: say('asFile'),
  retry: say('retry'),
  remove: (name: string) => say('remove', { name }),
  cancel: (name: string) => say('cancel', { name }),
  more: (name: string) => say('more', { name }),
  caption: say('caption'),
  captionOf: (name: string) => say('captionOf', { name }),
  performer: say('performer'),
  performerOf: (name: string) => say('performerOf', { name }),
  title: say('title'),
  titleOf: (name: string) => say('titleOf', { name }),
  moveUp: say('moveUp'),
  moveDown: say('moveDown'),
  drag: (name: string) => say('drag', { name }),
  sendAsFile: say('sendAsFile'),
  sendOriginal: say('sendOriginal'),
  sendRedrawn: say('sendRedrawn'),
  original: say('original'),
  undrawable: say('undrawable'),
  sendAsIs: (kind: SentAs) => say(`sendAs.${kind}`),
  listen: (name: string) => say('listen', { name }),
  pause: (name: string) => say('pause', { name }),
  leaving: say('leaving'),
  hold: say('hold'),
  failedFirst: say('failedFirst'),
  notSent: say('notSent'),
  local: say('local'),
  network: say('network'),
  openConnection: say('openConnection'),

  record: say('record'),
  recording: say('recording'),
  level: say('level'),
  discard: say('discard'),
  finish: say('finish'),
  askingMicrophone: say('askingMicrophone'),
  voiceName: say('voiceName'),
  noMicrophone: say('noMicrophone'),
  noMicrophoneMore: say('noMicrophoneMore'),
  microphoneDenied: say('microphoneDenied'),
  microphoneDeniedMore: say('microphoneDeniedMore'),
  microphoneBusy: say('microphoneBusy'),
  microphoneBusyMore: say('microphoneBusyMore'),
  notSecure: say('notSecure'),
  notSecureMore: say('notSecureMore'),

  stickers: say('stickers'),
  sticker: (emoji: string | undefined, number: number) =>
    emoji === undefined ? say('sticker.noEmoji', { number }) : say('sticker', { emoji }),
  noStickers: say('noStickers'),
  noStickersMore: say('noStickersMore'),
  manageStickers: say('manageStickers'),
  stickersNotLoaded: say('stickersNotLoaded'),
  stickerNotSent: say('stickerNotSent'),

  locationTitle: say('locationTitle'),
  locationLead: (name: string) => say('locationLead', { name }),
  place: say('place'),
  placeHint: say('placeHint'),
  placeUnknown: say('placeUnknown'),
  placeShort: say('placeShort'),
  found: (latitude: number, longitude: number) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  placeName: say('placeName'),
  placeNameHint: say('placeNameHint'),
  placeNamePlaceholder: say('placeNamePlaceholder'),
  recentPlaces: say('recentPlaces'),
  sendLocation: say('sendLocation'),
  cancelLocation: say('cancelLocation'),
  locationNotSent: say('locationNotSent'),
} as const;

/** What became of an upload that did not work, and whether trying again may help. */
export function uploadProblem(error: unknown): { readonly problem: string; readonly remedy?: 'retry' } {
  if (!(error instanceof ContractError)) return { problem: say('uploadProblem.problem'), remedy: 'retry' };
  return { problem: error.message, ...(error.code !== 'file_refused' && { remedy: 'retry' }) };
}

/** What is known of an attachment, in a line: "Photo", "1600 × 1200", "1.4 MB". */
export function detailWords(
  { sentAs, nature, size, width, height, duration, isOriginal }: Attachment,
  durationWords: (seconds: number) => string,
  takes: boolean,
): readonly string[] {
  return [
    kindNames[nature],
    duration === undefined ? undefined : durationWords(duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    sizeWords(size),
    sentAs !== nature ? attachWords.asFile : undefined,
    isOriginal === true ? attachWords.original : undefined,
    takes ? undefined : attachWords.asLink,
  ].filter((detail) => detail !== undefined);
}

/** What the tray as a whole says to who cannot see it. */
export function trayWords(list: readonly Attachment[]): string {
  const ready = list.filter(({ progress }) => progress.at === 'ready').length;
  const failed = list.filter(({ progress }) => progress.at === 'failed').length;
  const count = list.length;
  if (failed > 0) return say('tray.failed', { count, failed });
  return ready === count ? say('tray.ready', { count }) : say('tray.uploading', { count });
}
