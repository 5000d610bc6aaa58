import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useAppearance } from './appearance.ts';
import { type CommandName, commandNames, keysOf, formatKey } from './command-table.ts';
import { isCovered, isTextField, nameOfKey } from './keys.ts';

/** Available commands by name; undefined: the part offers the command but it is not available now. */
export type Offers = Readonly<Partial<Record<CommandName, (() => void) | undefined>>>;

interface Commands {
  /** returns a function that withdraws the offers */
  readonly offer: (offers: () => Offers) => () => void;
  readonly offered: () => Offers;
}

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

/** The first active shortcut of a command as displayed, if any: `T`. */
export function useShownKey(name: CommandName): string | undefined {
  const characterKeys = useAppearance((appearance) => appearance.characterKeys);
  const [first] = keysOf(name, characterKeys);
  return first === undefined ? undefined : formatKey(first);
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
    // While a composer is shown, a single character is meant as text, unless a list has the focus.
    if (pressed.length === 1 && !isInList(event.target) && page.querySelector('[data-composer]') !== null) return;
    const { characterKeys } = useAppearance.getState();
    const offered = commands.offered();
    // Unavailable commands still consume their key: otherwise the browser would act on it.
    const named = commandNames.filter((each) => each in offered && keysOf(each, characterKeys).includes(pressed));
    const name = named.find((each) => offered[each] !== undefined) ?? named[0];
    if (name === undefined || isBusy(page, event)) return;
    event.preventDefault();
    offered[name]?.();
  };
  // On the document, to come before listeners on the window.
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
