import { ConciergeBell } from 'lucide-react';
import { cn } from './class-names.ts';

/** Counterbell's logo. Decorative. */
export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-10 shrink-0 place-items-center rounded-card bg-accent text-accent-ink [&_svg]:size-[56%]',
        className,
      )}
    >
      <ConciergeBell />
    </span>
  );
}
