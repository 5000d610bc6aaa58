import type { DesktopBridge, SeatConnection } from '#shared/contract/desktop.ts';
import { type ConnectionState, type Transport, Unreachable } from './transport.ts';
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

/** The transport over the preload's bridge. Only a seat can lose its engine: that of another computer. */
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
      let stopped = false;
      const follow = (): void =>
        void bridge.desktop.call('status').then(
          ({ seat }) => {
            if (!stopped) onConnection(seat === undefined ? 'connected' : connectionStates[seat.connection.state]);
          },
          // The app is closing.
          () => undefined,
        );
      const stopFollowing = bridge.desktop.on('status', follow);
      const stop = bridge.subscribe(onFrame);
      follow();
      return () => {
        stopped = true;
        stopFollowing();
        stop();
      };
    },
  };
}

const connectionStates: Readonly<Record<SeatConnection['state'], ConnectionState>> = {
  connecting: 'connecting',
  connected: 'connected',
  reconnecting: 'lost',
  removed: 'lost',
  keyLost: 'lost',
  hostIsNewer: 'lost',
};
