import { insertText } from '#shared/domain/typing.ts';
import { cn } from './class-names.ts';

/** The fields used of a key event, the document's or React's. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Recognizes a Mac, where Cmd takes the place of Ctrl. */
function isMac(userAgent: string = navigator.userAgent): boolean {
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

/** Arrow keys move between a screen's search field and its results (`data-result`). */
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

export function searchField(screen: HTMLElement): HTMLInputElement | null {
  return screen.querySelector<HTMLInputElement>('input[type="search"]');
}

/** Puts a text in the place of what is selected in a field, as if typed. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  insertText(field, text, field.selectionStart, field.selectionEnd);
}

/** A label with its shortcut: "Close (E)". */
export function withKey(words: string, keys: string | undefined): string {
  if (keys === undefined) return words;
  return `${words} (${shownParts(keys).join('+')})`;
}

/** A shortcut such as `Ctrl+K`; `Mod` is Ctrl, or Cmd on a Mac. */
export function Kbd({ keys, className }: { readonly keys: string; readonly className?: string }) {
  return (
    <kbd className={cn('inline-flex gap-0.5 font-sans text-meta', className, 'border-0 bg-transparent')}>
      {shownParts(keys).map((part) => (
        <span
          key={part}
          className={cn(
            'min-w-4 rounded-sm border border-edge bg-sunken px-1 text-center text-[11px] leading-4 text-ink-quiet',
            className,
          )}
        >
          {part}
        </span>
      ))}
    </kbd>
  );
}

function shownParts(keys: string): readonly string[] {
  if (!isMac()) return keys.split('+').map((key) => (key === 'Mod' ? 'Ctrl' : key));
  // Option with a letter alone types a character.
  const pressed = /^Alt\+.$/u.test(keys) ? `Mod+${keys}` : keys;
  return pressed.split('+').map((key) => (key === 'Mod' ? '⌘' : key === 'Alt' ? '⌥' : key));
}
