import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#renderer/components/class-names.ts';

interface FoldingRowProps {
  /** what the line shows */
  readonly line: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** what is below it once it is pressed */
  readonly children: ReactNode;
}

/** One thing of a list: a line, and its fields once it is pressed. */
export function FoldingRow({ line, isOpen, onToggle, children }: FoldingRowProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        {line}
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 text-ink-quiet transition-transform', isOpen && 'unfolded')}
        />
      </button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-4 border-t px-4 py-4">
          {children}
        </div>
      )}
    </>
  );
}
