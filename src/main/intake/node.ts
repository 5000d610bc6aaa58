import { setTimeout as passing } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';

/** Header of every answer of a host that has others beside it. */
export const NODE_HEADER = 'x-counterbell-node';

/** Milliseconds after which a request goes on although this node may be behind: what it asks for is refused then. */
const LONGEST_WAIT = 2_000;

/** A host that has others beside it. */
export interface Node {
  readonly name: string;
  /** resolves when what other nodes have answered is true here, too */
  readonly caughtUp: () => Promise<void>;
}

/**
 * Names the node in all answers of an app, also those that it gives while it closes, and lets no request overtake what
 * other nodes have answered. For after its plugin for WebSockets.
 */
export function serveAsNode(app: FastifyInstance, node: Node | undefined): void {
  if (node === undefined) return;
  const { name, caughtUp } = node;
  app.server.prependListener('request', (_request: unknown, response: ServerResponse) =>
    response.setHeader(NODE_HEADER, name),
  );
  // A refused upgrade is answered without that event.
  app.addHook('onRequest', async (request, reply) => {
    if (!reply.raw.headersSent) reply.raw.setHeader(NODE_HEADER, name);
    if (request.url.startsWith('/assets/')) return;
    const waiting = new AbortController();
    const late = passing(LONGEST_WAIT, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([caughtUp().catch(() => undefined), late]);
    waiting.abort();
  });
  app.websocketServer.on('headers', (headers: string[]) => void headers.push(`${NODE_HEADER}: ${name}`));
}
