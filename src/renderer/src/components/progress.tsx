import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** A spinner, silent to screen readers: put text beside it. */
export function Spinner({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />;
}

/** A placeholder for loading content, shown after 200 ms. Give it the size of the content. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden className={cn('appear-late h-4 overflow-hidden rounded-sm', className)}>
      <div className="breathe size-full bg-hover" />
    </div>
  );
}

/** Placeholders of rows that load. */
export function RowsSkeleton({ label, rows = 3, className = 'h-14' }: RowsSkeletonProps) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_none, row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}

interface RowsSkeletonProps {
  readonly label: string;
  readonly rows?: number;
  /** of a row: its height */
  readonly className?: string;
}

/** Progress from 0 to 1; indeterminate without a value. */
export function ProgressBar({
  label,
  part,
  className,
}: {
  readonly label: string;
  readonly part: number | undefined;
  readonly className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === undefined ? undefined : Math.floor(part * 100)}
      className={cn('h-1.5 w-full overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={cn(
          'h-full rounded-full bg-accent transition-[width] duration-enter',
          part === undefined && 'animate-pulse motion-reduce:animate-none',
        )}
        style={{ width: `${String(part === undefined ? 100 : part * 100)}%` }}
      />
    </div>
  );
}
