import { type Alert, alertOf, isHandled, kindOf, reasonOf } from './alerts.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';
import { hasSeen, repeatDelay, waitingSinceOf } from './needs-person.ts';

/** Why a chat calls: its customer waits, or a reply in it was not delivered. */
export type CallKind = 'waiting' | 'failed';

/** A chat that calls an operator. */
export interface Caller {
  readonly chatId: string;
  readonly kind: CallKind;
  /** changes when the customer writes again or another reply fails: then the chat calls again */
  readonly mark: string;
}

/** What a chat calls for. */
interface Call extends Caller {
  readonly alert: Alert;
}

interface Calling extends Call {
  /** number of calls so far */
  readonly times: number;
}

/** Chats that call, dismissed calls, and the time of the next call. Times are milliseconds of one clock. */
export interface CallState {
  /** oldest first */
  readonly callers: readonly Calling[];
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
  readonly alerts: readonly Alert[];
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

function isSame(one: Pick<Caller, 'chatId' | 'kind'>, { chatId, kind }: Pick<Caller, 'chatId' | 'kind'>): boolean {
  return one.chatId === chatId && one.kind === kind;
}

/** What a chat calls this operator for as it stands; undefined: it doesn't. */
function findCall(chat: Chat, operatorId: string): Call | undefined {
  const alert = alertOf(chat, operatorId);
  if (alert === undefined) return undefined;
  return callFor(alert, [alert.reason, chat.unanswered, waitingSinceOf(chat)].join(' '));
}

function callFor(alert: Alert, mark: string): Call {
  return { chatId: alert.chat.id, kind: kindOf(alert.reason), mark, alert };
}

/** Adds a call. A mark that already called or was dismissed calls no more. */
function withCall(calling: CallState, caller: Call, now: number): CallState {
  const isKnown = (each: Caller): boolean => isSame(each, caller) && each.mark === caller.mark;
  if (calling.dismissed.some(isKnown)) return calling;
  const { callers, dismissed, dueAt = Infinity, calledAt = -Infinity } = calling;
  // The chat may have changed otherwise.
  if (callers.some(isKnown))
    return { ...calling, callers: callers.map((each) => (isKnown(each) ? { ...each, alert: caller.alert } : each)) };
  const place = callers.findIndex((each) => isSame(each, caller));
  const fresh = { ...caller, times: 0 };
  return {
    calledAt: calling.calledAt,
    callers: place < 0 ? [...callers, fresh] : callers.with(place, fresh),
    dismissed: dismissed.filter((each) => !isSame(each, caller)),
    dueAt: Math.min(dueAt, Math.max(now + GATHER_TIME, calledAt + MIN_CALL_GAP)),
  };
}

/** Calls for something that happened: each message once, whatever the chat called for before. */
export function withAlert(calling: CallState, alert: Alert, now: number): CallState {
  return withCall(calling, callFor(alert, alert.message.id), now);
}

/** The calls after a chat changed, or was found at the start: it calls if it needs this operator, else no more. */
export function withChat(calling: CallState, chat: Chat, operatorId: string, now: number): CallState {
  const found = findCall(chat, operatorId);
  // Whoever was given an answered chat does not know of it yet, although it needs nobody.
  if (found === undefined && calling.callers.some((each) => isGiven(each, chat, operatorId))) return calling;
  const left = CALL_KINDS.filter((kind) => kind !== found?.kind).reduce(
    (all, kind) => withoutCaller(all, chat.id, kind),
    calling,
  );
  return found === undefined ? left : withCall(left, found, now);
}

function isGiven({ chatId, alert }: Calling, chat: Chat, operatorId: string): boolean {
  return chatId === chat.id && alert.reason === 'assigned' && !isHandled('assigned', chat, operatorId);
}

/** The calls after a message was added to a chat. */
export function withMessage(
  calling: CallState,
  { message, chat }: { readonly message: Message; readonly chat: Chat },
  operatorId: string,
  now: number,
): CallState {
  const isGivenNow = reasonOf(message, chat, operatorId) === 'assigned' && !hasSeen(chat, operatorId);
  const seen = withChat(calling, chat, operatorId, now);
  if (!isGivenNow || findCall(chat, operatorId) !== undefined) return seen;
  return withAlert(seen, { reason: 'assigned', message, chat }, now);
}

/** The calls if these are all chats that need this operator: the others need them no more. */
export function withAllChats(calling: CallState, needing: readonly Chat[], operatorId: string, now: number): CallState {
  const ids = new Set(needing.map(({ id }) => id));
  const isGone = ({ chatId }: Caller): boolean => !ids.has(chatId);
  const given = calling.callers.filter(({ alert }) => alert.reason === 'assigned').map(({ chatId }) => chatId);
  const left = [...calling.callers, ...calling.dismissed]
    .filter((each) => isGone(each) && !given.includes(each.chatId))
    .reduce((all, { chatId }) => withoutCaller(all, chatId), calling);
  return needing.reduce((all, chat) => withChat(all, chat, operatorId, now), left);
}

/** The kinds of call that nobody is needed for any more. */
export function settledKinds(before: CallState, after: CallState): readonly CallKind[] {
  const calls = ({ callers }: CallState, kind: CallKind): boolean => callers.some((each) => each.kind === kind);
  return CALL_KINDS.filter((kind) => calls(before, kind) && !calls(after, kind));
}

/** Removes a caller: someone looked at the chat or answered it, or it is gone. `kind` undefined: every kind. */
export function withoutCaller(calling: CallState, chatId: string, kind?: CallKind): CallState {
  const isKept = (each: Caller): boolean => each.chatId !== chatId || (kind !== undefined && each.kind !== kind);
  return withCallers({ ...calling, dismissed: calling.dismissed.filter(isKept) }, calling.callers.filter(isKept));
}

/** A notification was dismissed by hand: its chats stay silent until their customers write again. */
export function withDismissed(calling: CallState, { kind, alerts }: Pick<CallNotice, 'kind' | 'alerts'>): CallState {
  const isDismissed = (each: Caller): boolean =>
    each.kind === kind && alerts.some(({ chat }) => chat.id === each.chatId);
  const gone = calling.callers.filter(isDismissed).map(({ chatId, mark }) => ({ chatId, kind, mark }));
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
    return { kind, alerts: ofKind.map(({ alert }) => alert), isRepeat: ofKind.every(({ times }) => times > 0) };
  });
  return {
    calling: { ...calling, callers, calledAt: now, dueAt: repeats ? now + soonest : undefined },
    out: { notices: isWatched ? [] : notices.filter(({ alerts }) => alerts.length > 0), rings: true },
  };
}
