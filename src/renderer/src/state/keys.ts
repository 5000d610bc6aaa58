/** The fields used of a key event, the document's or React's. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Recognizes a Mac, where Cmd takes the place of Ctrl. */
export function isMac(userAgent: string = navigator.userAgent): boolean {
  return userAgent.includes('Mac');
}

/**
 * Name of a key event: `j`, `?`, `ArrowDown`, `Alt+t`, `Mod+Enter`. `Mod` is Ctrl, or Cmd on a Mac, whose Ctrl moves
 * the text cursor. Option alone types characters there, so `Alt` with a letter is Option and Cmd.
 */
export function nameOfKey(pressed: Key, onMac: boolean = isMac()): string {
  const { ctrlKey, metaKey, shiftKey } = pressed;
  const key = plainKey(pressed);
  if (onMac && pressed.altKey && key.length === 1) return metaKey ? `Alt+${key}` : pressed.key;
  const { altKey } = pressed;
  // Whether ? needs Shift depends on the keyboard layout.
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

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** True while a dialog or menu is open over the page; closing ones do not count. */
export function isCovered(page: Document): boolean {
  return page.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed])') !== null;
}

/** The typed character; with modifiers the Latin letter of the key, so that shortcuts work on any layout. */
function plainKey({ key, code, altKey, ctrlKey, metaKey }: Key): string {
  if (key.length !== 1) return key;
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  const letter = altKey || ctrlKey || metaKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter?.toLowerCase() ?? key;
}
