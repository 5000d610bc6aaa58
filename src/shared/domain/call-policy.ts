import { type Alert, alertOf, type AlertReason, type CallKind, isHandled, kindOf, reasonOf } from './alerts.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';
import { needOf, repeatDelay, waitingSinceOf } from './needs-person.ts';

/** A chat that calls an operator. */
export interface Caller {
  readonly chatId: string;
  readonly kind: CallKind;
  /** changes when the customer writes again or another reply fails: then the chat calls again */
  readonly mark: string;
}

/** The operator who is called. */
export interface Called {
  readonly operatorId: string;
  /** true if they wish to be called for this; without it, for everything */
  readonly wants?: ((reason: AlertReason) => boolean) | undefined;
}

/** A caller with the alert that made it call. */
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

/** Milliseconds between checks whether calls are allowed again. */
const HELD_CHECK = 30_000;

export const CALL_KINDS: readonly CallKind[] = ['waiting', 'failed'];

export const NO_CALLS: CallState = { callers: [], dismissed: [] };

function isSame(one: Pick<Caller, 'chatId' | 'kind'>, { chatId, kind }: Pick<Caller, 'chatId' | 'kind'>): boolean {
  return one.chatId === chatId && one.kind === kind;
}

/** Derives an alert's call to this operator. The mark is the same for a message and for the chat as it is after it. */
function callFor(alert: Alert | undefined, { operatorId, wants }: Called): Call | undefined {
  if (alert === undefined || wants?.(alert.reason) === false) return undefined;
  const { reason, chat } = alert;
  const mark = [needOf(chat, operatorId), chat.unanswered, waitingSinceOf(chat)].join(' ');
  return { chatId: chat.id, kind: kindOf(reason), mark, alert };
}

/** Adds a call. A mark that already called or was dismissed calls no more. */
function withCall(calling: CallState, call: Call, now: number): CallState {
  const isKnown = (caller: Caller): boolean => isSame(caller, call) && caller.mark === call.mark;
  const { callers, dismissed, dueAt = Infinity, calledAt = -Infinity } = calling;
  if (dismissed.some(isKnown)) return calling;
  const index = callers.findIndex((caller) => isSame(caller, call));
  const before = callers[index];
  const isNew = before === undefined || !isKnown(before);
  const added = { ...call, times: isNew ? 0 : before.times };
  const all = before === undefined ? [...callers, added] : callers.with(index, added);
  if (!isNew) return { ...calling, callers: all };
  return {
    calledAt: calling.calledAt,
    callers: all,
    dismissed: dismissed.filter((caller) => !isSame(caller, call)),
    dueAt: Math.min(dueAt, Math.max(now + GATHER_TIME, calledAt + MIN_CALL_GAP)),
  };
}

/** The calls after a message was added to a chat, or its delivery changed. `chat` is as it is after it. */
export function withMessage(
  calling: CallState,
  { message, chat }: Pick<Alert, 'chat'> & { readonly message: Message },
  to: Called,
  now: number,
): CallState {
  const reason = reasonOf(message, chat, to.operatorId);
  if (reason === undefined || isHandled(reason, chat, to.operatorId)) return withChat(calling, chat, to, now);
  // The next reply that fails, or note that mentions them, is news, even if the chat is as it was.
  const isNews = reason === 'failedReply' || reason === 'mentioned';
  const known = isNews ? withoutCaller(calling, chat.id, kindOf(reason)) : calling;
  const call = callFor({ reason, message, chat }, to);
  return withChat(call === undefined ? known : withCall(known, call, now), chat, to, now);
}

/** The calls after a chat changed, or was found at the start: it calls if it needs this operator, else no more. */
export function withChat(calling: CallState, chat: Chat, to: Called, now: number): CallState {
  const found = callFor(alertOf(chat, to.operatorId), to);
  const isOfChat = ({ chatId }: Caller): boolean => chatId === chat.id;
  if (found === undefined && ![...calling.callers, ...calling.dismissed].some(isOfChat)) return calling;
  const left = CALL_KINDS.filter((kind) => kind !== found?.kind && !goesOn(calling, kind, chat, to)).reduce(
    (all, kind) => withoutCaller(all, chat.id, kind),
    calling,
  );
  // What was said for a call stays; its chat is as it is now.
  const seen = {
    ...left,
    callers: left.callers.map((caller) =>
      isOfChat(caller) ? { ...caller, alert: { ...caller.alert, chat } } : caller,
    ),
  };
  const isKnown =
    found !== undefined && seen.callers.some((caller) => isSame(caller, found) && caller.mark === found.mark);
  return found === undefined || isKnown ? seen : withCall(seen, found, now);
}

/** Checks whether a call goes on that the chat as it stands would not make. */
function goesOn({ callers }: CallState, kind: CallKind, chat: Chat, { operatorId }: Called): boolean {
  // Its customer may be waiting besides, or somebody else may have the chat now.
  if (kind === 'failed') return !isHandled('failedReply', chat, operatorId);
  // Whoever was given an answered chat, or is mentioned in it, does not know of it yet, although it needs nobody.
  return callers.some(
    ({ chatId, alert: { reason } }) =>
      chatId === chat.id && (reason === 'assigned' || reason === 'mentioned') && !isHandled(reason, chat, operatorId),
  );
}

/**
 * The calls if these are all chats that need this operator: the others need them no more. Those given to them, those
 * that mention them, and those with a failed reply of theirs, may be missing in the list (`unlistedChats`). Nothing is known about the chats `but`.
 */
export function withAllChats(
  calling: CallState,
  needing: readonly Chat[],
  to: Called,
  now: number,
  but: Iterable<string> = [],
): CallState {
  const ids = new Set([...but, ...needing.map(({ id }) => id)]);
  for (const { chatId, alert } of calling.callers)
    if (['assigned', 'mentioned', 'failedReply'].includes(alert.reason)) ids.add(chatId);
  const left = [...calling.callers, ...calling.dismissed]
    .filter(({ chatId }) => !ids.has(chatId))
    .reduce((all, { chatId }) => withoutCaller(all, chatId), calling);
  return needing.reduce((all, chat) => withChat(all, chat, to, now), left);
}

/** Chats that call but are not in this list of those that need the operator: whether they still do has to be asked. */
export function unlistedChats({ callers }: CallState, listed: readonly Chat[]): readonly string[] {
  const ids = new Set(listed.map(({ id }) => id));
  return [...new Set(callers.flatMap(({ chatId }) => (ids.has(chatId) ? [] : chatId)))];
}

/** The kinds of call that nobody is needed for any more. */
export function settledKinds(before: CallState, after: CallState): readonly CallKind[] {
  const calls = ({ callers }: CallState, kind: CallKind): boolean => callers.some((caller) => caller.kind === kind);
  return CALL_KINDS.filter((kind) => calls(before, kind) && !calls(after, kind));
}

/** Removes a caller: someone looked at the chat or answered it, or it is gone. `kind` undefined: every kind. */
export function withoutCaller(calling: CallState, chatId: string, kind?: CallKind): CallState {
  const isOther = (caller: Caller): boolean => caller.chatId !== chatId || (kind !== undefined && caller.kind !== kind);
  return withCallers({ ...calling, dismissed: calling.dismissed.filter(isOther) }, calling.callers.filter(isOther));
}

/** A notification was dismissed by hand: its chats stay silent until their customers write again. */
export function withDismissed(calling: CallState, { kind, alerts }: Pick<CallNotice, 'kind' | 'alerts'>): CallState {
  const isDismissed = (caller: Caller) => caller.kind === kind && alerts.some(({ chat }) => chat.id === caller.chatId);
  const dismissedCalls = calling.callers.filter(isDismissed).map(({ chatId, mark }) => ({ chatId, kind, mark }));
  return withCallers(
    { ...calling, dismissed: [...calling.dismissed, ...dismissedCalls] },
    calling.callers.filter((caller) => !isDismissed(caller)),
  );
}

function withCallers(calling: CallState, callers: CallState['callers']): CallState {
  return { ...calling, callers, dueAt: callers.length === 0 ? undefined : calling.dueAt };
}

/** Calls aren't allowed now; whether they are is checked again after a while. */
export function postpone(calling: CallState, now: number): CallState {
  return calling.callers.length === 0 ? calling : { ...calling, dueAt: now + HELD_CHECK };
}

/**
 * Calls out all callers together. If an operator has the inbox in view (`isWatched`), it only rings. Unless repeats are
 * switched off, callers are called again on the schedule for waiting chats.
 */
export function nextCalls(
  calling: CallState,
  { now, isWatched, repeats }: { readonly now: number; readonly isWatched: boolean; readonly repeats: boolean },
): { readonly calling: CallState; readonly out: CallResult } {
  const callers = calling.callers.map((caller) => ({ ...caller, times: caller.times + 1 }));
  if (callers.length === 0) return { calling, out: { notices: [], rings: false } };
  const soonest = Math.min(...callers.map(({ times }) => repeatDelay(times)));
  const notices = CALL_KINDS.map((kind): CallNotice => {
    const ofKind = calling.callers.filter((caller) => caller.kind === kind);
    return { kind, alerts: ofKind.map(({ alert }) => alert), isRepeat: ofKind.every(({ times }) => times > 0) };
  });
  return {
    calling: { ...calling, callers, calledAt: now, dueAt: repeats ? now + soonest : undefined },
    out: { notices: isWatched ? [] : notices.filter(({ alerts }) => alerts.length > 0), rings: true },
  };
}
