import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from './class-names.ts';

interface DetailsProps {
  readonly summary: string;
  /** accessible name of the summary, if several on a screen have the same text */
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A small line that expands to details, which are rendered while it is open. */
export function Details({ summary, label, className, children }: DetailsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cn('group/details min-w-0 text-meta', className)}
    >
      <summary
        aria-label={label}
        className="-mx-1 flex w-fit cursor-default list-none items-center gap-1 rounded-sm px-1 py-1 text-ink-quiet hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/details:unfolded" />
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}
