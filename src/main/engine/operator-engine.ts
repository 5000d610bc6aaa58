import type { Answer } from '#shared/contract/errors.ts';
import type { EventFrame } from '#shared/contract/events.ts';
import type { MediaAnswer, MediaRequest } from '#main/media/ports.ts';
import type { Bus } from './bus.ts';
import type { Engine } from './engine.ts';

/** A request for a stored file, or an upload; whose it is, the engine knows. */
export type OwnMediaRequest = Omit<MediaRequest, 'operatorId' | 'from'>;

/** The engine as the windows of one operator need it, on this computer or another. */
export interface OperatorEngine {
  readonly operatorId: string;
  /** answers a console request. Rejects only if the engine is on another computer and cannot be reached. */
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** calls back with a hello, then with the events of each turn, and with a hello after each reconnect; must not throw */
  readonly subscribe: (onFrame: (frame: EventFrame) => void) => () => void;
  /** events, for parts of the host */
  readonly bus: Pick<Bus, 'on'>;
  /** rejects as `request` does */
  readonly media: (request: OwnMediaRequest) => Promise<MediaAnswer>;
  /** whether the operator is at this computer */
  readonly setPresent: (present: boolean) => void;
}

/** This computer's engine for one of its operators. */
export function engineFor(
  engine: Pick<Engine, 'request' | 'subscribe' | 'bus' | 'media' | 'operators'>,
  operatorId: string,
): OperatorEngine {
  return {
    operatorId,
    request: (route, input) => engine.request({ operatorId, from: undefined }, route, input),
    subscribe: (onFrame) => engine.subscribe(operatorId, onFrame),
    bus: engine.bus,
    media: (request) => engine.media({ ...request, operatorId, from: undefined }),
    setPresent: (present) => engine.operators.setPresent(operatorId, present),
  };
}
