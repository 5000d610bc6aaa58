import { type Key, nameOfKey } from './keys.ts';

/** Where a command's keys work: the whole console, a chat list, an open chat, the composer, or the reply window. */
export type CommandPlace = 'everywhere' | 'list' | 'chat' | 'writing' | 'replyWindow';

interface CommandRow {
  readonly place: CommandPlace;
  /** as `nameOfKey` writes them; empty for palette-only commands */
  readonly keys: readonly string[];
}

/**
 * Every command with a shortcut or a place in the palette; the key listener and the lists of shortcuts read this table.
 * Single-character shortcuts never change a chat.
 */
export const commandTable = {
  palette: { place: 'everywhere', keys: ['Mod+k'] },
  shortcuts: { place: 'everywhere', keys: ['?', 'Mod+/'] },
  search: { place: 'everywhere', keys: ['/', 'Alt+s'] },
  presence: { place: 'everywhere', keys: ['Alt+p'] },
  signOut: { place: 'everywhere', keys: [] },
  nextChat: { place: 'list', keys: ['Alt+ArrowDown'] },
  previousChat: { place: 'list', keys: ['Alt+ArrowUp'] },
  nextRow: { place: 'list', keys: ['j'] },
  previousRow: { place: 'list', keys: ['k'] },
  openRow: { place: 'list', keys: ['Enter'] },
  selectRows: { place: 'list', keys: ['Shift+ArrowDown', 'Shift+ArrowUp'] },
  reply: { place: 'chat', keys: ['Alt+r'] },
  note: { place: 'chat', keys: ['Alt+n'] },
  quote: { place: 'chat', keys: ['Alt+q'] },
  attachFiles: { place: 'chat', keys: [] },
  recordVoice: { place: 'chat', keys: [] },
  sendLocation: { place: 'chat', keys: [] },
  take: { place: 'chat', keys: ['Alt+t'] },
  takeOver: { place: 'chat', keys: [] },
  assign: { place: 'chat', keys: ['Alt+a'] },
  returnToBot: { place: 'chat', keys: ['Alt+b'] },
  askForRating: { place: 'chat', keys: [] },
  transcript: { place: 'chat', keys: [] },
  snooze: { place: 'chat', keys: ['Alt+z'] },
  sendLater: { place: 'chat', keys: ['Alt+l'] },
  close: { place: 'chat', keys: ['Alt+c'] },
  reopen: { place: 'chat', keys: [] },
  begin: { place: 'chat', keys: [] },
  tags: { place: 'chat', keys: [] },
  contact: { place: 'chat', keys: [] },
  blockCustomer: { place: 'chat', keys: [] },
  unblockCustomer: { place: 'chat', keys: [] },
  mergeContacts: { place: 'chat', keys: [] },
  inspector: { place: 'chat', keys: [] },
  send: { place: 'writing', keys: ['Enter'] },
  newLine: { place: 'writing', keys: ['Shift+Enter'] },
  sendAndClose: { place: 'writing', keys: ['Mod+Enter'] },
  savedReplies: { place: 'writing', keys: ['/'] },
  nextWaiting: { place: 'replyWindow', keys: ['Alt+ArrowDown', 'Mod+j'] },
  previousWaiting: { place: 'replyWindow', keys: ['Alt+ArrowUp'] },
  openInWindow: { place: 'replyWindow', keys: ['Mod+o'] },
  closeReplyWindow: { place: 'replyWindow', keys: ['Escape'] },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commandTable;

/** All commands in table order. */
export const commandNames = Object.keys(commandTable) as CommandName[];

/** The keys of a command; with `withCharacters` false, without single characters. */
export function keysOf(name: CommandName, withCharacters = true): readonly string[] {
  const keys: readonly string[] = commandTable[name].keys;
  return withCharacters ? keys : keys.filter((key) => key.length > 1);
}

/** Whether a key event matches a command. */
export function isPressed(pressed: Key, name: CommandName): boolean {
  return keysOf(name).includes(nameOfKey(pressed));
}

const shownParts: Readonly<Partial<Record<string, string>>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** A shortcut as displayed: `Alt+↓`, `T`, `Mod+K`. */
export function formatKey(key: string): string {
  return key
    .split('+')
    .map((part) => shownParts[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}
