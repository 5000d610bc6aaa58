import type { Clock } from '#main/clock/clock.ts';
import { ownSignals, type Signalling } from '#main/nodes/signals.ts';
import type { EngineContext, Store } from '#main/store/store.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { chatRoutes } from '#shared/contract/chats.ts';
import type { EventName } from '#shared/contract/events.ts';

/** Milliseconds between counts while chats keep changing. */
const MIN_INTERVAL = 400;
/** Midnights to remember for an operator; beyond that they are of days or windows long gone, or programs. */
const MAX_MIDNIGHTS = 3;

/** Numbers of waiting, assigned and open chats. */
export type Counts = ReturnType<typeof startCounts>;

export interface CountsOptions extends Pick<EngineContext, 'log' | 'emit'> {
  readonly store: Pick<Store, 'limitedTo'>;
  /** the channels that an operator works on; undefined: all */
  readonly channelsOf: (operatorId: string) => readonly string[] | undefined;
  readonly clock: Pick<Clock, 'after'>;
  readonly on: (name: EventName, listener: () => void) => () => void;
  readonly signals?: Signalling;
}

/** Counts once for all subscribers at the end of a turn in which chats changed, so that no window has to ask again. */
export function startCounts({ store, channelsOf, clock, log, on, emit, signals = ownSignals() }: CountsOptions) {
  /** by operator, the latest last */
  const requested = new Map<string, readonly number[]>();
  let isScheduled = false;
  let isStale = false;
  let cancelTimer = (): void => undefined;

  const countFor = (viewer: { readonly operatorId: string; readonly since: number }) =>
    store.limitedTo(channelsOf(viewer.operatorId)).read('countChats', viewer);
  const count = async (): Promise<void> => {
    isStale = false;
    if (requested.size === 0) return;
    try {
      const all = [...requested].flatMap(([operatorId, midnights]) =>
        midnights.map((since) => ({ operatorId, since })),
      );
      const counted = await Promise.all(all.map(async (viewer) => ({ ...viewer, counts: await countFor(viewer) })));
      emit('chats.counted', { counted });
    } catch (error) {
      if (requested.size > 0) log.warn({ err: error }, 'chats could not be counted');
    }
  };
  const scheduleCount = (): void => {
    isStale = true;
    if (isScheduled || requested.size === 0) return;
    isScheduled = true;
    setImmediate(() => void count());
    cancelTimer = clock.after(MIN_INTERVAL, () => {
      isScheduled = false;
      if (isStale) scheduleCount();
    });
  };
  const stops = (['message.added', 'chat.changed', 'chats.changed', 'customers.erased'] as const).map((name) =>
    on(name, scheduleCount),
  );
  signals.onTold('countsRequested', ({ operatorId, since }) => {
    const others = (requested.get(operatorId) ?? []).filter((midnight) => midnight !== since);
    requested.set(operatorId, [...others, since].slice(-MAX_MIDNIGHTS));
  });
  signals.onTold('joined', (_nothing, { isOwn }) => {
    if (isOwn) return;
    for (const [operatorId, midnights] of requested)
      for (const since of midnights) signals.tell('countsRequested', { operatorId, since }).catch(() => undefined);
  });
  const calls = {
    /** counts for this operator since this local midnight (Unix ms), and reports changes from now on */
    'chats.counts': async ({ since = Number.MAX_SAFE_INTEGER }, { operatorId }) => {
      // The windows may be at any node.
      if (requested.get(operatorId)?.at(-1) !== since) await signals.tell('countsRequested', { operatorId, since });
      return countFor({ operatorId, since });
    },
  } satisfies CallsOf<Pick<typeof chatRoutes, 'chats.counts'>>;
  return {
    calls,
    stop: () => {
      cancelTimer();
      for (const stop of stops) stop();
      requested.clear();
    },
  };
}
