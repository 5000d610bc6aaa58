import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Key, nameOfKey, isCovered, isTextField } from './keys.ts';

/** Scope of a command's keys: the whole console, a chat list, an open chat, the composer, or the reply window. */
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

export const commandNames = Object.keys(commandTable) as CommandName[];

/** The keys of a command. */
export function keysOf(name: CommandName): readonly string[] {
  return commandTable[name].keys;
}

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

/** Available commands by name; undefined: the part offers the command but it is not available now. */
type Offers = Readonly<Partial<Record<CommandName, (() => void) | undefined>>>;

type Commands = ReturnType<typeof collectOffers>;

const CommandsContext = createContext<Commands | undefined>(undefined);

/** Collects the commands of the window's parts and runs them on their keys; once per window. */
export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [commands] = useState(collectOffers);
  useEffect(() => listenForKeys(document, commands), [commands]);
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

/** Offers commands while mounted. Their keys pause under a dialog or menu, single characters also while typing. */
export function useCommands(offers: Offers): void {
  const { offer } = useCollected();
  const latest = useRef(offers);
  useEffect(() => {
    latest.current = offers;
  });
  useEffect(() => offer(() => latest.current), [offer]);
}

/** All commands offered in the window, evaluated at each call. */
export function useOffered(): () => Offers {
  return useCollected().offered;
}

/** The first shortcut of a command as displayed, if any: `Alt+T`. */
export function shownKeyOf(name: CommandName): string | undefined {
  const [first] = keysOf(name);
  return first === undefined ? undefined : formatKey(first);
}

function useCollected(): Commands {
  const commands = useContext(CommandsContext);
  if (commands === undefined) throw new Error('CommandsProvider is missing above this component');
  return commands;
}

function collectOffers() {
  const all = new Set<() => Offers>();
  return {
    /** returns a function that withdraws the offers */
    offer: (offers: () => Offers) => {
      all.add(offers);
      return () => void all.delete(offers);
    },
    offered: () => Object.assign({}, ...[...all].map((offers) => offers())) as Offers,
  };
}

function listenForKeys(page: Document, commands: Commands): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const pressed = nameOfKey(event);
    const isInList = event.target instanceof Element && event.target.closest('[role="listbox"]') !== null;
    // While a composer is shown, a single character is meant as text, unless a list has the focus.
    if (pressed.length === 1 && !isInList && page.querySelector('[data-composer]') !== null) return;
    const offered = commands.offered();
    // Unavailable commands still consume their key: otherwise the browser would act on it.
    const named = commandNames.filter((each) => each in offered && keysOf(each).includes(pressed));
    const name = named.find((each) => offered[each] !== undefined) ?? named[0];
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    if (name === undefined || isCovered(page) || (!hasModifier && isTextField(event.target))) return;
    event.preventDefault();
    offered[name]?.();
  };
  // On the document, to come before listeners on the window.
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}
