import type { Answer } from './errors.ts';
import type { EventFrame } from './events.ts';

/** What the preload exposes as `window.counterbell` on the desktop; absent in a browser. */
export interface DesktopBridge {
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** returns how to stop */
  readonly subscribe: (onEvents: (frame: EventFrame) => void) => () => void;
  /** opens the test customer in a window of its own */
  readonly openTestCustomer: (channelId: string) => Promise<void>;
}
