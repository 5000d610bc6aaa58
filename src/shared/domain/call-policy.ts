import type { Chat } from './entities.ts';
import { hasSeen, needOf, repeatDelay, waitingSinceOf } from './needs-person.ts';

/** Why a chat calls: its customer waits, or a reply in it was not delivered. */
export type CallKind = 'waiting' | 'failed';

/** A chat that calls an operator. */
export interface Caller {
  readonly chatId: string;
  readonly kind: CallKind;
  /** changes when the customer writes again or another reply fails: then the chat calls again */
  readonly mark: string;
}

/** Chats that call, dismissed calls, and the time of the next call. Times are milliseconds of one clock. */
export interface CallState {
  /** oldest first */
  readonly callers: readonly (Caller & { /** number of calls so far */ readonly times: number })[];
  readonly dismissed: readonly Caller[];
  /** undefined: no call is due */
  readonly dueAt?: number | undefined;
  /** time of the latest call */
  readonly calledAt?: number | undefined;
}

/** One notification: for one chat, or for several at once. */
export interface CallNotice {
  readonly kind: CallKind;
  /** never empty */
  readonly chatIds: readonly string[];
  /** all of them were called out before */
  readonly isRepeat: boolean;
}

/** The output of a call: at most one notification per kind, and one sound. */
export interface CallResult {
  readonly notices: readonly CallNotice[];
  readonly rings: boolean;
}

/** Milliseconds in which a burst becomes one call, and in which someone may already be seen looking at the chat. */
export const GATHER_TIME = 1200;

/** Minimum milliseconds between two sounds. */
export const MIN_CALL_GAP = 10_000;

export const CALL_KINDS: readonly CallKind[] = ['waiting', 'failed'];

export const NO_CALLS: CallState = { callers: [], dismissed: [] };

function isSame(one: Caller, { chatId, kind }: Caller): boolean {
  return one.chatId === chatId && one.kind === kind;
}

/** Why a chat calls this operator at the moment; undefined: it doesn't. */
export function findCaller(chat: Chat, operatorId: string): Caller | undefined {
  const need = needOf(chat, operatorId);
  if (need === undefined || hasSeen(chat, operatorId)) return undefined;
  const mark = [need, chat.unanswered, waitingSinceOf(chat)].join(' ');
  return { chatId: chat.id, kind: need === 'failedReply' ? 'failed' : 'waiting', mark };
}

/** Adds a caller. A mark that already called or was dismissed changes nothing. */
export function withCaller(calling: CallState, caller: Caller, now: number): CallState {
  const isKnown = [...calling.callers, ...calling.dismissed].some(
    (each) => isSame(each, caller) && each.mark === caller.mark,
  );
  if (isKnown) return calling;
  const { callers, dismissed, dueAt = Infinity, calledAt = -Infinity } = calling;
  const place = callers.findIndex((each) => isSame(each, caller));
  const fresh = { ...caller, times: 0 };
  return {
    calledAt: calling.calledAt,
    callers: place < 0 ? [...callers, fresh] : callers.with(place, fresh),
    dismissed: dismissed.filter((each) => !isSame(each, caller)),
    dueAt: Math.min(dueAt, Math.max(now + GATHER_TIME, calledAt + MIN_CALL_GAP)),
  };
}

/** The calls after a chat changed, or was found at the start: it calls if it needs this operator, else no more. */
export function withChat(calling: CallState, chat: Chat, operatorId: string, now: number): CallState {
  const caller = findCaller(chat, operatorId);
  const left = CALL_KINDS.filter((kind) => kind !== caller?.kind).reduce(
    (all, kind) => withoutCaller(all, chat.id, kind),
    calling,
  );
  return caller === undefined ? left : withCaller(left, caller, now);
}

/** Removes a caller: someone looked at the chat or answered it, or it is gone. `kind` undefined: every kind. */
export function withoutCaller(calling: CallState, chatId: string, kind?: CallKind): CallState {
  const isKept = (each: Caller): boolean => each.chatId !== chatId || (kind !== undefined && each.kind !== kind);
  return withCallers({ ...calling, dismissed: calling.dismissed.filter(isKept) }, calling.callers.filter(isKept));
}

/** A notification was dismissed by hand: its chats stay silent until their customers write again. */
export function withDismissed(calling: CallState, { kind, chatIds }: Pick<CallNotice, 'kind' | 'chatIds'>): CallState {
  const isDismissed = (each: Caller): boolean => each.kind === kind && chatIds.includes(each.chatId);
  const gone = calling.callers.filter(isDismissed).map(({ times: _times, ...caller }) => caller);
  return withCallers(
    { ...calling, dismissed: [...calling.dismissed, ...gone] },
    calling.callers.filter((each) => !isDismissed(each)),
  );
}

function withCallers(calling: CallState, callers: CallState['callers']): CallState {
  return { ...calling, callers, dueAt: callers.length === 0 ? undefined : calling.dueAt };
}

/** Calls aren't allowed now; the next attempt is then. */
export function postpone(calling: CallState, until: number): CallState {
  return calling.callers.length === 0 ? calling : { ...calling, dueAt: until };
}

/**
 * Calls out all callers together. If an operator has the inbox in view (`isWatched`), it only rings. Unless repeats are
 * switched off, callers are called again on the schedule for waiting chats.
 */
export function nextCalls(
  calling: CallState,
  { now, isWatched, repeats }: { readonly now: number; readonly isWatched: boolean; readonly repeats: boolean },
): { readonly calling: CallState; readonly out: CallResult } {
  const callers = calling.callers.map((each) => ({ ...each, times: each.times + 1 }));
  if (callers.length === 0) return { calling, out: { notices: [], rings: false } };
  const soonest = Math.min(...callers.map(({ times }) => repeatDelay(times)));
  const notices = CALL_KINDS.map((kind): CallNotice => {
    const ofKind = calling.callers.filter((each) => each.kind === kind);
    return { kind, chatIds: ofKind.map(({ chatId }) => chatId), isRepeat: ofKind.every(({ times }) => times > 0) };
  });
  return {
    calling: { ...calling, callers, calledAt: now, dueAt: repeats ? now + soonest : undefined },
    out: { notices: isWatched ? [] : notices.filter(({ chatIds }) => chatIds.length > 0), rings: true },
  };
}
