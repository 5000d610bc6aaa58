import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Milliseconds for which the rest of a body is read after the answer. */
const DRAIN_TIMEOUT = 2000;
/** Bytes of it. */
const MAX_DRAINED_BYTES = 256 * 1024;

/**
 * An answer that does not wait for its request's body ends the connection, but the rest of the body is read and
 * discarded for a moment: an immediate close would reset the connection while the client is still sending, and lose the
 * answer. For the root of an app, before its routes.
 */
export function endAfterEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (isWhole(request.raw)) return next();
    // What arrived together with the head is read first; most bodies did.
    setImmediate(() => {
      // A connection that breaks meanwhile is answered too: the first answer counts, and a second head would throw here.
      if (reply.raw.headersSent) return;
      if (!isWhole(request.raw)) {
        void reply.header('connection', 'close');
        closeGently(request.raw);
      }
      next();
    });
  });
}

function isWhole({ complete, headers }: IncomingMessage): boolean {
  return complete || (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0');
}

/** Call before the answer is sent. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  let left = MAX_DRAINED_BYTES;
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) request.pause();
  });
  // Node calls this after an answer that ends its connection.
  socket.destroySoon = () => {
    socket.end();
    const close = (): void => void socket.destroy();
    const late = setTimeout(close, DRAIN_TIMEOUT);
    socket.once('close', () => clearTimeout(late));
    if (request.complete) close();
    else request.once('end', close);
  };
}
