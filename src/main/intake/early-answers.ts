import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { runFor } from './fault-scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** its request may take long to arrive */
    readonly isSlow?: boolean;
  }
}

/** Milliseconds for which the rest of a body is read after the answer; of a slow one, those without any of it. */
const DRAIN_TIMEOUT = 2000;
/** Bytes of it. */
const MAX_DRAINED_BYTES = 256 * 1024;

/**
 * An answer that does not wait for its request's body ends the connection, but the rest of the body is read and
 * discarded for a moment: an immediate close would reset the connection while the client is still sending, and lose the
 * answer. What goes wrong uncaught while a request is answered ends its connection. For the root of an app, before its
 * routes.
 */
export function endAfterEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, next) => runFor(raw.socket, next));
  app.addHook('onSend', (request, reply, _payload, next) => {
    const isSlow = request.routeOptions.config.isSlow === true;
    if (isWhole(request.raw) || (isSlow && reply.statusCode < 400)) return next();
    // What arrived together with the head is read first; most bodies did.
    setImmediate(() => {
      // A connection that breaks meanwhile is answered too: the first answer counts, and a second head would throw here.
      if (reply.raw.headersSent) return;
      if (!isWhole(request.raw)) {
        void reply.header('connection', 'close');
        closeGently(request.raw, isSlow);
      }
      try {
        next();
      } catch (error) {
        request.raw.destroy();
        throw error;
      }
    });
  });
}

/**
 * The body of a request, piece by piece. Whoever stops reading it, for whatever reason, leaves the connection as it is,
 * so that it can still be answered; reading a stream itself would cut the connection.
 */
export function bodyPieces(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** True once nobody waits for the answer any more: what failed then is no fault of ours. */
export function isAbandoned({ raw }: { readonly raw: IncomingMessage }): boolean {
  const socket = raw.socket as IncomingMessage['socket'] | null;
  return (raw.destroyed && !raw.complete) || socket === null || socket.destroyed;
}

function isWhole({ complete, headers }: IncomingMessage): boolean {
  return complete || (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0');
}

/** Call before the answer is sent. `isSlow`: browsers read the answer to a long body only when they have sent it all. */
function closeGently(request: IncomingMessage, isSlow: boolean): void {
  // A connection that has ended meanwhile is taken from its request.
  const socket = request.socket as IncomingMessage['socket'] | null;
  if (socket === null || socket.destroyed) return;
  let left = isSlow ? Infinity : MAX_DRAINED_BYTES;
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) request.pause();
  });
  // Whoever read it may have paused it.
  request.resume();
  // Node calls this after an answer that ends its connection.
  socket.destroySoon = () => {
    const close = (): void => void socket.destroy();
    if (isSlow) socket.setTimeout(DRAIN_TIMEOUT, close);
    else {
      socket.end();
      const late = setTimeout(close, DRAIN_TIMEOUT);
      socket.once('close', () => clearTimeout(late));
    }
    if (request.complete) close();
    else request.once('end', close);
  };
}
