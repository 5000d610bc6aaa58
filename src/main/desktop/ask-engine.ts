import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import type { OperatorEngine } from '#main/engine/engine.ts';
import type { Clock } from '#main/clock/clock.ts';

/** Calls the engine as this app's operator; rejects with the engine's code and message if it refuses. */
export type Ask = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

export function askOf(engine: Pick<OperatorEngine, 'request'>): Ask {
  return async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await engine.request(route, input);
    if (!answer.ok) {
      const { code, reason, message } = answer.error;
      throw new ContractError(code, reason, undefined, `${route}: ${message}`);
    }
    return answer.data as RouteOutput<R>;
  };
}

/** Milliseconds during which changes are batched: a customer's ten messages cause one load. */
export const BATCH_DELAY = 150;

/** Milliseconds until a failed load is retried, doubled each time up to the maximum. */
const RETRY_DELAY = { first: 1000, max: 60_000 } as const;

/** Access to the engine for parts of the desktop: calls as their owner, and events. */
export interface OwnEngine {
  readonly ask: Ask;
  readonly bus: OperatorEngine['bus'];
}

export interface KeepLoadedOptions<T> {
  readonly bus: OperatorEngine['bus'];
  readonly clock: Clock;
  /** whose answers are loaded */
  readonly routes: readonly RouteName[];
  readonly load: () => Promise<T>;
  readonly use?: (loaded: T) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Loads at the start, shortly after the answers of its routes have changed, and again after a failure. A late result
 * never replaces one requested after it.
 */
export function keepLoaded<T>({ bus, clock, routes, load, use, failed }: KeepLoadedOptions<T>) {
  let cancelTimer: (() => void) | undefined;
  let cancelRetry = (): void => undefined;
  let again: number = RETRY_DELAY.first;
  let current: T | undefined;
  let requestCount = 0;
  let used = 0;
  let stopped = false;

  const loadNow = (): void => {
    cancelRetry();
    requestCount += 1;
    const turn = requestCount;
    load().then(
      (loaded) => {
        if (stopped || turn < used) return;
        used = turn;
        again = RETRY_DELAY.first;
        current = loaded;
        use?.(loaded);
      },
      (error: unknown) => {
        // Another load is running, or has finished since.
        if (stopped || turn < requestCount) return;
        failed(error);
        cancelRetry = clock.after(again, loadNow);
        again = Math.min(again * 2, RETRY_DELAY.max);
      },
    );
  };
  const scheduleLoad = (): void => {
    cancelTimer ??= clock.after(BATCH_DELAY, () => {
      cancelTimer = undefined;
      loadNow();
    });
  };
  const watched = new Set<string>(routes);
  const unsubscribe = [
    bus.on('answers.stale', ({ answers }) => {
      if (answers.some(({ route }) => watched.has(route))) scheduleLoad();
    }),
    bus.on('chats.changed', scheduleLoad),
  ];
  scheduleLoad();
  return {
    /** the result loaded last */
    current: (): T | undefined => current,
    /** loads again, as after a change */
    reload: scheduleLoad,
    stop: (): void => {
      stopped = true;
      for (const stop of unsubscribe) stop();
      cancelTimer?.();
      cancelRetry();
    },
  };
}
