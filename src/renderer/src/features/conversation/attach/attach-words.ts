import { ContractError } from '#shared/contract/errors.ts';
import { kindNames } from '#shared/domain/last-words.ts';
import { sizeWords } from '#renderer/components/size-words.ts';
import type { Attachment, SentAs } from './attachment.ts';

/** What the tray of attachments and the ways to fill it say. */
export const attachWords = {
  attach: 'Attach',
  files: 'Photos and files',
  location: 'Location',
  tray: 'Attachments',
  previewName: 'preview',
  dropTitle: (name: string) => `Drop to attach for ${name}`,
  dropMore: 'Nothing is sent before you press Send.',
  noFolders: 'Folders cannot be sent.',
  noFoldersMore: 'Pack it into a ZIP file and attach that.',
  tooMany: (count: number) => (count === 1 ? 'One file was left out.' : `${String(count)} files were left out.`),
  tooManyMore: (limit: number) => `One reply takes ${String(limit)} at most. Send these first.`,
  empty: 'This file is empty.',
  tooLarge: (megabytes: number) => `Larger than ${String(megabytes)} MB, which is the limit in Settings > Media.`,
  queued: 'Waits for the others',
  processing: 'Preparing',
  uploadingNow: 'Uploading',
  uploading: (percent: number) => `${String(percent)} %`,
  progressOf: (name: string) => `Uploading ${name}`,
  asLink: 'goes out as a link',
  asFile: 'sent as a file',
  retry: 'Try again',
  remove: (name: string) => `Remove ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  more: (name: string) => `More for ${name}`,
  caption: 'Add a caption',
  captionOf: (name: string) => `Caption for ${name}`,
  performer: 'Performer',
  performerOf: (name: string) => `Performer of ${name}`,
  title: 'Title',
  titleOf: (name: string) => `Title of ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  drag: (name: string) => `Move ${name}`,
  sendAsFile: 'Send as a file',
  sendAsIs: (kind: SentAs) => `Send as ${kind === 'audio' ? 'audio' : `a ${kindNames[kind].toLowerCase()}`}`,
  listen: (name: string) => `Listen to ${name}`,
  pause: (name: string) => `Pause ${name}`,
  leaving: 'Sent as soon as everything is uploaded.',
  hold: 'Don’t send yet',
  failedFirst: 'Remove what failed, or try it again; then send.',
  notSent: 'Nothing of it was sent; it is still beside the box.',
  local: 'Nobody outside this computer can fetch what you send from here. Customers will get the message without the file.',
  network: 'Only people in your own network can fetch what you send from here.',
  openConnection: 'Open Connection',

  record: 'Record a voice message',
  recording: 'Recording',
  level: 'Loudness',
  discard: 'Discard',
  finish: 'Done',
  askingMicrophone: 'Asking for the microphone …',
  voiceName: 'Voice message',
  noMicrophone: 'No microphone was found.',
  noMicrophoneMore: 'Connect one, then try again.',
  microphoneDenied: 'The microphone may not be used.',
  microphoneDeniedMore: 'Allow it for this page in the browser’s or the system’s settings, then try again.',
  microphoneBusy: 'The microphone could not be opened.',
  microphoneBusyMore: 'Another program may be using it.',
  notSecure: 'Recording does not work here.',
  notSecureMore: 'Browsers open the microphone for pages that come over HTTPS or from this computer only.',

  stickers: 'Stickers',
  sticker: (emoji: string | undefined, number: number) => (emoji === undefined ? `Sticker ${String(number)}` : `Sticker ${emoji}`),
  noStickers: 'No stickers yet.',
  noStickersMore: 'Pictures that you send often: add them once, and they are here.',
  manageStickers: 'Manage stickers',
  stickersNotLoaded: 'The stickers could not be loaded.',
  stickerNotSent: 'The sticker was not sent.',

  locationTitle: 'Send a location',
  locationLead: (name: string) => `${name} sees it on a map.`,
  place: 'Map link or coordinates',
  placeHint: 'Paste a link from OpenStreetMap, Google Maps or Apple Maps, or type 59.3293, 18.0686.',
  placeUnknown: 'There are no coordinates in this. Open the place on a map, and copy the address of that page.',
  placeShort: 'Short links do not say where they lead. Open it, and copy the address of that page.',
  found: (latitude: number, longitude: number) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  placeName: 'Name',
  placeNameHint: 'What the customer reads beside the map.',
  placeNamePlaceholder: 'Our shop',
  recentPlaces: 'Sent before',
  sendLocation: 'Send location',
  cancelLocation: 'Cancel',
  locationNotSent: 'The location was not sent.',
} as const;

/** What became of an upload that did not work, and whether trying again may help. */
export function uploadProblem(error: unknown): { readonly problem: string; readonly canRetry: boolean } {
  if (error instanceof ContractError) return { problem: error.message, canRetry: error.code !== 'file_refused' };
  return { problem: 'It could not be uploaded: Counterbell does not answer at the moment.', canRetry: true };
}

/** What is known of an attachment, in a line: "Photo", "1600 × 1200", "1.4 MB". */
export function detailWords({ sentAs, nature, size, width, height, duration }: Attachment, durationWords: (seconds: number) => string, takes: boolean): readonly string[] {
  return [
    kindNames[nature],
    duration === undefined ? undefined : durationWords(duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    sizeWords(size),
    sentAs !== nature ? attachWords.asFile : undefined,
    takes ? undefined : attachWords.asLink,
  ].filter((detail) => detail !== undefined);
}

/** What the tray as a whole says to who cannot see it. */
export function trayWords(list: readonly Attachment[]): string {
  const ready = list.filter(({ progress }) => progress.at === 'ready').length;
  const failed = list.filter(({ progress }) => progress.at === 'failed').length;
  const files = list.length === 1 ? '1 attachment' : `${String(list.length)} attachments`;
  if (failed > 0) return `${files}, ${String(failed)} failed`;
  return ready === list.length ? `${files}, ready` : `${files}, uploading`;
}
