import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';

interface ComboboxProps {
  readonly value: string;
  readonly choices: readonly string[];
  /** label of an item; the search matches it */
  readonly nameOf: (choice: string) => string;
  readonly onValueChange: (value: string) => void;
  readonly nothingFound: string;
  /** accessible name of the button that opens the list */
  readonly openLabel: string;
}

/** A searchable single choice. Inside a `Field`, label and description are wired to it. */
export function Combobox({ value, choices, nameOf, onValueChange, nothingFound, openLabel }: ComboboxProps) {
  return (
    <Base.Root<string>
      value={value}
      items={choices}
      itemToStringLabel={nameOf}
      onValueChange={(next) => next !== null && onValueChange(next)}
    >
      <Base.InputGroup className="relative">
        <Base.Input className="h-(--control) w-full min-w-0 rounded-control border border-edge bg-raised ps-2.5 pe-8 text-ui text-ink transition-colors hover:border-ink-quiet focus:border-accent focus-visible:outline-offset-0" />
        <Base.Trigger
          aria-label={openLabel}
          className="absolute inset-y-0 end-0 grid w-8 place-items-center rounded-control"
        >
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-quiet" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-hidden">
          <Base.Popup className="max-h-[min(320px,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-control border bg-raised p-1 shadow-float">
            <Base.Empty className="px-2 text-ui text-ink-quiet not-empty:py-1.5">{nothingFound}</Base.Empty>
            <Base.List>
              {(choice: string) => (
                <Base.Item
                  key={choice}
                  value={choice}
                  className="flex min-h-8 items-center gap-2 rounded-sm ps-2 pe-3 text-ui outline-hidden select-none data-highlighted:bg-hover"
                >
                  <span className="grid size-4 shrink-0 place-items-center">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                  {nameOf(choice)}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
