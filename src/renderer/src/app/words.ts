/** What the frame around the screens says. */
export const words = {
  inbox: 'Inbox',
  inboxUnread: (count: number) => `Inbox, ${count > 99 ? '99+' : String(count)} unread`,
  title: (unread: number) => (unread === 0 ? 'Counterbell' : `(${String(unread)}) Counterbell`),
  ratings: 'Ratings',
  settings: 'Settings',
  mainMenu: 'Main menu',
  testCustomer: 'Test customer',
  testCustomerOf: (channelName: string) => `Test customer of ${channelName}`,
  noChannel: 'Add a channel first',
  online: 'Online',
  onlineHint: 'Customers see that somebody is here.',
  away: 'Away',
  awayHint: 'Customers see that nobody is here.',
  presenceNow: (name: string, presence: string) => `${name}: ${presence}. Change presence`,
  signOut: 'Sign out',
  signOutFailed: 'You could not be signed out.',
  presenceFailed: 'Your presence could not be changed.',
  keyboardShortcuts: 'Keyboard shortcuts',
  nowOnline: 'You are online.',
  nowAway: 'You are away.',
  connectionLost: 'Counterbell is not answering.',
  connectionLostMore: 'It reconnects by itself, and what customers write meanwhile will be here.',
  settingsSetAside: 'The settings could not be read.',
  settingsSetAsideMore: (place: string) =>
    `Counterbell began new ones: websites and apps cannot write until their channels are set up again. Conversations are safe. The old file is kept at ${place}.`,
  whileAway: 'While this computer slept:',
  showWaiting: 'Show Waiting',
  showMine: 'Show my chats',
  dismiss: 'Dismiss',
  databaseNewer: 'These conversations were last opened by a newer Counterbell.',
  databaseNewerMore: 'You can read them, but nothing new is accepted. Install the newer version to go on.',
  neverAnswered: 'It may be starting, or stopped. This page goes on trying by itself.',
  tryAgain: 'Try again now',
  tryOnceMore: 'Try again',
  somethingBroke: 'Something in this window went wrong.',
  somethingBrokeMore: 'Your conversations are safe. Open the window anew to go on.',
  reload: 'Open anew',
  resizeList: 'Width of the list',
  contactOf: 'Contact',
  inspectorOf: 'Bot inspector',
  chooseChat: 'No chat is open.',
  chooseChatMore: 'Choose one from the list, or press J and Enter.',
  chooseChatOnly: 'Choose one from the list.',
  notFound: 'There is nothing here.',
  toInbox: 'Go to the inbox',
} as const;

/** Above everything, while a secret could not be read at the start. */
export const lostSecretWords = {
  channels: (names: readonly string[]) => `Customers cannot write through ${fewNames(names, 'channels')}.`,
  channelsMore: (count: number) => (count === 1 ? 'The secret part of its address can no longer be read.' : 'The secret parts of their addresses can no longer be read.'),
  toChannels: (count: number) => (count === 1 ? 'Restore the address' : 'Restore the addresses'),
  bots: (names: readonly string[]) => `${fewNames(names, 'bots')} ${names.length === 1 ? 'does' : 'do'} not answer.`,
  botsMore: (count: number) => `${count === 1 ? 'Its token' : 'Their tokens'} can no longer be read, so ${count === 1 ? 'its' : 'their'} customers are in the waiting list.`,
  toBots: (count: number) => (count === 1 ? 'Give it its token again' : 'Give them their tokens again'),
} as const;

/** One, two or three by name; more by their number. */
function fewNames(names: readonly string[], kind: string): string {
  if (names.length > 3) return `${String(names.length)} ${kind}`;
  const last = names.at(-1) ?? '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** What the small reply window says. */
export const replyWords = {
  title: 'Reply',
  titleOf: (customer: string) => `Reply to ${customer}`,
  visitor: 'Visitor',
  next: (others: number) => `Next waiting chat, ${String(others)} more`,
  more: (others: number) => (others > 99 ? '99+ more' : `${String(others)} more`),
  open: 'Open in Counterbell',
  close: 'Close',
  nobody: 'Nobody is waiting.',
  notLoaded: 'The chats could not be loaded.',
} as const;

/** How the palette names where one can go, and what can be set. */
export const placeWords = {
  list: (name: string) => `Inbox: ${name}`,
  listAlso: 'go chats list',
  section: (name: string) => `Settings: ${name}`,
  check: 'Settings: Check everything',
  checkAlso: 'doctor test connection problem',
  ratingsAlso: 'go stars',
  openChat: 'open chat',
  testAlso: 'try open',
  theme: (name: string) => `Theme: ${name}`,
  themeAlso: 'mode colours',
  density: (name: string) => `Inbox rows: ${name}`,
  keysOff: 'Switch single-letter shortcuts off',
  keysOn: 'Switch single-letter shortcuts on',
  keysAlso: 'keyboard keys',
  /** by what one is now */
  presence: {
    online: { label: 'Set yourself away', hint: 'Customers see that nobody is here.', also: 'presence status offline pause' },
    away: { label: 'Go online', hint: 'Customers see that somebody is here.', also: 'presence status available' },
  },
} as const;
