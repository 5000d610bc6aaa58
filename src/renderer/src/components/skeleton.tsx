import { cn } from './class-names.ts';

/** Holds the place of what loads; shows after 200 ms. Give it the size of what comes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden className={cn('appear-late h-4 overflow-hidden rounded-sm', className)}>
      <div className="breathe size-full bg-hover" />
    </div>
  );
}
