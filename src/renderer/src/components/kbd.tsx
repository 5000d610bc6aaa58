import { cn } from './class-names.ts';
import { isMac } from './keys.ts';

/** Words with the key that does it: "Close (E)". */
export function withKey(words: string, keys: string | undefined): string {
  if (keys === undefined) return words;
  const parts = keys.split('+').map((key) => shownPart(key, isMac()));
  return `${words} (${parts.join('+')})`;
}

/** Keys to press, such as `Ctrl+K`; `Mod` is Ctrl, or Cmd on a Mac. */
export function Kbd({ keys, className }: { readonly keys: string; readonly className?: string }) {
  const mac = isMac();
  return (
    <kbd className={cn('inline-flex gap-0.5 font-sans text-meta', className, 'border-0 bg-transparent')}>
      {keys.split('+').map((key) => (
        <span
          key={key}
          className={cn(
            'min-w-4 rounded-sm border border-edge bg-sunken px-1 text-center text-[11px] leading-4 text-ink-quiet',
            className,
          )}
        >
          {shownPart(key, mac)}
        </span>
      ))}
    </kbd>
  );
}

function shownPart(key: string, mac: boolean): string {
  if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
  return key === 'Alt' && mac ? '⌥' : key;
}
