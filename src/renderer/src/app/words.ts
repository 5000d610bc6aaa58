import { app } from '#shared/words/en/app.ts';
import { listWords, numberWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('app', app);

/** What the frame around the screens says. */
export const words = {
  inbox: say('inbox'),
  inboxWaiting: (count: number) => say('inboxWaiting', { count, waiting: atMost99(count) }),
  title: (waiting: number) => (waiting === 0 ? 'Counterbell' : `(${numberWords(waiting)}) Counterbell`),
  titleCall: (waiting: number) => say('titleCall', { count: waiting }),
  search: say('search'),
  ratings: say('ratings'),
  reports: say('reports'),
  settings: say('settings'),
  mainMenu: say('mainMenu'),
  testCustomer: say('testCustomer'),
  testCustomerOf: (channelName: string) => say('testCustomerOf', { channelName }),
  noChannel: say('noChannel'),
  online: say('online'),
  onlineHint: say('onlineHint'),
  away: say('away'),
  awayHint: say('awayHint'),
  presenceNow: (name: string, presence: string) => say('presenceNow', { name, presence }),
  signOut: say('signOut'),
  signOutFailed: say('signOutFailed'),
  presenceFailed: say('presenceFailed'),
  keyboardShortcuts: say('keyboardShortcuts'),
  nowOnline: say('nowOnline'),
  nowAway: say('nowAway'),
  connectionLost: say('connectionLost'),
  connectionLostMore: say('connectionLostMore'),
  settingsSetAside: say('settingsSetAside'),
  settingsSetAsideMore: (place: string) => say('settingsSetAsideMore', { place }),
  whileAway: say('whileAway'),
  showWaiting: say('showWaiting'),
  showMine: say('showMine'),
  dismiss: say('dismiss'),
  databaseNewer: say('databaseNewer'),
  databaseNewerMore: say('databaseNewerMore'),
  neverAnswered: say('neverAnswered'),
  tryAgain: say('tryAgain'),
  tryOnceMore: say('tryOnceMore'),
  resizeList: say('resizeList'),
  contactOf: say('contactOf'),
  inspectorOf: say('inspectorOf'),
  chooseChat: say('chooseChat'),
  chooseChatMore: say('chooseChatMore'),
  chooseChatOnly: say('chooseChatOnly'),
  notFound: say('notFound'),
  toInbox: say('toInbox'),
} as const;

/** Above everything, while a secret could not be read at the start. */
export const lostSecretWords = {
  channels: (names: readonly string[]) =>
    say(isMany(names) ? 'lostSecret.manyChannels' : 'lostSecret.channels', {
      count: names.length,
      names: listWords(names),
    }),
  channelsMore: (count: number) => say('lostSecret.channelsMore', { count }),
  toChannels: (count: number) => say('lostSecret.toChannels', { count }),
  bots: (names: readonly string[]) =>
    say(isMany(names) ? 'lostSecret.manyBots' : 'lostSecret.bots', { count: names.length, names: listWords(names) }),
  botsMore: (count: number) => say('lostSecret.botsMore', { count }),
  toBots: (count: number) => say('lostSecret.toBots', { count }),
  tunnel: say('lostSecret.tunnel'),
  tunnelMore: say('lostSecret.tunnelMore'),
  toTunnel: say('lostSecret.toTunnel'),
} as const;

/** One, two or three are named; of more their number is said. */
function isMany(names: readonly string[]): boolean {
  return names.length > 3;
}

function atMost99(count: number): string {
  return count > 99 ? `${numberWords(99)}+` : numberWords(count);
}

/** What the small reply window says. */
export const replyWords = {
  title: say('reply.title'),
  titleOf: (customer: string) => say('reply.titleOf', { customer }),
  visitor: say('reply.visitor'),
  next: (others: number) => say('reply.next', { count: others }),
  more: (others: number) => say('reply.more', { count: others, others: atMost99(others) }),
  open: say('reply.open'),
  close: say('reply.close'),
  nobody: say('reply.nobody'),
  notLoaded: say('reply.notLoaded'),
} as const;

/** How the palette names where one can go, and what can be set. */
export const placeWords = {
  list: (name: string) => say('place.list', { name }),
  listAlso: say('place.listAlso'),
  section: (name: string) => say('place.section', { name }),
  check: say('place.check'),
  checkAlso: say('place.checkAlso'),
  backup: say('place.backup'),
  backupAlso: say('place.backupAlso'),
  ratingsAlso: say('place.ratingsAlso'),
  reportsAlso: say('place.reportsAlso'),
  openChat: say('place.openChat'),
  testAlso: say('place.testAlso'),
  theme: (name: string) => say('place.theme', { name }),
  themeAlso: say('place.themeAlso'),
  density: (name: string) => say('place.density', { name }),
  keysOff: say('place.keysOff'),
  keysOn: say('place.keysOn'),
  keysAlso: say('place.keysAlso'),
  /** by what one is now */
  presence: {
    online: {
      label: say('place.presence.online.label'),
      hint: say('place.presence.online.hint'),
      also: say('place.presence.online.also'),
    },
    away: {
      label: say('place.presence.away.label'),
      hint: say('place.presence.away.hint'),
      also: say('place.presence.away.also'),
    },
  },
} as const;

/** When a colleague gives this operator a chat. */
export const assignedWords = {
  given: (operatorName: string, customerName: string) => say('assigned.given', { operatorName, customerName }),
  open: say('assigned.open'),
} as const;

/** Working hours, wherever one is. */
export const hoursWords = {
  oneClosed: (channelName: string, state: string) => say('hours.oneClosed', { channelName, state }),
  someClosed: (count: number) => say('hours.someClosed', { count }),
  closedMore: say('hours.closedMore'),
  nobody: say('hours.nobody'),
  nobodyMore: say('hours.nobodyMore'),
  goOnline: say('hours.goOnline'),
} as const;
