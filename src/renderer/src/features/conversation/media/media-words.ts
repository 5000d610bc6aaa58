import type { MediaState } from '#shared/contract/media.ts';
import { kindNames } from '#shared/domain/last-words.ts';
import { sizeWords } from '../words.ts';

type Refused = Extract<MediaState, { state: 'refused' }>;
type Kind = keyof typeof kindNames;

/** What the conversation says of photos, voices and files. */
export const mediaWords = {
  /** a photo as a button */
  viewLarger: (name: string) => `${name}, view larger`,
  view: 'View',
  photos: (count: number) => `${String(count)} photos`,
  more: (count: number) => `+${String(count)}`,
  moreOf: (count: number) => `${String(count)} more photos`,
  getting: 'Getting it',
  gotten: (received: number, total: number | undefined) => (total === undefined ? sizeWords(received) : `${sizeWords(received)} of ${sizeWords(total)}`),
  /** "Get photo, 24 MB" */
  get: (kind: Kind, size: number | undefined) => `Get ${kindNames[kind].toLowerCase()}${size === undefined ? '' : `, ${sizeWords(size)}`}`,
  tryAgain: 'Try again',
  save: 'Save',
  saveNamed: (name: string) => `Save ${name}`,
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  openFailed: 'The file could not be opened.',
  play: (name: string) => `Play ${name}`,
  pause: (name: string) => `Pause ${name}`,
  position: (name: string) => `Position in ${name}`,
  positionOf: (at: string, length: string) => `${at} of ${length}`,
  speed: (speed: number) => `${String(speed)}×`,
  speedLabel: (speed: number) => `Speed: ${String(speed)}×`,
  cannotPlay: 'This computer cannot play it.',
  video: (name: string) => `Video ${name}`,
  runs: (name: string) => `Save ${name}?`,
  opensRunning: (name: string) => `Open ${name}?`,
  runsMore: 'It can run as a program and change things on this computer.',
  runsAdvice: 'Go on only if you know who sent it, and why.',
  map: (coordinates: string) => `Map of where ${coordinates} is`,
  openMap: 'Open in maps',
} as const;

/** What the large view says. */
export const viewerWords = {
  title: 'Photo',
  close: 'Close',
  previous: 'Previous photo',
  next: 'Next photo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Fit to window',
  percent: (scale: number) => `${String(Math.round(scale * 100))}%`,
  place: (index: number, count: number) => `${String(index)} of ${String(count)}`,
  stage: 'Photo. Arrows go from one to the next; plus and minus zoom.',
} as const;

/** Why a file is not shown. */
export function refusalWords({ reason, status }: Pick<Refused, 'reason' | 'status'>): string {
  switch (reason) {
    case 'forbidden_address':
      return 'Not shown: it lies at a private address.';
    case 'unreachable':
      return 'Not shown: the server that has it does not answer.';
    case 'timeout':
      return 'Not shown: it took too long to arrive.';
    case 'status':
      return status === 404 || status === 410 ? 'Not shown: it is not there any more.' : `Not shown: the server that has it refused${status === undefined ? '' : ` (status ${String(status)})`}.`;
    case 'redirects':
      return 'Not shown: its address leads on and on to others.';
    case 'too_large':
      return 'Not shown: it is larger than the settings allow.';
    case 'wrong_type':
      return 'Not shown: the settings allow no files of this kind.';
    case 'too_many_pixels':
      return 'Not shown: the picture is too large to open safely.';
    case 'broken':
      return 'Not shown: the file is broken.';
    case 'no_space':
      return 'Not shown: there is no room for it on the disk.';
    case 'expired':
      return 'Not kept any more: its time is over.';
  }
}
