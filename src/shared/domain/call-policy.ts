import type { Chat } from './entities.ts';
import { hasSeen, needOf, repeatDelay, waitsSince } from './needs-person.ts';

/** Why a chat calls: its customer waits, or a reply in it was not delivered. */
export type CallKind = 'waiting' | 'failed';

/** A chat that calls an operator. */
export interface Caller {
  readonly chatId: string;
  readonly kind: CallKind;
  /** another one when the customer writes again, or another reply fails: then it calls anew */
  readonly mark: string;
}

/** Who calls, whose call was dismissed, and when they are called out next. Times are milliseconds of one clock. */
export interface Calling {
  /** in the order in which they began */
  readonly callers: readonly (Caller & { /** how often it was called out */ readonly times: number })[];
  readonly dismissed: readonly Caller[];
  /** undefined: nothing is to be called out */
  readonly dueAt?: number | undefined;
  /** the latest time that anything was called out */
  readonly calledAt?: number | undefined;
}

/** One notification: of one chat, or of several at once. */
export interface CallNotice {
  readonly kind: CallKind;
  /** never empty */
  readonly chatIds: readonly string[];
  /** all of them were called out before */
  readonly again: boolean;
}

/** What is called out: by notifications, one of a kind at most, and by one sound. */
export interface CallOut {
  readonly notices: readonly CallNotice[];
  readonly rings: boolean;
}

/** Milliseconds in which a burst becomes one call, and in which it is noted that somebody looks at the chat already. */
export const GATHERING = 1200;

/** Milliseconds between two calls: no sound comes sooner after another. */
export const CALLS_APART = 10_000;

const KINDS: readonly CallKind[] = ['waiting', 'failed'];

export const NOBODY_CALLS: Calling = { callers: [], dismissed: [] };

function isSame(one: Caller, { chatId, kind }: Caller): boolean {
  return one.chatId === chatId && one.kind === kind;
}

/** What a chat calls this operator for, as it stands; undefined: for nothing. */
export function callerOf(chat: Chat, operatorId: string): Caller | undefined {
  const need = needOf(chat, operatorId);
  if (need === undefined || hasSeen(chat, operatorId)) return undefined;
  const mark = [need, chat.unanswered, waitsSince(chat)].join(' ');
  return { chatId: chat.id, kind: need === 'failedReply' ? 'failed' : 'waiting', mark };
}

/** A chat calls. One that called with the same mark already, or was dismissed with it, changes nothing. */
export function withCaller(calling: Calling, caller: Caller, now: number): Calling {
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
    dueAt: Math.min(dueAt, Math.max(now + GATHERING, calledAt + CALLS_APART)),
  };
}

/** A chat calls no longer: somebody looked at it, answered it, or it is gone. `kind` undefined: whatever it called for. */
export function withoutCaller(calling: Calling, chatId: string, kind?: CallKind): Calling {
  const isLeft = (each: Caller): boolean => each.chatId !== chatId || (kind !== undefined && each.kind !== kind);
  return withCallers({ ...calling, dismissed: calling.dismissed.filter(isLeft) }, calling.callers.filter(isLeft));
}

/** A notification was dismissed by hand: its chats call no longer, until their customers write again. */
export function withDismissed(calling: Calling, { kind, chatIds }: Pick<CallNotice, 'kind' | 'chatIds'>): Calling {
  const isDismissed = (each: Caller): boolean => each.kind === kind && chatIds.includes(each.chatId);
  const gone = calling.callers.filter(isDismissed).map(({ times: _times, ...caller }) => caller);
  return withCallers(
    { ...calling, dismissed: [...calling.dismissed, ...gone] },
    calling.callers.filter((each) => !isDismissed(each)),
  );
}

function withCallers(calling: Calling, callers: Calling['callers']): Calling {
  return { ...calling, callers, dueAt: callers.length === 0 ? undefined : calling.dueAt };
}

/** Nothing may be called out now; it is tried again then. */
export function postponed(calling: Calling, until: number): Calling {
  return calling.callers.length === 0 ? calling : { ...calling, dueAt: until };
}

/**
 * Calls out all who call, together. Over an inbox that somebody has before them (`isWatched`) nothing is laid; it rings.
 * They are called again by the schedule of waiting, unless that is switched off.
 */
export function callOut(
  calling: Calling,
  { now, isWatched, repeats }: { readonly now: number; readonly isWatched: boolean; readonly repeats: boolean },
): { readonly calling: Calling; readonly out: CallOut } {
  const callers = calling.callers.map((each) => ({ ...each, times: each.times + 1 }));
  if (callers.length === 0) return { calling, out: { notices: [], rings: false } };
  const soonest = Math.min(...callers.map(({ times }) => repeatDelay(times)));
  const notices = KINDS.map((kind): CallNotice => {
    const ofKind = calling.callers.filter((each) => each.kind === kind);
    return { kind, chatIds: ofKind.map(({ chatId }) => chatId), again: ofKind.every(({ times }) => times > 0) };
  });
  return {
    calling: { ...calling, callers, calledAt: now, dueAt: repeats ? now + soonest : undefined },
    out: { notices: isWatched ? [] : notices.filter(({ chatIds }) => chatIds.length > 0), rings: true },
  };
}
