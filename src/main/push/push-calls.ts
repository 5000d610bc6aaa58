import type { Clock } from '#main/clock/clock.ts';
import type { Alert } from '#shared/domain/alerts.ts';
import { settledKinds } from '#shared/domain/call-policy.ts';
import type { CallKind } from '#shared/domain/alerts.ts';
import { startCalls } from '#shared/domain/calls.ts';

export interface PushCallOptions {
  readonly operatorId: string;
  readonly clock: Clock;
  /** true while nothing may call this operator */
  readonly isHeld: () => boolean;
  /** `alerts` is never empty */
  readonly call: (kind: CallKind, alerts: readonly Alert[], isRepeat: boolean) => void;
  /** tells that the chats called out need nobody any more */
  readonly settle: (kind: CallKind) => void;
}

export type PushCalls = ReturnType<typeof createPushCalls>;

/** Calls one operator as their open windows do. */
export function createPushCalls({ operatorId, clock, isHeld, call, settle }: PushCallOptions) {
  const called = new Set<CallKind>();
  const calls = startCalls({
    clock,
    to: () => ({ operatorId }),
    mode: () => (isHeld() ? undefined : { isWatched: false, repeats: true }),
    call: ({ notices }) => {
      for (const { kind, alerts, isRepeat } of notices) {
        called.add(kind);
        call(kind, alerts, isRepeat);
      }
    },
    onChange: (now, before) => {
      for (const kind of settledKinds(before, now)) if (called.delete(kind)) settle(kind);
    },
  });
  return {
    ...calls,
    /** the operator dismissed the notification of this kind */
    dismiss: (kind: CallKind): void => {
      called.delete(kind);
      const callers = calls.current().callers.filter((caller) => caller.kind === kind);
      calls.dismiss({ kind, alerts: callers.map(({ alert }) => alert) });
    },
  };
}
