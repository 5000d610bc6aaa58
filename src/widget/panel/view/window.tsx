import { dateText } from '#shared/locales/dates.ts';
import { openingText } from '#shared/locales/opening.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SiteMessage } from '#shared/site/frames.ts';
import { directionOf, type Invitation, type ShownStatus } from '../../host.ts';
import { askedNow, ContactFields, problemsOf, type Values } from './contact-fields.tsx';
import type { MessageContent } from '../chat/chat.ts';
import { newestOf, unseenOf, type ChatState } from '../chat/state.ts';
import { fill } from '../formats.ts';
import { Avatar, Header } from './header.tsx';
import { Composer } from './composer.tsx';
import { type Surroundings, useSurroundings } from './context.ts';
import { keepFocusInside, useDrop, useFullScreen } from './keyboard-and-drop.ts';
import { EmailQuestion } from './email-question.tsx';
import { Log } from './log.tsx';
import { takeFocus } from './tool.tsx';

interface WindowProps {
  readonly state: ChatState;
  readonly isOpen: boolean;
  /** false: somebody has signed in or out, while the visitor was elsewhere on the page */
  readonly takesFocus: boolean;
  readonly invitation: Invitation | undefined;
  readonly firstNew: string | undefined;
  /** messages that screen readers say: each is added to those before, so that none of several is left out */
  readonly announced: readonly { readonly id: string; readonly words: string }[];
  readonly hasSound: boolean;
  readonly onSound: (isOn: boolean) => void;
  readonly onClose: () => void;
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly onSent: () => void;
}

/** The window: header, messages, and where the visitor writes. */
export function Window(props: WindowProps) {
  const { state, isOpen, takesFocus, invitation, onClose, onSent } = props;
  const surroundings = useSurroundings();
  const { host, chat, uploads, status, texts } = surroundings;
  const [isEnding, setEnding] = useState(false);
  /** the newest message when the visitor ended the chat */
  const [ended, setEnded] = useState<string>();
  const [values, setValues] = useState<Values>({});
  const [problems, setProblems] = useState<Values>({});
  /** whether they have ticked the box; `missing`: they tried to send without */
  const [agreed, setAgreed] = useState<boolean | 'missing'>(false);
  const [held, setHeld] = useState<readonly File[]>([]);
  const element = useRef<HTMLElement>(null);
  const isFull = useFullScreen(host.isPage);
  const hasMessages = state.messages.length > 0;
  const isFirst = !hasMessages && state.pending.length === 0 && uploads.list().length === 0;
  const hasChat = state.siteState !== undefined && state.siteState.chat !== 'none';
  const isStaffed = !state.isOff && (state.siteState?.staffed ?? status.staffed);
  const { name, email } = chat.identity() ?? {};
  const asked = askedNow(status.ask, !isStaffed, { ...(name && { name }), ...(email && { email }) });
  const asks = isFirst && Object.values(asked).some((requirement) => requirement !== 'no');

  const consent = status.asksConsent
    ? { text: texts.consent ?? texts.agree.usual, ...(texts.consentLink !== undefined && { link: texts.consentLink }) }
    : undefined;

  /** Returns what goes with the first message; undefined: something is missing. */
  const opening = (): MessageContent | undefined => {
    if (!isFirst) return {};
    const found = problemsOf(asked, values, texts.ask);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      element.current?.querySelector<HTMLElement>(`[data-field=${first}]`)?.focus();
      return undefined;
    }
    if (consent !== undefined && agreed !== true) {
      setAgreed('missing');
      element.current?.querySelector<HTMLElement>('[data-field=consent]')?.focus();
      return undefined;
    }
    return {
      contact: values,
      ...(consent !== undefined && { consent }),
      ...(invitation?.isAutomatic && { invite: invitation.text }),
    };
  };
  const send = (text: string, files: readonly File[]): boolean => {
    let first = text === '' && files.length === 0 ? undefined : opening();
    if (first === undefined) return false;
    const begin = (): MessageContent => {
      const content = first;
      first = {};
      return content ?? {};
    };
    if (text !== '') chat.send({ ...begin(), text });
    for (const file of files) uploads.add(file, file.name, begin());
    onSent();
    return true;
  };

  const save = async (): Promise<void> => {
    await chat.loadAll();
    saveTranscript(chat.state().messages, surroundings);
  };
  const end = (): void => {
    chat.end();
    setEnded(newestOf(state));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !host.isPage) onClose();
    if (event.key === 'Tab' && isFull && !host.isPage) keepFocusInside(event, element.current);
  };
  // The element is no control, but keys pressed anywhere in it come by: from the moment it has the focus.
  useLayoutEffect(() => {
    const window = element.current;
    window?.addEventListener('keydown', onKeyDown);
    return () => window?.removeEventListener('keydown', onKeyDown);
  });
  const isDropping = useDrop(element, status.files ? (files) => setHeld([...held, ...files]) : undefined);
  // Before the first paint: the visitor may type at once.
  useLayoutEffect(() => {
    if (!isOpen || !takesFocus) return;
    const first = element.current?.querySelector<HTMLElement>('[data-first]');
    (first ?? element.current)?.focus({ preventScroll: true });
  }, [isOpen, takesFocus]);

  const isHere = isStaffed || (!state.isOff && state.siteState?.chat === 'operator');
  const title = texts.title ?? status.name;
  const opens = opensAgain(surroundings);
  const isOwnAway = status.texts.away !== undefined || opens === undefined;
  const away = isOwnAway ? texts.away : fill(texts.awayUntil, { when: opens });

  return (
    <section
      ref={element}
      class={`window ${host.isPage ? 'page' : status.side} ${isFull ? 'full' : ''}`}
      hidden={!isOpen}
      role={host.isPage ? 'main' : 'dialog'}
      aria-modal={isFull && !host.isPage ? 'true' : undefined}
      aria-label={title}
      tabIndex={-1}
      dir={directionOf(status.language)}
    >
      <Header
        state={state}
        opens={opens}
        hasSound={props.hasSound}
        onSound={props.onSound}
        onSave={hasMessages ? () => void save() : undefined}
        onEnd={hasChat ? () => setEnding(true) : undefined}
        onClose={onClose}
      />
      {!chat.isLasting && <p class="notice">{texts.memoryOnly}</p>}
      {state.isWelcome && !state.isConnected && <p class="notice">{texts.offlineHint}</p>}
      <Log
        state={state}
        firstNew={props.firstNew}
        unseen={unseenOf(state).length}
        onEnd={props.onEnd}
        intro={
          <div class="intro">
            {status.picture !== undefined && <Avatar name={title} picture={status.picture} />}
            <p dir="auto">{isHere ? texts.greeting : away}</p>
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
        {ended !== undefined && ended === newestOf(state) && !hasChat && (
          <p class="between" role="status">
            {texts.ended}
          </p>
        )}
        <EmailQuestion state={state} isStaffed={isStaffed} />
        {state.typing !== undefined && <Typing name={state.typing} />}
      </Log>
      <div class="unseen" aria-live="polite">
        {props.announced.map(({ id, words }) => (
          <p key={id}>{words}</p>
        ))}
      </div>
      {consent === undefined && !hasMessages && texts.consent !== undefined && (
        <p class="notice" dir="auto">
          {texts.consent} <ConsentLink />
        </p>
      )}
      {consent !== undefined && isFirst && (
        <div class="notice">
          <div class="consent" dir="auto">
            <input
              type="checkbox"
              id="consent"
              data-field="consent"
              checked={agreed === true}
              required
              aria-invalid={agreed === 'missing'}
              aria-describedby={agreed === 'missing' ? 'problem-consent' : undefined}
              onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
            />
            <p>
              <label for="consent">{consent.text}</label> <ConsentLink />
            </p>
          </div>
          {agreed === 'missing' && (
            <p id="problem-consent" class="problem" role="alert">
              {texts.agree.needed}
            </p>
          )}
        </div>
      )}
      {isEnding && <EndQuestion onEnd={end} onDone={() => setEnding(false)} />}
      <Composer
        isOpen={isOpen}
        onSend={send}
        held={held}
        onHold={setHeld}
        fields={
          asks && (
            <ContactFields
              required={asked}
              isAway={!isStaffed}
              values={values}
              problems={problems}
              onChange={(field, value) => {
                setValues({ ...values, [field]: value });
                setProblems({ ...problems, [field]: undefined });
              }}
            />
          )
        }
      />
      {isDropping && <p class="drop">{texts.drop}</p>}
    </section>
  );
}

/** When somebody is there again, by the visitor's clock; undefined: they are, or it is not known. */
function opensAgain({ status, texts, locale }: Surroundings): string | undefined {
  return openingText(status.open, Date.now(), texts.opening, locale);
}

/** Link to more about what visitors agree to. */
function ConsentLink() {
  const { texts } = useSurroundings();
  if (texts.consentLink === undefined) return null;
  return (
    <a class="link" href={texts.consentLink} target="_blank" rel="noopener noreferrer">
      {texts.agree.link}
    </a>
  );
}

/** Asks once before the chat is ended. */
function EndQuestion({ onEnd, onDone }: { readonly onEnd: () => void; readonly onDone: () => void }) {
  const { texts } = useSurroundings();
  return (
    <div class="question" role="group" aria-label={texts.endQuestion}>
      <p>{texts.endQuestion}</p>
      <button
        ref={takeFocus}
        type="button"
        class="main"
        onClick={() => {
          onEnd();
          onDone();
        }}
      >
        {texts.end}
      </button>
      <button type="button" class="plain" onClick={onDone}>
        {texts.keep}
      </button>
    </div>
  );
}

/** Somebody is writing. An empty name: it is not known who. */
function Typing({ name }: { readonly name: string }) {
  const { texts } = useSurroundings();
  return (
    <div class="row operator last typing" translate={false}>
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

/** The messages as plain text: a line each with time and writer. */
export function transcriptOf(
  messages: readonly SiteMessage[],
  surroundings: Pick<Surroundings, 'texts' | 'address' | 'locale'> & { readonly status: Pick<ShownStatus, 'name'> },
): string {
  const { status, texts, address, locale } = surroundings;
  const shop = status.name;
  const lines = messages.map(({ at, from, name = shop, text, type, file, location }) => {
    const link = file && `${texts.kinds[type === 'text' ? 'document' : type]}: ${file.name} ${address(file.url)}`;
    const spot = location && `${texts.kinds.location}: ${location.latitude}, ${location.longitude}`;
    const words = [text, link, spot].filter((part) => part !== undefined).join('\n');
    return `${dateText('shortMomentOfYear', at, locale)}  ${from === 'visitor' ? texts.you : name}: ${words}`;
  });
  return [fill(texts.transcript, { shop }), '', ...lines, ''].join('\n');
}

/** Saves the messages as a file, made in the browser. */
function saveTranscript(messages: readonly SiteMessage[], surroundings: Surroundings): void {
  const { status, texts } = surroundings;
  const text = transcriptOf(messages, surroundings);
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fill(texts.transcript, { shop: status.name }).replaceAll(/[\\/:*?"<>|]+/g, ' ')}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
