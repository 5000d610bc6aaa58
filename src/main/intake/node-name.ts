import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';

/** Header of every answer of a host that has others beside it. */
export const NODE_HEADER = 'x-counterbell-node';

/** Names the node in all answers of an app, also those that it gives while it closes. For after its plugin for WebSockets. */
export function nameNode(app: FastifyInstance, name: string | undefined): void {
  if (name === undefined) return;
  app.server.prependListener('request', (_request: unknown, response: ServerResponse) =>
    response.setHeader(NODE_HEADER, name),
  );
  // A refused upgrade is answered without that event.
  app.addHook('onRequest', (_request, reply, next) => {
    if (!reply.raw.headersSent) reply.raw.setHeader(NODE_HEADER, name);
    next();
  });
  app.websocketServer.on('headers', (headers: string[]) => void headers.push(`${NODE_HEADER}: ${name}`));
}
