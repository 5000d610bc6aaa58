import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Server } from 'node:net';
import type { ListenerControl } from '#main/exposure/ports.ts';
import type { Admission } from '#main/intake/admission.ts';
import { isLoopback } from '#main/intake/client-address.ts';
import { upgradesAt } from '#main/intake/connections.ts';

/** Limits on what a client may use, per server. Times in milliseconds. */
export const DEFAULT_BOUNDS = {
  /** for the head of a request, from the start of the connection or the first byte of the next request */
  headersTimeout: 15_000,
  /** for the whole request */
  requestTimeout: 30_000,
  /** between checks for late requests */
  lateCheckInterval: 40_000,
  /** without a byte in either direction */
  silence: 60_000,
  /** between two requests of a connection */
  keepAlive: 70_000,
  /** for a TLS handshake */
  handshake: 10_000,
  /** bytes of a request's head */
  headerSize: 16 * 1024,
  /** open at once */
  connections: 4096,
  /** of them from one client that is not a trusted proxy, while requests are counted */
  connectionsPerClient: 512,
  /** until unfinished requests are cut off when the server stops */
  stopping: 10_000,
};

export type Bounds = Readonly<typeof DEFAULT_BOUNDS>;

/** Addresses at which a WebSocket can be opened. */
const WITH_UPGRADE = /^\/site\/[^/?]+\/connect(?:\?|$)/;

/** Options for creating a server. */
export function serverOptions({ headersTimeout, requestTimeout, lateCheckInterval, headerSize }: Bounds) {
  // Requests without a Host are refused by the routes, where they are counted.
  return {
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: lateCheckInterval,
    maxHeaderSize: headerSize,
    requireHostHeader: false,
    shouldUpgradeCallback: upgradesAt(WITH_UPGRADE),
  };
}

/** Bounds that are set after the server is created. */
export function applyBounds(server: HttpServer | HttpsServer, { silence, keepAlive }: Bounds): void {
  server.keepAliveTimeout = keepAlive;
  server.setTimeout(silence);
}

/** Counts requests while others can reach one of the servers, whatever the owner chose, or are let in by the owner. */
export function limitWhileReachable(
  admission: Pick<Admission, 'limit'>,
  servers: () => readonly Pick<Server, 'address'>[],
) {
  let limits: Parameters<ListenerControl['limit']>[0] | undefined;
  let isForwarded = false;
  const update = (): void => {
    const bound = servers().map((server) => server.address());
    const isReachable = bound.some((to) => typeof to === 'object' && to !== null && !isLoopback(to.address));
    admission.limit(isForwarded || isReachable ? limits : undefined);
  };
  return {
    /** call after a server was bound or closed */
    update,
    limit: (...[given, led]: Parameters<ListenerControl['limit']>): void => {
      limits = given;
      isForwarded = led;
      update();
    },
  };
}
