import type { EventFrame } from '#shared/contract/events.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Engine } from '#main/engine/engine.ts';

/** Milliseconds for which changes are gathered: a customer's ten messages are loaded once. */
const GATHER = 150;

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

/** Loads at the start, and again soon after each event that may change what is loaded. Returns how to stop. */
export function keepLoaded<T>({ engine, operatorId, clock, events, load, use, failed }: KeepLoadedOptions<T>): () => void {
  let callOff: (() => void) | undefined;
  let stopped = false;
  const concerns = (frame: string): boolean => (JSON.parse(frame) as EventFrame).some(({ name }) => name === 'hello' || events.includes(name));
  const unsubscribe = engine.subscribe(operatorId, (frame) => {
    if (!concerns(frame)) return;
    callOff ??= clock.after(GATHER, () => {
      callOff = undefined;
      load().then((loaded) => {
        if (!stopped) use(loaded);
      }, failed);
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
    callOff?.();
  };
}
