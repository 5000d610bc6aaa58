import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Key, nameOfKey, isCovered, isTextField } from './keys.ts';
import { createProvided } from './provided.ts';

/** Scope of a command's keys: the whole console, a chat list, an open chat, the composer, or the reply window. */
export type CommandScope = 'everywhere' | 'list' | 'chat' | 'writing' | 'replyWindow';

interface CommandRow {
  readonly scope: CommandScope;
  /** as `nameOfKey` writes them; empty for palette-only commands */
  readonly keys: readonly string[];
}

/**
 * Every command with a shortcut or a place in the palette; the key listener and the lists of shortcuts read this table.
 * Single-character shortcuts never change a chat.
 */
export const commandTable = {
  palette: { scope: 'everywhere', keys: ['Mod+k'] },
  shortcuts: { scope: 'everywhere', keys: ['?', 'Mod+/'] },
  search: { scope: 'everywhere', keys: ['/', 'Alt+s'] },
  presence: { scope: 'everywhere', keys: ['Alt+p'] },
  signOut: { scope: 'everywhere', keys: [] },
  nextChat: { scope: 'list', keys: ['Alt+ArrowDown'] },
  previousChat: { scope: 'list', keys: ['Alt+ArrowUp'] },
  nextRow: { scope: 'list', keys: ['j'] },
  previousRow: { scope: 'list', keys: ['k'] },
  openRow: { scope: 'list', keys: ['Enter'] },
  selectRows: { scope: 'list', keys: ['Shift+ArrowDown', 'Shift+ArrowUp'] },
  reply: { scope: 'chat', keys: ['Alt+r'] },
  note: { scope: 'chat', keys: ['Alt+n'] },
  quote: { scope: 'chat', keys: ['Alt+q'] },
  attachFiles: { scope: 'chat', keys: [] },
  recordVoice: { scope: 'chat', keys: [] },
  sendLocation: { scope: 'chat', keys: [] },
  take: { scope: 'chat', keys: ['Alt+t'] },
  takeOver: { scope: 'chat', keys: [] },
  assign: { scope: 'chat', keys: ['Alt+a'] },
  returnToBot: { scope: 'chat', keys: ['Alt+b'] },
  askForRating: { scope: 'chat', keys: [] },
  transcript: { scope: 'chat', keys: [] },
  snooze: { scope: 'chat', keys: ['Alt+z'] },
  sendLater: { scope: 'chat', keys: ['Alt+l'] },
  close: { scope: 'chat', keys: ['Alt+c'] },
  reopen: { scope: 'chat', keys: [] },
  begin: { scope: 'chat', keys: [] },
  tags: { scope: 'chat', keys: [] },
  contact: { scope: 'chat', keys: [] },
  blockCustomer: { scope: 'chat', keys: [] },
  unblockCustomer: { scope: 'chat', keys: [] },
  mergeContacts: { scope: 'chat', keys: [] },
  inspector: { scope: 'chat', keys: [] },
  send: { scope: 'writing', keys: ['Enter'] },
  newLine: { scope: 'writing', keys: ['Shift+Enter'] },
  sendAndClose: { scope: 'writing', keys: ['Mod+Enter'] },
  savedReplies: { scope: 'writing', keys: ['/'] },
  nextWaiting: { scope: 'replyWindow', keys: ['Alt+ArrowDown', 'Mod+j'] },
  previousWaiting: { scope: 'replyWindow', keys: ['Alt+ArrowUp'] },
  openInWindow: { scope: 'replyWindow', keys: ['Mod+o'] },
  closeReplyWindow: { scope: 'replyWindow', keys: ['Escape'] },
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

const [CollectedProvider, useCollected] = createProvided<Commands>('CommandsProvider');

/** Collects the commands of the window's parts and runs them on their keys; once per window. */
export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [commands] = useState(collectOffers);
  useEffect(() => listenForKeys(document, commands), [commands]);
  return <CollectedProvider value={commands}>{children}</CollectedProvider>;
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
    const named = commandNames.filter((command) => command in offered && keysOf(command).includes(pressed));
    const name = named.find((command) => offered[command] !== undefined) ?? named[0];
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    if (name === undefined || isCovered(page) || (!hasModifier && isTextField(event.target))) return;
    event.preventDefault();
    offered[name]?.();
  };
  // On the document, to come before listeners on the window.
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}
