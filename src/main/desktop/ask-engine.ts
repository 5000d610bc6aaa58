import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import type { Engine } from '#main/engine/engine.ts';
import type { EventName } from '#shared/contract/events.ts';
import type { Clock } from '#main/clock/clock.ts';

/** Asks the engine as one operator; rejects with the engine's code and words where it refuses. */
export type Ask = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

export function askAs(engine: Pick<Engine, 'request'>, operatorId: string): Ask {
  return async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await engine.request(operatorId, route, input);
    if (!answer.ok) {
      const { code, reason, message } = answer.error;
      throw new ContractError(code, reason, undefined, `${route}: ${message}`);
    }
    return answer.data as RouteOutput<R>;
  };
}

/** Milliseconds for which changes are gathered: a customer's ten messages are loaded once. */
const GATHER = 150;

/** Milliseconds until what failed is tried again: twice as long each time, up to the longest. */
const AGAIN = { first: 1000, longest: 60_000 } as const;

/** What the parts of the desktop have of the engine: their owner's questions, and what happens. */
export interface OwnEngine {
  readonly ask: Ask;
  readonly bus: Engine['bus'];
}

export interface KeepLoadedOptions<T> {
  readonly bus: Engine['bus'];
  readonly clock: Clock;
  /** events that may change what is loaded */
  readonly events: readonly EventName[];
  readonly load: () => Promise<T>;
  readonly use: (loaded: T) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Loads at the start, again soon after each event that may change what is loaded, and once more where that failed.
 * An answer that comes late is not used over one that was asked for after it. Returns how to stop.
 */
export function keepLoaded<T>({ bus, clock, events, load, use, failed }: KeepLoadedOptions<T>): () => void {
  let cancelTimer: (() => void) | undefined;
  let cancelRetry = (): void => undefined;
  let again: number = AGAIN.first;
  let asked = 0;
  let used = 0;
  let stopped = false;

  const loadNow = (): void => {
    cancelRetry();
    asked += 1;
    const turn = asked;
    load().then(
      (loaded) => {
        if (stopped || turn < used) return;
        used = turn;
        again = AGAIN.first;
        use(loaded);
      },
      (error: unknown) => {
        // Another is under way, or came meanwhile.
        if (stopped || turn < asked) return;
        failed(error);
        cancelRetry = clock.after(again, loadNow);
        again = Math.min(again * 2, AGAIN.longest);
      },
    );
  };
  const loadSoon = (): void => {
    cancelTimer ??= clock.after(GATHER, () => {
      cancelTimer = undefined;
      loadNow();
    });
  };
  const unsubscribe = events.map((name) => bus.on(name, loadSoon));
  loadSoon();
  return () => {
    stopped = true;
    for (const stop of unsubscribe) stop();
    cancelTimer?.();
    cancelRetry();
  };
}
