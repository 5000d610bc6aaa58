import type { DesktopBridge } from '#shared/contract/desktop.ts';
import { type Transport, Unreachable } from './transport.ts';
import { createWebTransport } from './web-transport.ts';

declare global {
  interface Window {
    /** desktop only */
    readonly counterbell?: DesktopBridge;
  }
}

/** The preload's bridge on the desktop, otherwise HTTP and a WebSocket. */
export function chooseTransport(page: Window): Transport {
  return page.counterbell === undefined ? createWebTransport(page) : createDesktopTransport(page.counterbell);
}

/** The transport over the preload's bridge. It never disconnects: the engine runs in the same application. */
function createDesktopTransport(bridge: DesktopBridge): Transport {
  return {
    // Both use one channel, so order is kept.
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
