import type { CommandName, CommandPlace } from '#renderer/components/command-table.ts';
import type { ShownGroup } from './grouping.ts';

/** What the palette says. */
export const paletteWords = {
  title: 'Commands',
  search: 'Search commands',
  placeholder: 'What do you want to do?',
  list: 'Commands',
  none: 'Nothing of that name can be done now.',
  close: 'Close',
  found: (count: number) => `${String(count)} ${count === 1 ? 'command' : 'commands'}`,
  groups: {
    recent: 'Used last',
    chat: 'This chat',
    chats: 'Open a chat',
    go: 'Go to',
    you: 'You',
    appearance: 'Appearance',
  } satisfies Record<ShownGroup['name'], string>,
} as const;

interface CommandWords {
  readonly label: string;
  /** further words that it is found by */
  readonly also?: string;
}

/** What is in the palette while a part of the window offers it. */
export const commandWords = {
  reply: { label: 'Write a reply', also: 'answer message' },
  note: { label: 'Write a note', also: 'private internal' },
  attachFiles: { label: 'Attach files', also: 'photo picture video document send upload' },
  recordVoice: { label: 'Record a voice message', also: 'microphone audio speak' },
  sendLocation: { label: 'Send a location', also: 'place map address attach' },
  take: { label: 'Take the chat', also: 'claim assign' },
  takeOver: { label: 'Take the chat over', also: 'claim assign' },
  returnToBot: { label: 'Give the chat back to the bot', also: 'return' },
  askForRating: { label: 'Ask for a rating', also: 'stars review' },
  close: { label: 'Close the chat', also: 'end resolve finish' },
  reopen: { label: 'Open the chat again', also: 'reopen undo' },
  nextChat: { label: 'Next chat' },
  previousChat: { label: 'Previous chat' },
  contact: { label: 'Show or hide the contact', also: 'customer card details' },
  inspector: { label: 'Show or hide the bot inspector', also: 'turns' },
  presence: { label: 'Change presence', also: 'status available busy' },
  shortcuts: { label: 'Keyboard shortcuts', also: 'keys help' },
  signOut: { label: 'Sign out', also: 'log out leave' },
} as const satisfies Partial<Record<CommandName, CommandWords>>;

/** What the list of keys says. */
export const sheetWords = {
  title: 'Keyboard shortcuts',
  charactersOff: 'Keys that are a single letter or sign are switched off, in Settings > Appearance.',
  places: {
    everywhere: 'Everywhere',
    list: 'In the list',
    chat: 'In a chat',
    writing: 'While you write',
    replyWindow: 'In the reply window',
  } satisfies Record<CommandPlace, string>,
} as const;

/** Rows of the list of keys; commands that belong together share one. */
export const sheetRows: readonly { readonly commands: readonly CommandName[]; readonly does: string }[] = [
  { commands: ['palette'], does: 'Commands: find anything and do it' },
  { commands: ['shortcuts'], does: 'This list' },
  { commands: ['presence'], does: 'Go online, or be away' },
  { commands: ['nextRow', 'previousRow'], does: 'Next and previous chat (or the arrow keys)' },
  { commands: ['openRow'], does: 'Open the chat' },
  { commands: ['nextChat', 'previousChat'], does: 'Open the next or previous chat at once' },
  { commands: ['reply'], does: 'Write a reply (or just start to type)' },
  { commands: ['note'], does: 'Write a note that only operators see' },
  { commands: ['take'], does: 'Take the chat, from the queue or from a bot' },
  { commands: ['returnToBot'], does: 'Give the chat back to the bot' },
  { commands: ['close'], does: 'Close the chat' },
  { commands: ['send'], does: 'Send' },
  { commands: ['newLine'], does: 'New line' },
  { commands: ['sendAndClose'], does: 'Send and close the chat' },
  { commands: ['savedReplies'], does: 'Saved replies, at the beginning or after a space' },
  { commands: ['nextWaiting', 'previousWaiting'], does: 'Next and previous waiting chat' },
  { commands: ['openInWindow'], does: 'Open the chat in this window' },
  { commands: ['closeReplyWindow'], does: 'Close it; what you wrote stays' },
];
