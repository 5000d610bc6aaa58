import { useEffect, useRef } from 'react';

/** What to do by key: `j`, `?`, `ArrowDown`, `Alt+ArrowUp`, `Mod+Enter` (`Mod` is Ctrl, or Cmd on a Mac). */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keys for the whole window. Those without a modifier rest while somebody writes, or a dialog or menu is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const action = latest.current[nameOf(event)];
      if (action === undefined || isBusy(event)) return;
      event.preventDefault();
      action(event);
    };
    // On the document, so before whatever else listens on the window.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether a key goes into a text field. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

function isBusy(event: KeyboardEvent): boolean {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
  if (!hasModifier && isTextField(event.target)) return true;
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

function nameOf(event: KeyboardEvent): string {
  const modifiers = [event.altKey && 'Alt+', (event.ctrlKey || event.metaKey) && 'Mod+'].filter(Boolean).join('');
  return modifiers + plainKey(event);
}

/** The letter as on a Latin keyboard, so that shortcuts work with every layout. */
function plainKey({ key, code }: KeyboardEvent): string {
  if (key.length !== 1) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return /^[\x21-\x7e]$/.test(key) ? key.toLowerCase() : (letter?.toLowerCase() ?? key);
}
