import type {
  Credentials,
  EngineFrame,
  SiteIdentity,
  SiteMessage,
  VisitedPage,
  VisitorFrame,
} from '#shared/site/frames.ts';
import { keyOf, type TextStorage, openStorage } from '../../storage.ts';
import { keepConnection, onWake } from '../connection/connection.ts';
import { createMailbox, openLetters } from '../connection/letter.ts';
import { openPoll, openSocket, type WireFrame } from '../connection/wires.ts';
import { createAttention } from './attention.ts';
import { createOutbox, newId, type Outbox, type OutgoingFrame } from './outbox.ts';
import { startSession, type Session } from './session.ts';
import { changed, newestOf, NO_CHAT, unseenOf, type ChatChange, type ChatState, type Pending } from './state.ts';
import { joinTabs } from './tabs.ts';

/** Milliseconds: until earlier messages are asked for again; until somebody counts as typing no more. */
const HISTORY_TIME = 3000;
const LONGEST_TYPING = 30_000;
/** Milliseconds between questions to the tab with the connection, also while something is to be sent. */
const CHECK_TIME = 20_000;
const SENDING_CHECK_TIME = 3000;

export interface ChatOptions {
  readonly publicId: string;
  readonly home: string;
  /** of a folder of the website that takes messages in, to which a path is added; undefined: the engine itself does */
  readonly script: string | undefined;
  readonly language: string;
  readonly page: () => VisitedPage;
  readonly identity: SiteIdentity | undefined;
  /** names the window on this page, whoever is signed in there */
  readonly window: string;
  /** a message that the visitor has not seen before */
  readonly onMessage: (message: SiteMessage) => void;
  readonly onInvite: (invite: Extract<EngineFrame, { readonly kind: 'invite' }>) => void;
  readonly onChange: () => void;
}

export type Chat = ReturnType<typeof startChat>;

/** Content of a visitor's message. */
export type MessageContent = Omit<Extract<VisitorFrame, { readonly kind: 'message' }>, 'kind' | 'id'>;

/** Messages between tabs. */
type TabMessage =
  | { readonly kind: 'change'; readonly change: ChatChange }
  | { readonly kind: 'send'; readonly frame: VisitorFrame }
  /** asks for the state that is shown */
  | { readonly kind: 'ask' }
  /** is the tab with the connection awake? `isLooking`: the visitor looks at the window in this tab */
  | { readonly kind: 'check'; readonly isLooking: boolean }
  | { readonly kind: 'awake' };

/** Starts one person's chat of one channel in this tab; for another person it is closed, and another one started. */
export function startChat(options: ChatOptions) {
  const { publicId, home, script, language, page, window, onMessage, onInvite, onChange } = options;
  let { identity } = options;
  const base = script !== undefined ? home : `${home}/site/${publicId}`;
  const key = keyOf(publicId, identity);
  const storage = openStorage(() => localStorage);
  const visit = openStorage(() => sessionStorage);
  const outbox = createOutbox(storage, `${key}:out:`);
  /** of somebody signed in: never stored, since whoever uses this browser next would find it */
  let signed: string | undefined;
  const token = {
    get: () => signed ?? (storage.get(key) || undefined),
    set: (known: string | undefined): void => {
      signed = known?.startsWith('i.') === true ? known : undefined;
      storage.set(key, signed === undefined ? known : '');
    },
  };
  // Of somebody signed in nothing stays that whoever comes next could read.
  const mailbox = createMailbox(identity === undefined ? storage : visit, `${key}:mail`);
  const attention = createAttention();
  const mark = (): void => {
    if (storage.get(key) === undefined) storage.set(key, '');
    if (script !== undefined) mailbox.keep();
  };
  const listeners = new Set([onChange]);
  if (identity !== undefined) takeOver(keyOf(publicId, undefined), { storage, visit, outbox, key });
  let state: ChatState = { ...NO_CHAT, isKnown: token.get() !== undefined, pending: outbox.entries() };
  let session: Session | undefined;
  let checked = 0;
  let asked = { before: '', at: 0 };
  let typingEnds: ReturnType<typeof setTimeout> | undefined;

  const apply = (change: ChatChange): void => {
    const before = state;
    state = changed(state, change);
    for (const message of newsIn(change, before)) onMessage(message);
    if (change.kind === 'typing') {
      clearTimeout(typingEnds);
      if (change.on) typingEnds = setTimeout(() => apply({ kind: 'typing', on: false }), LONGEST_TYPING);
    }
    if (change.kind === 'accepted' || change.kind === 'refused') outbox.remove(change.id);
    if (change.kind === 'invite') onInvite(change);
    if (state !== before || change.kind === 'token') for (const listener of listeners) listener();
  };
  const share = (change: ChatChange): void => {
    apply(change);
    tabs.tell({ kind: 'change', change });
  };

  const receive = (frame: WireFrame): void => {
    share(frame);
    if (frame.kind !== 'welcome' && frame.kind !== 'message') return;
    const upTo = newestOf(state);
    if (upTo === undefined || !state.isKnown) return;
    // Somebody signed in may have written on another device.
    mark();
    const isSeen = Number(state.seen ?? 0) >= Number(upTo);
    const isKnown = frame.kind === 'welcome' && frame.seen === upTo;
    if (!isKnown) session?.send({ kind: 'got', upTo, seen: isSeen });
  };

  /** Resolves with what `find` finds after some change. */
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });

  const tabs = joinTabs<TabMessage>({
    // A page that still has the script of an earlier address cannot connect: it must not do so for others.
    name: `${home} ${key}`,
    isAlone: !storage.isLasting,
    onLead: () => {
      for (const pending of state.pending) if (isOpen(pending)) outbox.adopt(pending);
      apply({ kind: 'outbox', entries: outbox.entries() });
      const led = startSession({
        outbox,
        token,
        language,
        page,
        identity: () => identity,
        window,
        newest: () => state.messages.at(-1),
        connect: (listener) =>
          keepConnection({
            base,
            ways:
              script === undefined
                ? [
                    { name: 'socket', open: openSocket },
                    { name: 'poll', open: openPoll },
                  ]
                : [{ name: 'letter', open: openLetters(mailbox, attention, script) }],
            storage: visit,
            key: `${key}:way`,
            onWake,
            ...listener,
          }),
        onFrame: receive,
        onState: (isConnected) => share({ kind: 'connection', isConnected }),
      });
      session = led;
      return () => {
        session = undefined;
        led.close();
      };
    },
    onFollow: () => {
      tabs.ask({ kind: 'ask' });
      if (!document.hidden) tabs.tell({ kind: 'send', frame: { kind: 'page', page: page() } });
    },
    onMessage: (message) => {
      switch (message.kind) {
        case 'ask':
          if (session !== undefined) tabs.tell({ kind: 'change', change: { kind: 'shown', state } });
          return;
        case 'check':
          if (session === undefined) return;
          if (message.isLooking) attention.heard();
          return tabs.tell({ kind: 'awake' });
        case 'awake':
          return tabs.answered();
        case 'send':
          session?.send(message.frame);
          return;
        default:
          tabs.answered();
          apply(message.change);
          if (message.change.kind === 'outbox') message.change.entries.forEach(outbox.adopt);
          session?.flush();
      }
    },
  });
  const say = (frame: VisitorFrame): void => {
    if (session === undefined) tabs.tell({ kind: 'send', frame });
    else session.send(frame);
  };
  const queue = (frame: OutgoingFrame): void => {
    const outgoing = { frame, at: Date.now() };
    // Of a returning visitor, also before there is a token.
    mark();
    outbox.add(frame, outgoing.at);
    // Before it is drawn here.
    session?.flush();
    share({ kind: 'outbox', entries: [outgoing] });
    if (session === undefined) tabs.ask({ kind: 'ask' });
  };
  const loadEarlier = (): void => {
    const [first] = state.messages;
    if (first === undefined || (first.id === asked.before && Date.now() - asked.at < HISTORY_TIME)) return;
    asked = { before: first.id, at: Date.now() };
    say({ kind: 'history', before: first.id });
  };
  // The tab with the connection may fall asleep at any time.
  const checking = setInterval(() => {
    const isSending = state.pending.some(isOpen);
    if (session !== undefined || document.hidden) return;
    if (!isSending && Date.now() - checked < CHECK_TIME) return;
    checked = Date.now();
    tabs.ask({ kind: 'check', isLooking: attention.isHere() });
  }, SENDING_CHECK_TIME);
  const forgetWake = onWake(() => {
    if (session === undefined) tabs.ask({ kind: 'ask' });
  });

  return {
    base,
    /** beginning of the keys under which data of this person is stored */
    key,
    identity: () => identity,
    state: () => state,
    /** true if the chat can be continued after leaving the page */
    isLasting: storage.isLasting,
    send: (content: MessageContent): void => queue({ kind: 'message', id: newId(), ...content }),
    rate: (message: string, rate: number, comment: string): void =>
      queue({ kind: 'rate', id: newId(), message, rate, ...(comment !== '' && { comment }) }),
    end: (): void => queue({ kind: 'end', id: newId() }),
    giveEmail: (email: string): void => queue({ kind: 'email', id: newId(), email }),
    /** takes what was refused off the screen */
    remove: (id: string): void => {
      outbox.remove(id);
      share({ kind: 'removed', id });
    },
    typing: (on: boolean): void => {
      if (state.isKnown) say({ kind: 'typing', on });
    },
    /** everything so far is on the screen */
    see: (): void => {
      const upTo = newestOf(state);
      if (upTo === undefined || unseenOf(state).length === 0) return;
      share({ kind: 'saw', upTo });
      say({ kind: 'got', upTo, seen: true });
    },
    loadEarlier,
    /** resolves when there are no earlier ones, or no more come */
    loadAll: async (): Promise<void> => {
      for (let first; state.hasMore && first !== state.messages[0]?.id;) {
        const before = (first = state.messages[0]?.id);
        loadEarlier();
        const loaded = until(() => !state.hasMore || before !== state.messages[0]?.id || undefined);
        await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, HISTORY_TIME))]);
      }
    },
    /** the website says more of the same person */
    identify: (said: SiteIdentity): void => {
      identity = said;
      say({ kind: 'identify', identity });
    },
    visit: (shown: VisitedPage): void => say({ kind: 'page', page: shown }),
    /** the visitor looks at the window in this tab, or no more */
    look: (isLooking: boolean): void => {
      if (isLooking === attention.isHere()) return;
      attention.look(isLooking);
      if (isLooking && session === undefined) tabs.tell({ kind: 'check', isLooking });
    },
    /** name of this person's mailbox on the website, which is kept from now on */
    mailbox: (): string => {
      mailbox.keep();
      return mailbox.name();
    },
    /** resolves when the engine knows the visitor, with who they are; for uploads */
    known: (): Promise<Credentials> =>
      until(() => {
        if (!state.isConnected) return undefined;
        if (state.isKnown) return { token: token.get(), identity: identity && { ...identity, fields: undefined } };
        say({ kind: 'begin' });
        return undefined;
      }),
    /** somebody else is here now */
    close: (): void => {
      listeners.clear();
      clearInterval(checking);
      clearTimeout(typingEnds);
      forgetWake();
      tabs.close();
    },
  };
}

/**
 * Somebody has signed in: what they wrote on this page before goes with them, and nothing else is left here of whoever
 * was not signed in. `from`: the beginning of their keys.
 */
function takeOver(
  from: string,
  to: { readonly storage: TextStorage; readonly visit: TextStorage; readonly outbox: Outbox; readonly key: string },
): void {
  const { storage, visit, outbox, key } = to;
  const anonymous = createOutbox(storage, `${from}:out:`);
  for (const { frame, at } of anonymous.entries()) {
    if (at >= performance.timeOrigin) outbox.add(frame, at);
    anonymous.remove(frame.id);
  }
  const draft = visit.get(`${from}:draft`);
  if (draft !== undefined && visit.get(`${key}:draft`) === undefined) visit.set(`${key}:draft`, draft);
  visit.set(`${from}:draft`, undefined);
  // Until the engine has found the signature right, they are who they were.
  const token = storage.get(from);
  if (token !== undefined && storage.get(key) === undefined) storage.set(key, token);
  storage.set(from, undefined);
}

/** Messages from the shop that have just come, also while there was no connection; not those of earlier visits. */
function newsIn(change: ChatChange, { isWelcome, messages }: ChatState): readonly SiteMessage[] {
  const isContinued = change.kind === 'welcome' && isWelcome && change.anew === undefined;
  const received = change.kind === 'message' ? [change.message] : isContinued ? change.messages : [];
  return received.filter(({ id, from }) => from !== 'visitor' && !messages.some((message) => message.id === id));
}

/** True while it is still to be sent. */
function isOpen({ refused, isAccepted }: Pending): boolean {
  return refused === undefined && isAccepted !== true;
}
