import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';
import { Tool } from './tool.tsx';
import { usePopup } from './use-popup.ts';

export interface MenuProps {
  readonly hasSound: boolean;
  readonly onSound: (isOn: boolean) => void;
  /** undefined: there is nothing to save or to end */
  readonly onSave: (() => void) | undefined;
  readonly onEnd: (() => void) | undefined;
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 } as const;

/** What is rarely needed: the sound, saving and ending the chat. */
export function Menu({ hasSound, onSound, onSave, onEnd }: MenuProps) {
  const { texts } = useSurroundings();
  const { isOpen, setOpen, shut, button, choice } = usePopup(STEPS);
  const act = (then: () => void) => () => {
    shut();
    then();
  };
  return (
    <div class="menu">
      <Tool icon="more" name={texts.more} popup={{ button, isOpen, kind: 'menu' }} onPress={() => setOpen(!isOpen)} />
      {isOpen && (
        <div {...choice} class="items" role="menu">
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
