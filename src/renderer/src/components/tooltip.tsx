import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './kbd.tsx';

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  readonly side?: 'top' | 'bottom' | 'inline-end' | undefined;
  /** one element that accepts a ref and props, such as a button */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** A hint on hover and focus. Never the only source of information. */
export function Tooltip({ text, shortcut, side = 'top', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="flex max-w-72 items-center gap-2 rounded-sm bg-ink px-2 py-1 text-meta text-ground shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none">
            {text}
            {shortcut !== undefined && <Kbd keys={shortcut} className="border-ground/40 bg-transparent text-ground" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
