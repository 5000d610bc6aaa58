import type { Logger } from 'pino';
import { afterAwake, pause, type Clock } from '#main/clock/clock.ts';
import type { DeliveryError } from '#shared/domain/message.ts';

/** Milliseconds between attempts; each has until the next one to end (both interfaces, section 8). */
export const ATTEMPT_SPACING = 3000;
export const ATTEMPTS = 3;

export type AttemptOutcome = { readonly ok: true } | { readonly ok: false; readonly error: DeliveryError };

/** An item on a lane; items of one chat and side are sent one after the other. */
export interface LaneItem {
  readonly chatId: string;
  /** set where a chat can have several recipients */
  readonly botId?: string;
  /** attempts begun so far */
  readonly attempts: number;
}

/** The steps of delivering an item; if one rejects, it is retried later. */
export interface LaneSteps<T extends LaneItem, Due = true> {
  /** counts an attempt on disk before it is made, and returns what it needs; undefined if the item is no longer due */
  readonly begin: (item: T) => Promise<Due | undefined>;
  /** makes one attempt; `signal` aborts when its time is up. Must not throw. */
  readonly attempt: (item: T, signal: AbortSignal, due: Due) => Promise<AttemptOutcome>;
  /** an attempt failed and others may follow */
  readonly failed: (item: T, error: DeliveryError) => Promise<void>;
  readonly end: (item: T, error: DeliveryError | undefined) => Promise<void>;
}

export interface Lanes<T extends LaneItem> {
  /** adds what the store has queued */
  readonly enqueue: (items: readonly T[]) => void;
  /** begins nothing new and waits for running attempts; the rest continues at the next start */
  readonly stop: () => Promise<void>;
}

/** Limits for one recipient: items that may begin at once, and milliseconds between further ones. */
export interface Pace {
  readonly burst: number;
  readonly interval: number;
}

export interface LanesOptions<T extends LaneItem, Due> {
  readonly clock: Clock;
  readonly log: Logger;
  readonly steps: LaneSteps<T, Due>;
  /** an attempt may still be made; by default always */
  readonly mayAttempt?: (() => boolean) | undefined;
  /** leaves room for other work in a flood; without it, each item begins at once */
  readonly pace?: Pace;
}

/** A lane per chat and recipient: each attempt begins 3 seconds after the one before, and the verdict falls 3 after the last. */
export function startLanes<T extends LaneItem, Due = true>({
  clock,
  log,
  steps,
  mayAttempt = () => true,
  pace,
}: LanesOptions<T, Due>): Lanes<T> {
  const lanes = new Map<string, T[]>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const nextTurns = new Map<string, number>();

  const turn = async (recipient: string, { burst, interval }: Pace): Promise<void> => {
    const now = clock.monotonic();
    const next = Math.max((nextTurns.get(recipient) ?? -Infinity) + interval, now - (burst - 1) * interval);
    nextTurns.set(recipient, next);
    await wait(next - now);
  };

  const runLane = async (key: string, lane: T[]): Promise<void> => {
    for (let next = lane[0]; next !== undefined && !stopping.signal.aborted; next = lane[0]) {
      try {
        await deliver(next);
        lane.shift();
      } catch (error) {
        // Storage failed: keep it first in its chat until the result can be recorded.
        log.error({ err: error, chatId: next.chatId }, 'a delivery could not be recorded');
        await wait(ATTEMPT_SPACING);
      }
    }
    lanes.delete(key);
  };

  const deliver = async (item: T): Promise<void> => {
    if (pace !== undefined) await turn(item.botId ?? '', pace);
    let spaced: Promise<void> | undefined;
    let error: DeliveryError = { kind: 'interrupted' };
    for (let done = item.attempts; done < ATTEMPTS; done += 1) {
      await spaced;
      if (stopping.signal.aborted) return;
      const due = await steps.begin(item);
      if (due === undefined) return;
      if (!mayAttempt()) throw new Error('another node may have begun to lead since the attempt was recorded');
      // The recipient's time starts with the request, not while the attempt is being recorded.
      const over = new AbortController();
      spaced = pause(clock, ATTEMPT_SPACING, AbortSignal.any([stopping.signal, over.signal]));
      const outcome = await withDeadline(clock, ATTEMPT_SPACING, (signal) => steps.attempt(item, signal, due));
      const isLast = outcome.ok || outcome.error.kind === 'not_sent';
      if (isLast) over.abort();
      if (outcome.ok) return steps.end(item, undefined);
      error = outcome.error;
      if (isLast) return steps.end(item, error);
      await steps.failed(item, error);
    }
    await spaced;
    await steps.end(item, error);
  };

  const wait = (delay: number): Promise<void> => pause(clock, delay, stopping.signal);

  return {
    enqueue: (items) => {
      for (const item of items) {
        const key = `${item.chatId} ${item.botId ?? ''}`;
        const lane = lanes.get(key);
        if (lane !== undefined) {
          lane.push(item);
          continue;
        }
        const fresh = [item];
        lanes.set(key, fresh);
        const run = runLane(key, fresh).finally(() => running.delete(run));
        running.add(run);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Makes an attempt that is aborted after `time` milliseconds awake. */
export async function withDeadline<T>(
  clock: Clock,
  time: number,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  // A response that arrived by then but is still to be read counts.
  const cancel = afterAwake(clock, time, () => setImmediate(() => deadline.abort()));
  try {
    return await attempt(deadline.signal);
  } finally {
    cancel();
  }
}
