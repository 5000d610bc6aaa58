import type { EventFrame } from '#shared/contract/events.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Engine } from '#main/engine/engine.ts';

/** Milliseconds for which changes are gathered: a customer's ten messages are loaded once. */
const GATHER = 150;
/** Milliseconds until what failed is tried again: twice as long each time, up to the longest. */
const AGAIN = { first: 1000, longest: 60_000 } as const;

export interface KeepLoadedOptions<T> {
  readonly engine: Pick<Engine, 'subscribe'>;
  readonly operatorId: string;
  readonly clock: Clock;
  /** events that may change what is loaded */
  readonly events: readonly EventFrame[number]['name'][];
  readonly load: () => Promise<T>;
  readonly use: (loaded: T) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Loads at the start, again soon after each event that may change what is loaded, and once more where that failed.
 * An answer that comes late is not used over one that was asked for after it. Returns how to stop.
 */
export function keepLoaded<T>({
  engine,
  operatorId,
  clock,
  events,
  load,
  use,
  failed,
}: KeepLoadedOptions<T>): () => void {
  let callOff: (() => void) | undefined;
  let callOffAgain = (): void => undefined;
  let again: number = AGAIN.first;
  let asked = 0;
  let used = 0;
  let stopped = false;

  const loadNow = (): void => {
    callOffAgain();
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
        callOffAgain = clock.after(again, loadNow);
        again = Math.min(again * 2, AGAIN.longest);
      },
    );
  };
  const concerns = (frame: string): boolean =>
    (JSON.parse(frame) as EventFrame).some(({ name }) => name === 'hello' || events.includes(name));
  const unsubscribe = engine.subscribe(operatorId, (frame) => {
    if (!concerns(frame)) return;
    callOff ??= clock.after(GATHER, () => {
      callOff = undefined;
      loadNow();
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
    callOff?.();
    callOffAgain();
  };
}
