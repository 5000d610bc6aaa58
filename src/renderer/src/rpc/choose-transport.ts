import type { DesktopBridge } from '#shared/contract/desktop.ts';
import { type Transport, Unreachable } from './transport.ts';
import { createWebTransport } from './web-transport.ts';

declare global {
  interface Window {
    /** present on the desktop only */
    readonly counterbell?: DesktopBridge;
  }
}

/** The desktop's bridge where the preload put one, else HTTP and a WebSocket. */
export function chooseTransport(page: Window): Transport {
  return page.counterbell === undefined ? createWebTransport(page) : createDesktopTransport(page.counterbell);
}

/** The transport over the preload's bridge; the engine lives in the same application, so it is always there. */
function createDesktopTransport(bridge: DesktopBridge): Transport {
  return {
    // Both go one way, in order.
    subscribesAtOnce: true,
    request: async (route, input) => {
      try {
        return await bridge.request(route, input);
      } catch (error) {
        throw new Unreachable(error);
      }
    },
    subscribe: (onFrame, onConnection) => {
      const stop = bridge.subscribe(onFrame);
      onConnection('connected');
      return stop;
    },
  };
}
