import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { DeliveryChange, SendingDelivery } from '#main/store/transactions/deliveries.ts';
import { startLanes, type AttemptOutcome, type Lanes } from './lanes.ts';

/** Makes one attempt; `signal` aborts when its time is over. Must not throw. */
export type Attempt = (sending: SendingDelivery, signal: AbortSignal) => Promise<AttemptOutcome>;

export type Delivery = Lanes<SendingDelivery>;

export interface DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly attempt: Attempt;
  /** the state of a reply changed */
  readonly onChange: (change: DeliveryChange) => void;
}

/** Starts the outbound queue of replies with what the last run left in it. */
export async function startDelivery({ store, clock, log, attempt, onChange }: DeliveryOptions): Promise<Delivery> {
  const lanes = startLanes<SendingDelivery>({
    clock,
    log,
    steps: {
      attempt,
      begin: async ({ messageId }) => (await store.write('beginAttempt', { messageId })) > 0,
      failed: async ({ messageId }, error) => {
        // The integrator's own words are shown at once.
        if (error.kind === 'refused') onChange(await store.write('noteDeliveryError', { messageId, error }));
      },
      end: async ({ messageId }, error) =>
        onChange(await store.write('endDelivery', { messageId, at: clock.wall(), error })),
    },
  });
  // A database that may not be written keeps its queue for the version that may.
  if (!store.readOnly) lanes.enqueue(await store.read('listSending'));
  return lanes;
}
