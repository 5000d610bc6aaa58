/** What is read of a key event, the document's or React's. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether this is a Mac, where Cmd is pressed instead of Ctrl. */
export function isMac(userAgent: string = navigator.userAgent): boolean {
  return userAgent.includes('Mac');
}

/**
 * The name of what is pressed: `j`, `?`, `ArrowDown`, `Alt+t`, `Mod+Enter`, `Shift+Enter`. `Mod` is Ctrl, or Cmd on a Mac,
 * whose Ctrl moves the text cursor and is not ours. Option alone writes signs there, so `Alt` with a letter is Option and Cmd.
 */
export function nameOfKey(pressed: Key, onMac: boolean = isMac()): string {
  const { ctrlKey, metaKey, shiftKey } = pressed;
  const key = plainKey(pressed);
  if (onMac && pressed.altKey && key.length === 1) return metaKey ? `Alt+${key}` : pressed.key;
  const { altKey } = pressed;
  // A sign such as ? needs Shift on some keyboards and not on others.
  const isSign = key.length === 1 && !/[a-z]/i.test(key);
  const modifiers = [
    ctrlKey && onMac && 'Ctrl+',
    metaKey && !onMac && 'Meta+',
    altKey && 'Alt+',
    (onMac ? metaKey : ctrlKey) && 'Mod+',
    shiftKey && !isSign && 'Shift+',
  ];
  return modifiers.filter(Boolean).join('') + key;
}

/** Whether a key goes into a text field. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** Whether a dialog or menu stands over the page; one that is just going does not count. */
export function isCovered(page: Document): boolean {
  return page.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed])') !== null;
}

/** A letter alone is what it writes. With a modifier it is the letter as on a Latin keyboard, so that these work with every layout. */
function plainKey({ key, code, altKey, ctrlKey, metaKey }: Key): string {
  if (key.length !== 1) return key;
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  const letter = altKey || ctrlKey || metaKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter?.toLowerCase() ?? key;
}

/** Arrows go from the search field of a screen through its results (`data-result`) and back. */
export function moveAmongResults(screen: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const field = searchField(screen);
  const results = [...screen.querySelectorAll<HTMLElement>('[data-result]')];
  const at = results.findIndex((result) => result === event.target);
  if (at < 0 && event.target !== field) return;
  const next = at + step < 0 ? field : results[at + step];
  if (next == null) return;
  event.preventDefault();
  next.focus();
}

/** The field of a screen whose words narrow what it shows. */
export function searchField(screen: HTMLElement): HTMLInputElement | null {
  return screen.querySelector<HTMLInputElement>('input[type="search"]');
}
