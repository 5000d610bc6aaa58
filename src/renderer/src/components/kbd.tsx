import { cn } from './class-names.ts';
import { isMac } from './keys.ts';

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
