import { insertText } from '#shared/domain/typing.ts';
import { isMac } from '#renderer/state/keys.ts';
import { cn } from './class-names.ts';

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
