import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface DrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** accessible name; the content shows its own heading and close button */
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A pane over the edge of the window, for narrow windows. */
export function Drawer({ open, onOpenChange, title, className, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-enter data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={cn(
            'fixed inset-y-0 end-0 z-40 flex w-[min(320px,calc(100vw-48px))] flex-col border-s bg-raised shadow-float transition-transform duration-enter rtl:[--way:-1] [--way:1] data-ending-style:translate-x-[calc(100%*var(--way))] data-starting-style:translate-x-[calc(100%*var(--way))]',
            className,
          )}
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
