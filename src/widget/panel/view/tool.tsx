import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ToolProps {
  readonly icon: IconName;
  /** its action, as the accessible name */
  readonly name: string;
  readonly onPress: () => void;
  /** of something that opens beside it */
  readonly popup?: {
    readonly button: RefObject<HTMLButtonElement | null>;
    readonly isOpen: boolean;
    readonly kind?: 'menu';
  };
}

/** A button with a drawing instead of words. */
export function Tool({ icon, name, onPress, popup }: ToolProps) {
  return (
    <button
      ref={popup?.button}
      type="button"
      class="tool"
      aria-label={name}
      title={name}
      aria-haspopup={popup?.kind}
      aria-expanded={popup?.isOpen}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Lines on a ground of 24. */
const PATHS = {
  attach: 'M20 11.5 12.2 19.3a5 5 0 0 1-7.1-7.1l8.2-8.2a3.3 3.3 0 0 1 4.7 4.7l-8.2 8.2a1.7 1.7 0 0 1-2.4-2.4L15 7',
  camera:
    'M4 8h3l1.5-2.5h7L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M12 5v14M6 13l6 6 6-6',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14.2a4.2 4.2 0 0 0 7 0M9 9.7v.01M15 9.7v.01',
  file: 'M13.5 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7.5zM13.5 3v4.5H18',
  more: 'M5.5 12v.01M12 12v.01M18.5 12v.01',
  location: 'M12 21s7-6.2 7-11.3A7 7 0 0 0 5 9.7C5 14.8 12 21 12 21zM12 12.2a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  voice: 'M12 14.5a3 3 0 0 0 3-3V6a3 3 0 1 0-6 0v5.5a3 3 0 0 0 3 3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing without text: its meaning is given beside it or by its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** As a `ref`: takes the focus when it appears, and only then. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/**
 * A choice of buttons that opens beside its own: arrows move in it, Escape shuts it, and so does leaving it. `steps`: by
 * how many buttons each key moves.
 */
export function usePopup(steps: Readonly<Record<string, number>>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(choice.current?.querySelectorAll('button') ?? [])];
  const shut = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useLayoutEffect(() => {
    if (isOpen) items()[0]?.focus();
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return shut();
    }
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = items();
    all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== button.current && !choice.current?.contains(relatedTarget as Node | null)) setOpen(false);
  };
  return { isOpen, setOpen, shut, button, choice: { ref: choice, tabIndex: -1, onKeyDown, onFocusOut } };
}
