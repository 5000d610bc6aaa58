import type { RefusalCode, SiteMessage, SiteState } from '#shared/site/frames.ts';
import type { WireFrame } from '../connection/wires.ts';
import type { Outgoing } from './outbox.ts';

/** A message, rating, end or address of the visitor that the engine does not have yet, or refused. */
export interface Pending extends Outgoing {
  readonly refused?: RefusalCode;
  /** accepted; its message has not come yet */
  readonly isAccepted?: true;
}

/** State of a chat in the window; the same in all tabs. */
export interface ChatState {
  readonly isConnected: boolean;
  /** true while the engine is off, and its website takes messages in */
  readonly isOff: boolean;
  /** true once the engine has answered since the window opened */
  readonly isWelcome: boolean;
  /** true if the engine knows the visitor: by a token, or a signature of the website */
  readonly isKnown: boolean;
  readonly siteState: SiteState | undefined;
  /** in the order of their ids */
  readonly messages: readonly SiteMessage[];
  /** true if there are earlier ones */
  readonly hasMore: boolean;
  readonly pending: readonly Pending[];
  /** name of whoever is typing; empty: somebody */
  readonly typing: string | undefined;
  /** the newest message that was on the visitor's screen */
  readonly seen: string | undefined;
}

export const NO_CHAT: ChatState = {
  isConnected: false,
  isOff: false,
  isWelcome: false,
  isKnown: false,
  siteState: undefined,
  messages: [],
  hasMore: false,
  pending: [],
  typing: undefined,
  seen: undefined,
};

/** Change to the state of a chat. */
export type ChatChange =
  | WireFrame
  | { readonly kind: 'connection'; readonly isConnected: boolean }
  | { readonly kind: 'outbox'; readonly entries: readonly Outgoing[] }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'saw'; readonly upTo: string }
  /** state shown by another tab */
  | { readonly kind: 'shown'; readonly state: ChatState };

/** The state after a change. What came before is not shown again, in whatever order connections and tabs repeat it. */
export function changed(state: ChatState, change: ChatChange): ChatState {
  switch (change.kind) {
    case 'welcome': {
      const messages = merged(change.anew ? [] : state.messages, change.messages);
      const isContinued = !change.anew && state.messages.length > 0;
      return withoutSent({
        ...state,
        isConnected: true,
        isWelcome: true,
        siteState: change.state,
        messages,
        // What was accepted before a restore never comes.
        pending: change.anew ? state.pending.filter(({ isAccepted }) => !isAccepted) : state.pending,
        hasMore: isContinued ? state.hasMore : change.more,
        typing: undefined,
        seen: later(change.anew ? undefined : state.seen, change.seen),
      });
    }
    case 'token':
      return state.isKnown ? state : { ...state, isKnown: true };
    case 'message': {
      const typing = change.message.from === 'visitor' ? state.typing : undefined;
      return withoutSent({ ...state, typing, messages: merged(state.messages, [change.message]) });
    }
    case 'history':
      return { ...state, messages: merged(state.messages, change.messages), hasMore: change.more };
    case 'accepted':
      return withoutSent({
        ...state,
        pending: state.pending.flatMap((pending) => {
          if (pending.frame.id !== change.id) return [pending];
          return pending.frame.kind === 'message' ? [{ ...pending, isAccepted: true as const }] : [];
        }),
      });
    case 'refused':
      return withPending(state, change.id, { refused: change.code });
    case 'rated':
      return {
        ...state,
        messages: state.messages.map((message) =>
          message.id === change.message ? { ...message, rating: change.rating } : message,
        ),
      };
    case 'kept':
      return withPending(state, change.id, { keptAt: Date.now() });
    case 'off':
      return { ...state, isOff: change.isOff, isConnected: state.isConnected || change.isOff };
    case 'typing':
      return { ...state, typing: change.on ? (change.name ?? '') : undefined };
    case 'state':
      return { ...state, siteState: change.state };
    case 'gone':
      return change.what === 'token' ? { ...NO_CHAT, pending: state.pending } : state;
    case 'connection':
      return { ...state, isConnected: change.isConnected, typing: change.isConnected ? state.typing : undefined };
    case 'outbox':
      return withoutSent({ ...state, pending: withEntries(state.pending, change.entries) });
    case 'removed':
      return { ...state, pending: state.pending.filter(({ frame }) => frame.id !== change.id) };
    case 'saw':
      return { ...state, seen: later(state.seen, change.upTo) };
    case 'shown':
      return withoutSent({
        ...change.state,
        messages: merged(state.messages, change.state.messages),
        pending: withEntries(change.state.pending, state.pending),
        seen: later(state.seen, change.state.seen),
      });
    default:
      return state;
  }
}

function withPending(state: ChatState, id: string, change: Partial<Pending>): ChatState {
  const pending = state.pending.map((entry) => (entry.frame.id === id ? { ...entry, ...change } : entry));
  return { ...state, pending };
}

/** Messages of both, each once, the newer version of the same one winning. */
function merged(known: readonly SiteMessage[], more: readonly SiteMessage[]): readonly SiteMessage[] {
  if (more.length === 0) return known;
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

function withEntries(pending: readonly Pending[], entries: readonly Outgoing[]): readonly Pending[] {
  const known = new Set(pending.map(({ frame }) => frame.id));
  const more = entries.filter(({ frame }) => !known.has(frame.id));
  return more.length === 0 ? pending : [...pending, ...more].sort((a, b) => a.at - b.at);
}

/** A message of the visitor's own that has come is not pending any more. */
function withoutSent(state: ChatState): ChatState {
  const received = new Set(state.messages.map(({ clientId }) => clientId));
  const pending = state.pending.filter(({ frame }) => !received.has(frame.id));
  return pending.length === state.pending.length ? state : { ...state, pending };
}

function later(a: string | undefined, b: string | undefined): string | undefined {
  return Number(a ?? 0) >= Number(b ?? 0) ? a : b;
}

/** The newest message; undefined: none. */
export function newestOf({ messages }: ChatState): string | undefined {
  return messages.at(-1)?.id;
}

/** Messages from the shop that the visitor has not seen. */
export function unseenOf({ messages, seen }: ChatState): readonly SiteMessage[] {
  return messages.filter(({ id, from }) => from !== 'visitor' && Number(id) > Number(seen ?? 0));
}
