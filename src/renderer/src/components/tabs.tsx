import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly panel?: ReactNode;
}

interface TabsProps<Value extends string> {
  /** accessible name of the tab list */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  /** left out: uncontrolled, starting with the first */
  readonly value?: Value;
  readonly onValueChange?: (value: Value) => void;
  readonly listClassName?: string;
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange, listClassName }: TabsProps<Value>) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      onValueChange={(next: Value | null) => next !== null && onValueChange?.(next)}
    >
      <Base.List aria-label={label} className={cn('flex gap-1', listClassName)}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="inline-flex h-7 items-center justify-center pointer-coarse:h-11 pointer-coarse:min-w-11 gap-1.5 rounded-sm px-2.5 max-[480px]:px-1.5 text-ui font-medium text-ink-quiet transition-colors select-none hover:bg-hover hover:text-ink data-active:bg-selected data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) =>
        tab.panel === undefined ? null : (
          <Base.Panel key={tab.value} value={tab.value} className="mt-2 rounded-sm">
            {tab.panel}
          </Base.Panel>
        ),
      )}
    </Base.Root>
  );
}
