import { reachNotice } from '#shared/words/en/reach-notice.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('reachNotice', reachNotice);

/** What is said above everything. */
export const noticeWords = {
  openConnection: say('notice.openConnection'),
  moved: say('notice.moved'),
  before: say('notice.before'),
  now: say('notice.now'),
  movedMore: say('notice.movedMore'),
  showAddresses: say('notice.showAddresses'),
  told: say('notice.told'),
  movedPort: (from: number, to: number) => say('notice.movedPort', { from: String(from), to: String(to) }),
  movedPortMore: (from: number, to: number) => say('notice.movedPortMore', { from: String(from), to: String(to) }),
  understood: say('notice.understood'),
  endingMore: say('notice.endingMore'),
  flood: (channel: string) => say('notice.flood', { channel }),
  floodMore: (count: number, since: string) => say('notice.floodMore', { count, since }),
  floodLimits: say('notice.floodLimits'),
  floodClear: say('notice.floodClear'),
  onlyHere: say('notice.onlyHere'),
  onlyHereMore: say('notice.onlyHereMore'),
  onlyNetwork: say('notice.onlyNetwork'),
  onlyNetworkMore: say('notice.onlyNetworkMore'),
  broken: say('notice.broken'),
  brokenMore: say('notice.brokenMore'),
  connection: say('notice.connection'),
} as const;
