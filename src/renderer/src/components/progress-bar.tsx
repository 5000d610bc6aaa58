import { cn } from './class-names.ts';

/** How much is done, from 0 to 1; without a number, that something is under way. */
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
