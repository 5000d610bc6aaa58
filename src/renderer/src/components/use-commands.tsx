import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useAppearance } from './appearance.ts';
import { type CommandName, commandNames, keysOf, shownKey } from './command-table.ts';
import { isCovered, isTextField, nameOfKey } from './keys.ts';

/** What can be done now, by name; undefined where a part of the window knows a command that cannot be done. */
export type Offers = Readonly<Partial<Record<CommandName, (() => void) | undefined>>>;

interface Commands {
  /** returns how to take the offers back */
  readonly offer: (offers: () => Offers) => () => void;
  readonly offered: () => Offers;
}

const CommandsContext = createContext<Commands | undefined>(undefined);

/** Collects what the parts of the window offer, and does it when its key is pressed; once in a window. */
export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [commands] = useState(collectOffers);
  useEffect(() => listenForKeys(document, commands), [commands]);
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

/** Offers commands while the part is shown: to their keys, and to the palette. Those of the palette rest while a dialog or menu is open, letters also while somebody writes. */
export function useCommands(offers: Offers): void {
  const { offer } = useCollected();
  const latest = useRef(offers);
  useEffect(() => {
    latest.current = offers;
  });
  useEffect(() => offer(() => latest.current), [offer]);
}

/** What the whole window offers, read anew at each call. */
export function useOffered(): () => Offers {
  return useCollected().offered;
}

/** The first key of a command as it is shown, where it has one that is in use: `T`. */
export function useShownKey(name: CommandName): string | undefined {
  const characterKeys = useAppearance((appearance) => appearance.characterKeys);
  const [first] = keysOf(name, characterKeys);
  return first === undefined ? undefined : shownKey(first);
}

function useCollected(): Commands {
  const commands = useContext(CommandsContext);
  if (commands === undefined) throw new Error('CommandsProvider is missing above this component');
  return commands;
}

function collectOffers(): Commands {
  const all = new Set<() => Offers>();
  return {
    offer: (offers) => {
      all.add(offers);
      return () => void all.delete(offers);
    },
    offered: () => Object.assign({}, ...[...all].map((offers) => offers())) as Offers,
  };
}

function listenForKeys(page: Document, commands: Commands): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const pressed = nameOfKey(event);
    // Where there is something to write in, a letter or sign alone is what somebody writes, except in a list.
    if (pressed.length === 1 && !isInList(event.target) && page.querySelector('[data-composer]') !== null) return;
    const { characterKeys } = useAppearance.getState();
    const offered = commands.offered();
    // What cannot be done now takes its key all the same: else the browser would.
    const named = commandNames.filter((each) => each in offered && keysOf(each, characterKeys).includes(pressed));
    const name = named.find((each) => offered[each] !== undefined) ?? named[0];
    if (name === undefined || isBusy(page, event)) return;
    event.preventDefault();
    offered[name]?.();
  };
  // On the document, so before whatever else listens on the window.
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}

function isInList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="listbox"]') !== null;
}

function isBusy(page: Document, event: KeyboardEvent): boolean {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
  if (!hasModifier && isTextField(event.target)) return true;
  return isCovered(page);
}
