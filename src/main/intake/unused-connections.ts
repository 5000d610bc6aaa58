import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** A connection on which nothing was ever asked (browsers open some ahead) counts as busy for Node, and would hold up the stop. */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
