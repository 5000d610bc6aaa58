import { Popover as Base } from '@base-ui/react/popover';
import { type ComponentProps, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { cn } from './class-names.ts';
import type { CommandName } from './command-table.ts';
import type { LazyPart } from './lazy.tsx';
import { useCommands } from './use-commands.tsx';

interface PopoverProps extends Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'anchor'> {
  /** accessible name of the content */
  readonly label: string;
  /** the button that opens it; left out: only its command does, and it is placed at the anchor */
  readonly trigger?: ReactElement<Record<string, unknown>>;
  /** also opens it */
  readonly command?: CommandName;
  /** loaded before it opens, so that its content can take focus */
  readonly part?: Pick<LazyPart<never>, 'whenLoaded'>;
  /** receives focus on closing; left out: the button */
  readonly finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus'];
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A popover opened by a button; its content may be lazy. */
export function Popover({
  label,
  trigger,
  command,
  part,
  finalFocus,
  side = 'bottom',
  align = 'end',
  anchor,
  className,
  children,
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => (part === undefined ? setOpen(true) : part.whenLoaded(() => setOpen(true)));
  const close = (): void => setOpen(false);
  useCommands(command === undefined ? {} : { [command]: open });
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => (next ? open() : close())}>
      {trigger !== undefined && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner side={side} align={align} anchor={anchor} sideOffset={6} className="z-40">
          <Base.Popup
            aria-label={label}
            finalFocus={finalFocus}
            className={cn(
              'flex max-h-80 max-w-[calc(100vw-32px)] flex-col rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            <Suspense fallback={<div className="h-24" />}>{children(close)}</Suspense>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
