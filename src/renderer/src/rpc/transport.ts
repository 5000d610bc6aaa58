import { i18n } from '#renderer/language/i18n.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { EventFrame } from '#shared/contract/events.ts';

/** `connecting`: the first attempt; `lost`: the engine does not answer and we keep retrying. */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

/** How the console reaches the engine: Electron IPC on the desktop, HTTP and a WebSocket in a browser. */
export interface Transport {
  /** calls made after `subscribe` are answered after it, so no event in between is missed */
  readonly subscribesAtOnce: boolean;
  /** rejects with `Unreachable` if there was no answer */
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** keeps events coming across reconnects; returns the unsubscribe function */
  readonly subscribe: (
    onFrame: (frame: EventFrame) => void,
    onConnection: (state: ConnectionState) => void,
  ) => () => void;
}

/** The engine did not answer: it is stopped or restarting, or the network is down. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super(i18n.t('common:rpc.unreachable'), { cause });
    this.name = 'Unreachable';
  }
}
