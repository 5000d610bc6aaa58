import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * A choice of buttons that opens beside its own: arrows move in it, Escape shuts it, and so does leaving it. `steps`: by
 * how many buttons each key moves; `isFilled`: the buttons are there.
 */
export function usePopup(steps: Readonly<Record<string, number>>, isFilled = true) {
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
  }, [isOpen, isFilled]);

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
