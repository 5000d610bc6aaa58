import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { DeliveryChange, SendingDelivery } from '#main/store/transactions/deliveries.ts';
import type { DeliveryError } from '#shared/domain/entities.ts';

/** Attempts start this far apart, and each has until the next one to end (chat channel interface, section 8). */
export const ATTEMPT_SPACING = 3000;
export const ATTEMPTS = 3;

/** How one attempt ended. */
export type AttemptOutcome = { readonly ok: true } | { readonly ok: false; readonly error: DeliveryError };

/** Makes one attempt; `signal` aborts when its time is over. Must not throw. */
export type Attempt = (sending: SendingDelivery, signal: AbortSignal) => Promise<AttemptOutcome>;

export interface Delivery {
  /** hands over replies that the store has queued; those of one chat go out one after the other */
  readonly enqueue: (sending: readonly SendingDelivery[]) => void;
  /** begins nothing new and waits for the attempts under way; the rest goes on at the next start */
  readonly stop: () => Promise<void>;
}

export interface DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly attempt: Attempt;
  /** the state of a reply changed */
  readonly onChange: (change: DeliveryChange) => void;
}

/** Starts the outbound queue with what the last run left in it. */
export async function startDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { store, clock, log } = options;
  const lanes = new Map<string, SendingDelivery[]>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const runLane = async (chatId: string, lane: SendingDelivery[]): Promise<void> => {
    for (let next = lane[0]; next !== undefined && !stopping.signal.aborted; next = lane[0]) {
      try {
        await deliver(next);
        lane.shift();
      } catch (error) {
        // Storage failed: the reply stays first in its chat until it can be written down.
        log.error({ err: error, messageId: next.messageId }, 'a delivery could not be recorded');
        await pause(ATTEMPT_SPACING);
      }
    }
    lanes.delete(chatId);
  };

  const deliver = async (sending: SendingDelivery): Promise<void> => {
    const first = clock.monotonic();
    let error: DeliveryError = { kind: 'interrupted' };
    for (let done = sending.attempts; done < ATTEMPTS; done += 1) {
      await pause(first + (done - sending.attempts) * ATTEMPT_SPACING - clock.monotonic());
      if (stopping.signal.aborted) return;
      const slotEnd = first + (done - sending.attempts + 1) * ATTEMPT_SPACING;
      await store.write('beginAttempt', { messageId: sending.messageId });
      const outcome = await withDeadline(clock, slotEnd - clock.monotonic(), (signal) => options.attempt(sending, signal));
      if (outcome.ok) return end(sending, undefined);
      error = outcome.error;
      if (error.kind === 'not_sent') return end(sending, error);
      if (error.kind === 'refused') options.onChange(await store.write('noteDeliveryError', { messageId: sending.messageId, error }));
    }
    await pause(first + (ATTEMPTS - sending.attempts) * ATTEMPT_SPACING - clock.monotonic());
    await end(sending, error);
  };

  const end = async (sending: SendingDelivery, error: DeliveryError | undefined): Promise<void> => {
    options.onChange(await store.write('endDelivery', { messageId: sending.messageId, at: clock.wall(), error }));
  };

  const pause = (delay: number): Promise<void> => waitFor(clock, delay, stopping.signal);

  const enqueue = (sending: readonly SendingDelivery[]): void => {
    for (const each of sending) {
      const lane = lanes.get(each.chatId);
      if (lane !== undefined) {
        lane.push(each);
        continue;
      }
      const fresh = [each];
      lanes.set(each.chatId, fresh);
      const run = runLane(each.chatId, fresh).finally(() => running.delete(run));
      running.add(run);
    }
  };

  // A database that may not be written keeps its queue for the version that may.
  if (!store.readOnly) enqueue(await store.read('listSending'));
  return {
    enqueue,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function withDeadline(clock: Clock, time: number, attempt: (signal: AbortSignal) => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
  const deadline = new AbortController();
  const cancel = clock.after(time, () => deadline.abort());
  try {
    return await attempt(deadline.signal);
  } finally {
    cancel();
  }
}

async function waitFor(clock: Clock, delay: number, stop: AbortSignal): Promise<void> {
  if (delay <= 0 || stop.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      cancel();
      stop.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(delay, done);
    stop.addEventListener('abort', done);
  });
}
