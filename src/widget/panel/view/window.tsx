import { useEffect, useRef, useState } from 'preact/hooks';
import type { Invitation } from '../../host.ts';
import type { KeptTexts } from '../../storage.ts';
import { unseenOf, type ChatState } from '../chat/state.ts';
import { directionOf, fill } from '../words.ts';
import { Avatar } from './avatar.tsx';
import { Composer } from './composer.tsx';
import { useSurroundings } from './context.ts';
import { Header } from './header.tsx';
import { Log } from './log.tsx';
import { saveTranscript } from './transcript.ts';

export interface WindowProps {
  readonly state: ChatState;
  readonly isOpen: boolean;
  readonly invitation: Invitation | undefined;
  readonly firstNew: string | undefined;
  /** what was said last, for screen readers */
  readonly announced: string;
  readonly drafts: KeptTexts;
  readonly hasSound: boolean;
  readonly onSound: (isOn: boolean) => void;
  readonly onClose: () => void;
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly onSent: () => void;
}

/** The window: header, messages, and where the visitor writes. */
export function Window(props: WindowProps) {
  const { state, isOpen, invitation, onClose, onSent } = props;
  const { host, chat, status, texts } = useSurroundings();
  const [isEnding, setEnding] = useState(false);
  const element = useRef<HTMLElement>(null);
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isFull = useFullScreen(host.isPage);
  const hasMessages = state.messages.length > 0;
  const hasChat = state.who !== undefined && state.who.chat !== 'none';

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !host.isPage && !event.isComposing) onClose();
    if (event.key === 'Tab' && isFull && !host.isPage) keepFocusInside(event, element.current);
  };
  // The element is no control, but keys pressed anywhere in it come by.
  useEffect(() => {
    const window = element.current;
    window?.addEventListener('keydown', onKeyDown);
    return () => window?.removeEventListener('keydown', onKeyDown);
  });
  useEffect(() => {
    if (!isOpen) return;
    const first = element.current?.querySelector<HTMLElement>('[data-first]');
    (first ?? element.current)?.focus({ preventScroll: true });
  }, [isOpen]);

  const send = (text: string): boolean => {
    chat.send({ text, ...(invitation?.isAutomatic && !hasMessages && { invite: invitation.text }) });
    onSent();
    return true;
  };
  const greeting =
    (state.who?.staffed ?? status.staffed) ? status.texts.greeting || texts.greeting : status.texts.away || texts.away;
  const title = status.texts.title || status.name;

  return (
    <section
      ref={element}
      class={`window ${host.isPage ? 'page' : status.side}`}
      hidden={!isOpen}
      role={host.isPage ? 'main' : 'dialog'}
      aria-modal={isFull && !host.isPage ? 'true' : undefined}
      aria-label={title}
      tabIndex={-1}
      dir={directionOf(status.language)}
    >
      <Header
        state={state}
        hasSound={props.hasSound}
        onSound={props.onSound}
        onSave={hasMessages ? () => saveTranscript(state.messages, status, texts, host.home) : undefined}
        onEnd={hasChat ? () => setEnding(true) : undefined}
        onClose={onClose}
      />
      {!chat.isKept && <p class="notice">{texts.memoryOnly}</p>}
      {state.isWelcome && !state.isConnected && <p class="notice">{texts.offlineHint}</p>}
      <Log
        state={state}
        firstNew={props.firstNew}
        unseen={unseenOf(state).length}
        onEnd={props.onEnd}
        intro={
          <div class="intro">
            <Avatar name={title} picture={status.picture} />
            <p dir="auto">{greeting}</p>
          </div>
        }
      >
        {invitation !== undefined && !hasMessages && (
          <div class="row operator last">
            <Avatar name={invitation.name ?? title} picture={invitation.picture ?? status.picture} />
            <div class="said">
              <div class="bubble">
                <p dir="auto">{invitation.text}</p>
              </div>
            </div>
          </div>
        )}
        {state.typing !== undefined && <Typing name={state.typing} />}
      </Log>
      <p class="unseen" aria-live="polite">
        {props.announced}
      </p>
      {isEnding && (
        <div class="question" role="alertdialog" aria-label={texts.endQuestion}>
          <p>{texts.endQuestion}</p>
          <button
            type="button"
            class="plain"
            ref={(button) => button?.focus()}
            onClick={() => {
              setEnding(false);
              chat.end();
            }}
          >
            {texts.end}
          </button>
          <button type="button" class="plain" onClick={() => setEnding(false)}>
            {texts.keep}
          </button>
        </div>
      )}
      <Composer drafts={props.drafts} isTouch={isTouch} isOpen={isOpen} onSend={send} />
    </section>
  );
}

function Typing({ name }: { readonly name: string }) {
  const { texts } = useSurroundings();
  return (
    <div class="row operator last typing">
      <span class="avatar none" />
      <div class="said">
        <div class="bubble">
          <span class="unseen">{name === '' ? texts.someoneTyping : fill(texts.typing, { name })}</span>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}

/** Whether the window covers everything else: then the keyboard stays in it. */
function useFullScreen(isPage: boolean): boolean {
  const query = '(max-width: 480px)';
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = (): void => setNarrow(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return isPage || isNarrow;
}

function keepFocusInside(event: KeyboardEvent, element: HTMLElement | null): void {
  const found = [
    ...(element?.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input, textarea, [tabindex="0"]') ??
      []),
  ].filter((each) => each.tabIndex >= 0 && each.checkVisibility());
  const [first, last] = [found[0], found.at(-1)];
  const wanted = event.shiftKey ? first : last;
  if (event.target !== wanted && event.target !== element) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
