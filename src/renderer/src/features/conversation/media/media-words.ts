import type { MediaState } from '#shared/contract/media.ts';
import type { MessageKind } from '#shared/domain/last-words.ts';
import { sizeWords } from '../words.ts';
import { mediaSeen } from '#shared/words/en/media-seen.ts';
import { numberWords, percentWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('mediaSeen', mediaSeen);

type Refused = Extract<MediaState, { state: 'refused' }>;

/** What the conversation says of photos, voices and files. */
export const mediaWords = {
  /** a photo as a button */
  viewLarger: (name: string) => say('media.viewLarger', { name }),
  view: say('media.view'),
  photos: (count: number) => say('media.photos', { count }),
  more: (count: number) => `+${numberWords(count)}`,
  moreOf: (count: number) => say('media.moreOf', { count }),
  getting: say('media.getting'),
  gotten: (received: number, total: number | undefined) =>
    total === undefined
      ? sizeWords(received)
      : say('media.gotten', { received: sizeWords(received), total: sizeWords(total) }),
  /** "Get photo, 24 MB" */
  get: (kind: MessageKind, size: number | undefined) =>
    size === undefined ? say(`get.${kind}`) : say(`getSized.${kind}`, { size: sizeWords(size) }),
  tryAgain: say('media.tryAgain'),
  save: say('media.save'),
  saveNamed: (name: string) => say('media.saveNamed', { name }),
  open: say('media.open'),
  openNamed: (name: string) => say('media.openNamed', { name }),
  openFailed: say('media.openFailed'),
  play: (name: string) => say('media.play', { name }),
  pause: (name: string) => say('media.pause', { name }),
  position: (name: string) => say('media.position', { name }),
  positionOf: (at: string, length: string) => say('media.positionOf', { at, length }),
  speed: (speed: number) => say('media.speed', { speed }),
  speedLabel: (speed: number) => say('media.speedLabel', { speed }),
  cannotPlay: say('media.cannotPlay'),
  video: (name: string) => say('media.video', { name }),
  runs: (name: string) => say('media.runs', { name }),
  opensRunning: (name: string) => say('media.opensRunning', { name }),
  runsMore: say('media.runsMore'),
  opensMore: say('media.opensMore'),
  runsAdvice: say('media.runsAdvice'),
  map: (coordinates: string) => say('media.map', { coordinates }),
  openMap: say('media.openMap'),
} as const;

/** What the large view says. */
export const viewerWords = {
  title: say('viewer.title'),
  close: say('viewer.close'),
  previous: say('viewer.previous'),
  next: say('viewer.next'),
  zoomIn: say('viewer.zoomIn'),
  zoomOut: say('viewer.zoomOut'),
  zoomFit: say('viewer.zoomFit'),
  percent: (scale: number) => percentWords(scale),
  place: (index: number, count: number) => say('viewer.place', { index, total: count }),
  stage: say('viewer.stage'),
} as const;

/** Why a file is not shown. */
export function refusalWords({ reason, status }: Pick<Refused, 'reason' | 'status'>): string {
  switch (reason) {
    case 'forbidden_address':
      return say('refusal.forbiddenAddress');
    case 'unreachable':
      return say('refusal.unreachable');
    case 'timeout':
      return say('refusal.timeout');
    case 'status':
      return status === 404 || status === 410
        ? say('refusal.status.gone')
        : status === undefined
          ? say('refusal.status.noStatus')
          : say('refusal.status', { status: String(status) });
    case 'redirects':
      return say('refusal.redirects');
    case 'too_large':
      return say('refusal.tooLarge');
    case 'wrong_type':
      return say('refusal.wrongType');
    case 'too_many_pixels':
      return say('refusal.tooManyPixels');
    case 'broken':
      return say('refusal.broken');
    case 'no_space':
      return say('refusal.noSpace');
    case 'expired':
      return say('refusal.expired');
  }
}
