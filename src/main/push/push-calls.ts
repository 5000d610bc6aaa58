import type { Clock } from '#main/clock/clock.ts';
import type { Events } from '#shared/contract/events.ts';
import type { Alert } from '#shared/domain/alerts.ts';
import {
  type CallKind,
  type CallState,
  nextCalls,
  NO_CALLS,
  postpone,
  settledKinds,
  unlistedChats,
  withAllChats,
  withChat,
  withDismissed,
  withMessage,
  withoutCaller,
} from '#shared/domain/call-policy.ts';
import type { Chat } from '#shared/domain/entities.ts';

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
  const to = { operatorId };
  let calling: CallState = NO_CALLS;
  let cancelTimer = (): void => undefined;
  const called = new Set<CallKind>();

  const change = (next: CallState): void => {
    if (next === calling) return;
    const settled = settledKinds(calling, next);
    calling = next;
    for (const kind of settled) if (called.delete(kind)) settle(kind);
    cancelTimer();
    const { dueAt } = calling;
    cancelTimer = dueAt === undefined ? () => undefined : clock.after(dueAt - clock.monotonic(), announce);
  };
  const announce = (): void => {
    const now = clock.monotonic();
    if (isHeld()) return change(postpone(calling, now));
    const { calling: next, out } = nextCalls(calling, { now, isWatched: false, repeats: true });
    change(next);
    for (const { kind, alerts, isRepeat } of out.notices) {
      called.add(kind);
      call(kind, alerts, isRepeat);
    }
  };

  return {
    /** a message was added to the chat, or its delivery changed */
    hear: (heard: Events['message.added']): void => change(withMessage(calling, heard, to, clock.monotonic())),
    /** a chat changed */
    see: (chat: Chat): void => change(withChat(calling, chat, to, clock.monotonic())),
    /** these are all that need the operator */
    seeAll: (needing: readonly Chat[]): void => change(withAllChats(calling, needing, to, clock.monotonic())),
    /** chats that call but are not in this list */
    unlisted: (listed: readonly Chat[]): readonly string[] => unlistedChats(calling, listed),
    /** the chat is gone */
    forget: (chatId: string): void => change(withoutCaller(calling, chatId)),
    /** the operator dismissed the notification of this kind */
    dismiss: (kind: CallKind): void => {
      called.delete(kind);
      const alerts = calling.callers.filter((caller) => caller.kind === kind).map(({ alert }) => alert);
      change(withDismissed(calling, { kind, alerts }));
    },
    stop: (): void => cancelTimer(),
  };
}
