import { cn } from './class-names.ts';

/** Keys to press, such as `Ctrl+K`; `Mod` is Ctrl, or Cmd on a Mac. */
export function Kbd({ keys, className }: { readonly keys: string; readonly className?: string }) {
  const mac = navigator.userAgent.includes('Mac');
  return (
    <kbd className={cn('inline-flex gap-0.5 font-sans text-meta', className, 'border-0 bg-transparent')}>
      {keys.split('+').map((key) => (
        <span key={key} className={cn('min-w-4 rounded-sm border border-edge bg-sunken px-1 text-center text-[11px] leading-4 text-ink-quiet', className)}>
          {key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key}
        </span>
      ))}
    </kbd>
  );
}
