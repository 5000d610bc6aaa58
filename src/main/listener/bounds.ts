import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';

/** What a client may take, of each server. Times in milliseconds. */
export interface Bounds {
  /** until the head of a request is there, from the connection's beginning or the first byte of the next request */
  readonly headersTimeout: number;
  /** until the whole request is there */
  readonly requestTimeout: number;
  /** between two looks at which requests are late */
  readonly lateEvery: number;
  /** without a byte in either direction */
  readonly silence: number;
  /** between two requests of a connection */
  readonly keepAlive: number;
  /** until both sides agreed on a TLS session */
  readonly handshake: number;
  /** bytes of a request's head */
  readonly headerSize: number;
  /** open at once */
  readonly connections: number;
  /** of them from one client that is no trusted proxy, while requests are counted */
  readonly connectionsOfOne: number;
  /** until what is still under way is cut off when the server stops */
  readonly stopping: number;
}

export const USUAL_BOUNDS: Bounds = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  lateEvery: 5_000,
  silence: 60_000,
  keepAlive: 70_000,
  handshake: 10_000,
  headerSize: 16 * 1024,
  connections: 4096,
  connectionsOfOne: 512,
  stopping: 10_000,
};

/** How a server is made. */
export function serverOptions({ headersTimeout, requestTimeout, lateEvery, headerSize }: Bounds) {
  // One without a Host is refused by the routes, where it is counted.
  return {
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: lateEvery,
    maxHeaderSize: headerSize,
    requireHostHeader: false,
  };
}

/** The bounds that a server takes after it was made. */
export function bind(server: HttpServer | HttpsServer, { silence, keepAlive }: Bounds): void {
  server.keepAliveTimeout = keepAlive;
  server.setTimeout(silence);
}
