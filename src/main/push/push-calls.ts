import type { Clock } from '#main/clock/clock.ts';
import { alertOf, type Alert } from '#shared/domain/alerts.ts';
import {
  type CallKind,
  type CallNotice,
  type CallState,
  nextCalls,
  NO_CALLS,
  postpone,
  withChat,
  withDismissed,
  withoutCaller,
} from '#shared/domain/call-policy.ts';
import type { Chat } from '#shared/domain/entities.ts';

/** Milliseconds before checking again whether calls are allowed. */
const QUIET_CHECK = 30_000;

export interface PushCallOptions {
  readonly operatorId: string;
  readonly clock: Clock;
  /** whether nothing may call this operator now */
  readonly isHeld: () => boolean;
  /** `alerts` is never empty */
  readonly call: (kind: CallKind, alerts: readonly Alert[], isRepeat: boolean) => void;
  /** what was called out needs nobody any more */
  readonly settle: (kind: CallKind) => void;
}

export type PushCalls = ReturnType<typeof createPushCalls>;

/** Calls one operator by the call policy (`shared/domain/call-policy`), as their open windows do. */
export function createPushCalls({ operatorId, clock, isHeld, call, settle }: PushCallOptions) {
  let calling: CallState = NO_CALLS;
  let cancelTimer = (): void => undefined;
  /** those that call, as they are now */
  const chats = new Map<string, Chat>();
  const called = new Set<CallKind>();

  const change = (next: CallState): void => {
    calling = next;
    for (const chatId of chats.keys())
      if (!calling.callers.some((caller) => caller.chatId === chatId)) chats.delete(chatId);
    for (const kind of called)
      if (!calling.callers.some((caller) => caller.kind === kind)) {
        called.delete(kind);
        settle(kind);
      }
    cancelTimer();
    const { dueAt } = calling;
    cancelTimer = dueAt === undefined ? () => undefined : clock.after(dueAt - clock.monotonic(), announce);
  };
  const announce = (): void => {
    const now = clock.monotonic();
    if (isHeld()) return change(postpone(calling, now + QUIET_CHECK));
    const { calling: next, out } = nextCalls(calling, { now, isWatched: false, repeats: true });
    change(next);
    out.notices.forEach(show);
  };
  const show = ({ kind, chatIds, isRepeat }: CallNotice): void => {
    const alerts = chatIds.flatMap((chatId) => {
      const chat = chats.get(chatId);
      return (chat && alertOf(chat, operatorId)) ?? [];
    });
    if (alerts.length === 0) return;
    called.add(kind);
    call(kind, alerts, isRepeat);
  };

  return {
    /** a chat changed, or was found at the start */
    see: (chat: Chat): void => {
      const next = withChat(calling, chat, operatorId, clock.monotonic());
      if (next.callers.some(({ chatId }) => chatId === chat.id)) chats.set(chat.id, chat);
      change(next);
    },
    /** these are all that need the operator; the others need them no more */
    seeAll: (needing: readonly Chat[]): void => {
      const ids = new Set(needing.map(({ id }) => id));
      const known = [...calling.callers, ...calling.dismissed].map(({ chatId }) => chatId);
      change(known.filter((id) => !ids.has(id)).reduce((all, id) => withoutCaller(all, id), calling));
      for (const chat of needing) {
        chats.set(chat.id, chat);
        change(withChat(calling, chat, operatorId, clock.monotonic()));
      }
    },
    /** the chat is gone */
    forget: (chatId: string): void => change(withoutCaller(calling, chatId)),
    /** the operator dismissed the notification of this kind */
    dismiss: (kind: CallKind): void => {
      called.delete(kind);
      const chatIds = calling.callers.filter((caller) => caller.kind === kind).map(({ chatId }) => chatId);
      change(withDismissed(calling, { kind, chatIds }));
    },
    stop: (): void => cancelTimer(),
  };
}
