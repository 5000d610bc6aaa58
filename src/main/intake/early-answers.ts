import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Milliseconds for which what is left of a body is read after the answer. */
const PATIENCE = 2000;
/** Bytes of it. */
const MOST = 256 * 1024;

/**
 * An answer that does not wait for its request's body ends the connection, and the rest of the body is read for a moment and
 * thrown away: closed at once, the connection would be reset while the client still sends, and the answer lost on it.
 * For the root of an app, before its routes.
 */
export function endAfterEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (isWhole(request.raw)) return next();
    // What came together with the head is read first: most bodies did.
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

/** To be called before the answer goes out. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  let left = MOST;
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) request.pause();
  });
  // Node calls this after an answer that ends its connection.
  socket.destroySoon = () => {
    socket.end();
    const close = (): void => void socket.destroy();
    const late = setTimeout(close, PATIENCE);
    socket.once('close', () => clearTimeout(late));
    if (request.complete) close();
    else request.once('end', close);
  };
}
