import { Popover as BasePopover } from '@base-ui/react/popover';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from 'react';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { cn } from './class-names.ts';
import { type CommandName, useCommands } from '#renderer/state/commands.tsx';
import { Kbd } from './keys.tsx';
import { hasTouchKeyboard } from '#renderer/state/page-state.ts';

/** The text field that receives focus on closing; left out, and on touch screens: the button. */
export type FinalFocus = false | RefObject<HTMLElement | null> | undefined;

/** Base UI would take the focus at the end of the closing, even from where it has been moved meanwhile. */
export function useFinalFocus(finalFocus: FinalFocus) {
  const popup = useRef<HTMLDivElement>(null);
  if (finalFocus === undefined || finalFocus === false) return { ref: popup, finalFocus };
  const isFree = ({ activeElement: now }: Document): boolean =>
    now === null || now.matches('body, [aria-haspopup]') || popup.current?.contains(now) === true;
  return { ref: popup, finalFocus: () => isFree(document) && (hasTouchKeyboard() ? null : finalFocus.current) };
}

interface PopoverProps extends Pick<ComponentProps<typeof BasePopover.Positioner>, 'side' | 'align' | 'anchor'> {
  /** accessible name of the content */
  readonly label: string;
  /** the button that opens it; left out: only its command does, and it is placed at the anchor */
  readonly trigger?: ReactElement<Record<string, unknown>>;
  /** also opens it */
  readonly command?: CommandName;
  readonly finalFocus?: FinalFocus;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A popover opened by a button; its content may be lazy. */
export function Popover({ label, trigger, command, finalFocus, className, children, ...positioning }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const focus = useFinalFocus(finalFocus);
  const open = (): void => setOpen(true);
  const close = (): void => setOpen(false);
  useCommands(command === undefined ? {} : { [command]: open });
  return (
    <BasePopover.Root open={isOpen} onOpenChange={(next) => (next ? open() : close())}>
      {trigger !== undefined && <BasePopover.Trigger render={trigger} />}
      <BasePopover.Portal>
        <BasePopover.Positioner
          side="bottom"
          align="end"
          {...positioning}
          sideOffset={6}
          collisionPadding={16}
          className="z-50"
        >
          <BasePopover.Popup
            aria-label={label}
            {...focus}
            className={cn(
              'flex max-h-80 max-w-[calc(100vw-32px)] flex-col rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            <Suspense fallback={<div className="h-24" />}>{children(close)}</Suspense>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}

interface MenuProps extends Pick<ComponentProps<typeof BaseMenu.Positioner>, 'side' | 'align'> {
  /** the button that opens it */
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** open when mounted */
  readonly defaultOpen?: boolean;
  readonly finalFocus?: FinalFocus;
  readonly children: ReactNode;
}

/** A menu of actions, opened by a button. */
export function Menu({ trigger, finalFocus, defaultOpen = false, children, ...positioning }: MenuProps) {
  const focus = useFinalFocus(finalFocus);
  return (
    <BaseMenu.Root defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="start" {...positioning} sideOffset={4} className="z-50 outline-hidden">
          <BaseMenu.Popup
            {...focus}
            className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-control border bg-raised p-1 shadow-float outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
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
    <BaseMenu.Item
      disabled={disabled}
      onClick={onSelect}
      className="flex h-8 items-center gap-2.5 pointer-coarse:h-11 rounded-sm px-2 text-ui text-ink outline-hidden select-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-ink-quiet"
    >
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut !== undefined && <Kbd keys={shortcut} className="pointer-coarse:hidden" />}
    </BaseMenu.Item>
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

export function MenuChoice<Value extends string>({ value, choices, onValueChange }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onValueChange}>
      {choices.map((choice) => (
        <BaseMenu.RadioItem
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
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-hairline" />;
}

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
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} className="z-50">
          <BaseTooltip.Popup className="flex max-w-72 items-center gap-2 rounded-sm bg-ink px-2 py-1 text-meta text-ground shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none">
            {text}
            {shortcut !== undefined && <Kbd keys={shortcut} className="border-ground/40 bg-transparent text-ground" />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
