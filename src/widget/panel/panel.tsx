import { render } from 'preact';
import { isForInputMethod, typeKey } from '#shared/domain/typing.ts';
import type { SiteIdentity, VisitedPage } from '#shared/site/frames.ts';
import type { Invitation, HandledKey, PanelHost } from '../host.ts';
import { keyOf, type TextStorage, openStorage } from '../storage.ts';
import { startChat } from './chat/chat.ts';
import { newId } from './chat/outbox.ts';
import { unseenOf } from './chat/state.ts';
import { createUploads, transferInPieces, transferWhole } from './chat/uploads.ts';
import { createTitleCount, ownPage, readIdentity, readPage } from './page.ts';
import { SurroundingsProvider, type Surroundings } from './view/context.ts';
import { Window } from './view/window.tsx';
import { addressAt, counted, localeOf } from './formats.ts';
import styles from './panel.css?inline';

/** Messages that a screen reader may still have to say. */
const MOST_ANNOUNCED = 20;

/** Milliseconds after opening. */
const SOUND_DELAY = 1000;

/** Read when the file arrives, which may be before the press. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

/** Methods of the panel that the loader can call. */
export type Panel = ReturnType<typeof startPanel>;

/** Starts the window, hidden, and its connection. */
export function startPanel(host: PanelHost) {
  const { root, status, texts, home, publicId, isPage } = host;
  const script = status.letterbox;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const container = document.createElement('div');
  root.append(container);
  leaveKeysToInputMethod(root);
  typePreventedKeys(root);

  const storage = openStorage(() => localStorage);
  const sound = createSound(storage, `counterbell:${publicId}:sound`);
  const title = createTitleCount(document);
  let isOpen = false;
  let wasOpened = false;
  let isAtEnd = true;
  let takesFocus = true;
  let invitation = host.invitation;
  let reported = { page: readPage(host.page), at: location.href };
  let firstNew: string | undefined;
  let wasWelcome = false;
  let announced: readonly { readonly id: string; readonly words: string }[] = [];

  /** Begins as this person, with nothing of anybody before. */
  const begin = (identity: SiteIdentity | undefined) => {
    const chat = startChat({
      publicId,
      home,
      script,
      language: status.language,
      identity,
      window: name,
      page: () => shownPage(),
      onMessage: ({ id, text = '', type, name = status.name }) => {
        const words = text === '' && type !== 'text' ? texts.kinds[type] : text;
        announced = [...announced.slice(1 - MOST_ANNOUNCED), { id, words: `${name}: ${words}` }];
        if (!isWatched() || document.hidden) sound.play();
        host.onMessage({ text, from: name });
      },
      onInvite: ({ text, name, picture }) => invite({ text, name, picture, isAutomatic: false }),
      onChange: () => draw(),
    });
    const uploads = createUploads({
      transfer: script === undefined ? transferWhole(chat.base, chat.known) : transferInPieces(script, chat.mailbox),
      largest: status.largestFile,
      send: chat.send,
      onChange: () => draw(),
    });
    turn += 1;
    firstNew = undefined;
    wasWelcome = false;
    announced = [];
    isAtEnd = true;
    if (invitation?.isAutomatic !== true) invitation = undefined;
    const locale = localeOf(status.language, navigator.language);
    return {
      host,
      chat,
      uploads,
      status,
      texts,
      locale,
      address: (path: string) => addressAt(script ?? home, path),
    };
  };
  let turn = 0;
  const name = newId();
  let current: Surroundings = begin(readIdentity(host.identity));
  const identify = (given: unknown, isAnew = false): void => {
    const identity = readIdentity(given);
    const { chat, uploads } = current;
    if (!isAnew && keyOf(publicId, identity) === chat.key) {
      if (identity?.fields !== undefined) chat.identify(identity);
      return;
    }
    chat.close();
    uploads.close();
    takesFocus = root.activeElement !== null;
    current = begin(identity);
    draw();
  };
  // Another tab has signed somebody in, or the website has emptied the storage.
  addEventListener('storage', ({ key, newValue }) => {
    const { chat } = current;
    if (key === null || (key === chat.key && newValue === null)) identify(chat.identity(), true);
  });

  /** Returns the page as described by the website, as long as the address is the same. */
  const shownPage = (): VisitedPage =>
    (reported.at === location.href ? reported.page : undefined) ?? ownPage(title.titleOfPage());
  /** True while the visitor sees the newest message. */
  const isWatched = (): boolean => isOpen && isAtEnd && document.visibilityState === 'visible';
  const invite = (given: Invitation): void => {
    invitation = given;
    if (!isOpen) {
      sound.play();
      host.onInvitation(given);
    }
    draw();
  };

  const draw = (): void => {
    const { chat } = current;
    chat.look(isOpen && document.visibilityState === 'visible');
    const state = chat.state();
    const [first, ...more] = unseenOf(state);
    // What the engine had before it answered is new, even if the window was open by then.
    if (first !== undefined && firstNew === undefined && !(isWatched() && wasWelcome)) firstNew = first.id;
    wasWelcome = state.isWelcome;
    if (first !== undefined && isWatched()) queueMicrotask(chat.see);
    const count = first === undefined || isWatched() ? 0 : more.length + 1;
    host.onUnread(isOpen ? 0 : count, count === 0 ? '' : counted(texts, 'unread', count, status.language));
    title.show(count);
    // Until it is first opened nothing of the window is made.
    if (!wasOpened) return;
    render(
      <SurroundingsProvider value={current}>
        <Window
          key={turn}
          state={state}
          isOpen={isOpen}
          takesFocus={takesFocus}
          invitation={invitation}
          firstNew={firstNew}
          announced={announced}
          hasSound={sound.isOn()}
          onSound={(isOn) => {
            sound.set(isOn);
            draw();
          }}
          onClose={close}
          onEnd={(is) => {
            if (is === isAtEnd) return;
            isAtEnd = is;
            draw();
          }}
          onSent={() => {
            firstNew = undefined;
            draw();
          }}
        />
      </SurroundingsProvider>,
      container,
    );
  };
  const open = (): void => {
    if (isOpen) return;
    isOpen = true;
    wasOpened = true;
    takesFocus = true;
    // The first press must not wait for it.
    setTimeout(sound.prepare, SOUND_DELAY);
    host.onOpen();
    draw();
  };
  const close = (): void => {
    if (!isOpen || isPage) return;
    isOpen = false;
    firstNew = undefined;
    host.onClose();
    draw();
  };
  /** undefined: as the browser has it */
  const visit = (given: unknown): void => {
    reported = { page: readPage(given), at: location.href };
    current.chat.visit(shownPage());
  };

  document.addEventListener('visibilitychange', () => {
    // With several tabs it is known which one the visitor looks at.
    if (!document.hidden) current.chat.visit(shownPage());
    draw();
  });
  fitToKeyboard(root);
  draw();
  return {
    /** for good */
    stop: (): void => {
      current.chat.close();
      current.uploads.close();
    },
    open,
    close,
    visit,
    invite,
    /** unreadable: nobody is signed in; `isAnew`: also if it is the same person, whose storage is empty */
    identify,
  };
}

/** Nothing in the window acts on the keys of an input method: Enter and Escape end a composition. */
function leaveKeysToInputMethod(root: ShadowRoot): void {
  root.addEventListener(
    'keydown',
    (event) => isForInputMethod(event as KeyboardEvent) && event.stopPropagation(),
    true,
  );
}

/** Does what the browser would have done with a key, had the page not prevented it everywhere. */
function typePreventedKeys(root: ShadowRoot): void {
  root.addEventListener('keydown', (event) => {
    const { key, target, wasPrevented, ctrlKey, altKey, metaKey, defaultPrevented } = event as HandledKey;
    if (wasPrevented !== true || defaultPrevented || isForInputMethod(event as HandledKey)) return;
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isText && !metaKey && ctrlKey === altKey) typeKey(target, key);
  });
}

/** Keeps the window in the part of the screen that a phone's keyboard leaves free. */
function fitToKeyboard(root: ShadowRoot): void {
  const view = window.visualViewport;
  const { host } = root;
  if (view === null || !(host instanceof HTMLElement)) return;
  const fit = (): void => {
    // Zoomed in by hand the page moves under the fingers: the window stays where it is.
    const isZoomed = view.scale > 1.01;
    host.style.setProperty('--visible-height', isZoomed ? '100dvh' : `${String(view.height)}px`);
    host.style.setProperty('--visible-top', isZoomed ? '0px' : `${String(view.offsetTop)}px`);
  };
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  fit();
}

/** Seconds: how long the sound lasts; and at least between two, in milliseconds. */
const LENGTH = 0.35;
const APART = 3000;

/** A quiet sound for new messages, which the visitor can switch off. */
function createSound(storage: TextStorage, key: string) {
  let context: AudioContext | undefined;
  let last = 0;
  return {
    isOn: (): boolean => storage.get(key) === undefined,
    set: (isOn: boolean): void => storage.set(key, isOn ? undefined : 'off'),
    /** browsers allow sound only after the visitor has pressed something */
    prepare: (): void => {
      context ??= typeof AudioContext === 'function' ? new AudioContext() : undefined;
    },
    play: (): void => {
      if (context === undefined || storage.get(key) !== undefined || Date.now() - last < APART) return;
      last = Date.now();
      const now = context.currentTime;
      const volume = context.createGain();
      volume.gain.setValueAtTime(0, now);
      volume.gain.linearRampToValueAtTime(0.06, now + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + LENGTH);
      volume.connect(context.destination);
      for (const [at, pitch] of [659, 880].entries()) {
        const tone = context.createOscillator();
        tone.frequency.value = pitch;
        tone.connect(volume);
        tone.start(now + at * 0.09);
        tone.stop(now + LENGTH);
      }
    },
  };
}
