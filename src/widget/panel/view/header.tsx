import { firstSign } from '#shared/domain/graphemes.ts';
import { useState } from 'preact/hooks';
import type { ShownStatus, SiteTexts } from '../../host.ts';
import type { ChatState } from '../chat/state.ts';
import { fill } from '../formats.ts';
import { useSurroundings } from './context.ts';
import { Icon, Tool, usePopup } from './tool.tsx';

interface HeaderProps extends MenuProps {
  readonly state: ChatState;
  /** when somebody is there again, in words, if that is known */
  readonly opens: string | undefined;
  readonly onClose: () => void;
}

/** The shop, who answers, and what can be done with the chat. */
export function Header({ state, opens, onClose, ...menu }: HeaderProps) {
  const { host, status, texts } = useSurroundings();
  const assignee = state.siteState?.assignee;
  const title = texts.title ?? status.name;
  const Title = host.isPage ? 'h1' : 'h2';
  return (
    <header class="header">
      <Avatar name={assignee?.name ?? title} picture={assignee?.picture ?? status.picture} />
      <div class="who">
        <Title class="title">
          <bdi>{title}</bdi>
        </Title>
        <p class="state" role="status" translate={false}>
          {stateWords(state, opens, status, texts.states)}
        </p>
      </div>
      <Menu {...menu} />
      {!host.isPage && <Tool icon="close" name={texts.close} onPress={onClose} />}
    </header>
  );
}

/** Says who answers, or why nobody does. `staffed`: as it was when the page was opened. */
function stateWords(
  { isWelcome, isConnected, isOff, siteState }: ChatState,
  opens: string | undefined,
  { staffed }: ShownStatus,
  words: SiteTexts['states'],
): string {
  const away = opens === undefined ? words.away : fill(words.back, { when: opens });
  if (isWelcome && !isConnected) return words.offline;
  if (isOff) return away;
  if (siteState?.assignee !== undefined && siteState.chat === 'operator')
    return fill(words.here, { name: siteState.assignee.name });
  if (siteState?.assignee !== undefined && siteState.chat === 'bot')
    return fill(words.bot, { name: siteState.assignee.name });
  return (siteState?.staffed ?? staffed) ? words.soon : away;
}

interface MenuProps {
  readonly hasSound: boolean;
  readonly onSound: (isOn: boolean) => void;
  /** undefined: there is nothing to save or to end */
  readonly onSave: (() => void) | undefined;
  readonly onEnd: (() => void) | undefined;
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 } as const;

/** Menu of rarely needed actions: the sound, saving and ending the chat. */
function Menu({ hasSound, onSound, onSave, onEnd }: MenuProps) {
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

/** A person's or the shop's picture, or the first letter of the name: the page may not allow pictures of others. */
export function Avatar({ name, picture }: { readonly name: string; readonly picture?: string | undefined }) {
  const { address } = useSurroundings();
  const [broken, setBroken] = useState<string>();
  if (picture !== undefined && picture !== broken)
    return (
      <img
        class="avatar"
        src={address(picture)}
        alt=""
        width={36}
        height={36}
        referrerPolicy="no-referrer"
        onError={() => setBroken(picture)}
      />
    );
  return (
    <span class="avatar" aria-hidden="true">
      {firstSign(name.trim()).toLocaleUpperCase()}
    </span>
  );
}
