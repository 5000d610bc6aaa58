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
  inReplyWindow: 'In the reply window',
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

export interface ShortcutLine {
  readonly keys: readonly string[];
  readonly does: string;
}

export const shortcutLines: readonly ShortcutLine[] = [
  { keys: ['J', 'K'], does: 'Next and previous chat in the list (or the arrow keys)' },
  { keys: ['Enter'], does: 'Open the chat' },
  { keys: ['Alt+↓', 'Alt+↑'], does: 'Open the next or previous chat at once' },
  { keys: ['R'], does: 'Write a reply (or just start to type)' },
  { keys: ['Enter'], does: 'Send' },
  { keys: ['Shift+Enter'], does: 'New line' },
  { keys: ['Mod+Enter'], does: 'Send and close the chat' },
  { keys: ['T'], does: 'Take the chat, from the queue or from a bot' },
  { keys: ['B'], does: 'Give the chat back to the bot' },
  { keys: ['E'], does: 'Close the chat' },
  { keys: ['?'], does: 'This list' },
];

/** Keys of the small reply window, which only the desktop app opens by itself. */
export const replyShortcutLines: readonly ShortcutLine[] = [
  { keys: ['Alt+↓', 'Mod+J'], does: 'Next waiting chat' },
  { keys: ['Mod+O'], does: 'Open the chat in this window' },
  { keys: ['Esc'], does: 'Close it; what you wrote stays' },
];
