import { i18n } from '#renderer/language/i18n.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { EventFrame } from '#shared/contract/events.ts';

/** `connecting` is the first time; `lost` means that the engine does not answer and we keep trying. */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

/** How the console reaches the engine: Electron IPC on the desktop, HTTP and a WebSocket in a browser. */
export interface Transport {
  /** what is asked after `subscribe` is answered from after it: no event in between is missed */
  readonly subscribesAtOnce: boolean;
  /** rejects with `Unreachable` where no answer came */
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** keeps the events coming, over as many connections as it takes; returns how to stop */
  readonly subscribe: (
    onFrame: (frame: EventFrame) => void,
    onConnection: (state: ConnectionState) => void,
  ) => () => void;
}

/** The engine gave no answer at all: it is stopped, restarting, or the network between is down. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super(i18n.t('common:rpc.unreachable'), { cause });
    this.name = 'Unreachable';
  }
}
