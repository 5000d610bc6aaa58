import { type Key, nameOfKey } from './keys.ts';

/** Where a command works: in the console's window everywhere, in its list, in an open chat, in the composer; or in the small reply window. */
export type CommandPlace = 'everywhere' | 'list' | 'chat' | 'writing' | 'replyWindow';

interface CommandRow {
  readonly place: CommandPlace;
  /** as `nameOfKey` writes them; none where it is only in the palette */
  readonly keys: readonly string[];
}

/**
 * Everything that is done by a key or from the palette; what listens for keys and what lists them both read this. A letter
 * or sign alone changes no chat.
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

/** All of them, in the order of the table. */
export const commandNames = Object.keys(commandTable) as CommandName[];

/** The keys of a command; `withCharacters` false leaves out those that are a letter or sign alone. */
export function keysOf(name: CommandName, withCharacters = true): readonly string[] {
  const keys: readonly string[] = commandTable[name].keys;
  return withCharacters ? keys : keys.filter((key) => key.length > 1);
}

/** Whether what is pressed is a command's key. */
export function isPressed(pressed: Key, name: CommandName): boolean {
  return keysOf(name).includes(nameOfKey(pressed));
}

const shownParts: Readonly<Partial<Record<string, string>>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** A key as it is shown: `Alt+↓`, `T`, `Mod+K`. */
export function shownKey(key: string): string {
  return key
    .split('+')
    .map((part) => shownParts[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}
