import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

interface MenuProps {
  /** the button that opens it */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom' | 'inline-end';
  /** open when mounted */
  readonly defaultOpen?: boolean;
  /** receives focus on closing; left out: the button */
  readonly finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus'];
  readonly children: ReactNode;
}

/** A menu of actions, opened by a button. */
export function Menu({
  trigger,
  align = 'start',
  side = 'bottom',
  finalFocus,
  defaultOpen = false,
  children,
}: MenuProps) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-50 outline-hidden">
          <Base.Popup
            finalFocus={finalFocus}
            className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-control border bg-raised p-1 shadow-float outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, shortcut, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className="flex h-8 items-center gap-2.5 pointer-coarse:h-11 rounded-sm px-2 text-ui text-ink outline-hidden select-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-ink-quiet"
    >
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut !== undefined && <Kbd keys={shortcut} className="pointer-coarse:hidden" />}
    </Base.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  readonly value: Value;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: ReactNode;
    readonly hint?: string;
  }[];
  readonly onValueChange: (value: Value) => void;
}

/** A radio group inside a menu. */
export function MenuChoice<Value extends string>({ value, choices, onValueChange }: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onValueChange}>
      {choices.map((choice) => (
        <Base.RadioItem
          key={choice.value}
          value={choice.value}
          closeOnClick
          className="flex items-center gap-2.5 rounded-sm px-2 py-1.5 text-ui outline-hidden select-none data-checked:font-medium data-highlighted:bg-hover [&_svg]:size-4"
        >
          {choice.icon}
          <span className="flex flex-col">
            {choice.label}
            {choice.hint !== undefined && <span className="text-meta font-normal text-ink-quiet">{choice.hint}</span>}
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** A separator between groups of actions. */
export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-hairline" />;
}
