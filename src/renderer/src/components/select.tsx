import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { cn } from './class-names.ts';

export interface SelectChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly choices: readonly SelectChoice<Value>[];
  readonly onValueChange: (value: Value) => void;
  /** required outside a `Field` */
  readonly label?: string;
  readonly className?: string;
}

/** A choice of one among a few. */
export function Select<Value extends string>({ value, choices, onValueChange, label, className }: SelectProps<Value>) {
  return (
    <Base.Root<Value> value={value} items={choices} onValueChange={(next) => next !== null && onValueChange(next)}>
      <Base.Trigger
        aria-label={label}
        className={cn(
          'flex h-(--control) min-w-36 items-center justify-between gap-2 rounded-control border border-edge bg-raised px-2.5 text-ui text-ink transition-colors select-none hover:border-ink-quiet focus-visible:outline-offset-0 data-disabled:opacity-60',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-quiet" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-hidden">
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-control border bg-raised p-1 shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.List>
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  className="flex h-8 items-center gap-2 rounded-sm pe-3 ps-2 text-ui outline-hidden select-none data-highlighted:bg-hover"
                >
                  <span className="grid size-4 place-items-center">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{choice.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
