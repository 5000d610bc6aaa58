import type { Clock } from '#main/clock/clock.ts';
import type { Engine } from '#main/engine/engine.ts';
import { askAs } from '../ask-as.ts';
import { keepLoaded } from '../keep-loaded.ts';
import type { ReachSeen } from './reach-text.ts';

export interface ReachWatchOptions {
  readonly engine: Pick<Engine, 'request' | 'bus'>;
  readonly operatorId: string;
  readonly clock: Clock;
  readonly use: (seen: ReachSeen) => void;
  readonly failed: (error: unknown) => void;
}

/** Tells whether customers get through, at the start and on each change. Returns how to stop. */
export function watchReach({ engine, operatorId, clock, use, failed }: ReachWatchOptions): () => void {
  const ask = askAs(engine, operatorId);
  const load = async (): Promise<ReachSeen> => {
    const { settings, reach, formerUrl, floods = [] } = await ask('connection.get', {});
    return { way: settings.way, reach, formerUrl, floodSince: floods[0]?.since };
  };
  return keepLoaded({ bus: engine.bus, clock, events: ['connection.changed'], load, use, failed });
}
