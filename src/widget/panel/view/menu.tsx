import { useEffect, useRef, useState } from 'preact/hooks';
import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';

export interface MenuProps {
  readonly hasSound: boolean;
  readonly onSound: (isOn: boolean) => void;
  /** undefined: there is nothing to save or to end */
  readonly onSave: (() => void) | undefined;
  readonly onEnd: (() => void) | undefined;
}

/** What is rarely needed: the sound, saving and ending the chat. */
export function Menu({ hasSound, onSound, onSave, onEnd }: MenuProps) {
  const { texts } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll('button') ?? [])];
  const shut = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const act = (then: () => void) => () => {
    shut();
    then();
  };
  useEffect(() => {
    if (isOpen) items()[0]?.focus();
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return shut();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== button.current && !list.current?.contains(relatedTarget as Node | null)) setOpen(false);
  };

  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class="tool"
        aria-label={texts.more}
        title={texts.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <div ref={list} class="items" role="menu" tabIndex={-1} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
          <button
            type="button"
            role="menuitemcheckbox"
            aria-checked={hasSound}
            tabIndex={-1}
            onClick={() => onSound(!hasSound)}
          >
            {texts.sound}
            {hasSound && <Icon name="check" />}
          </button>
          {onSave !== undefined && (
            <button type="button" role="menuitem" tabIndex={-1} onClick={act(onSave)}>
              {texts.save}
            </button>
          )}
          {onEnd !== undefined && (
            <button type="button" role="menuitem" tabIndex={-1} onClick={act(onEnd)}>
              {texts.end}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
