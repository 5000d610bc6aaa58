import Fastify, { type FastifyReply } from 'fastify';
import type { AddressInfo } from 'node:net';
import { readEvent, type HeardEvent } from './events.ts';

const BODY_LIMIT = 256 * 1024;

export interface EventServer {
  /** events are posted to `<endpoint>/<token>` */
  readonly endpoint: string;
  /** cuts what is under way */
  readonly stop: () => Promise<void>;
}

export interface EventServerOptions {
  readonly isKnown: (token: string) => boolean;
  /** whether the bot took the event; called once for each attempt */
  readonly onEvent: (token: string, event: HeardEvent) => Promise<boolean>;
  /** after the answer to an event that the bot took */
  readonly onAnswered: (token: string, event: HeardEvent) => void;
}

/** The provider's web server: takes the service's events (bot provider interface, sections 4.2 and 7). */
export async function startEventServer({ isKnown, onEvent, onAnswered }: EventServerOptions): Promise<EventServer> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: 20_000,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1024 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) =>
    error.statusCode === undefined || error.statusCode >= 500
      ? refuse(reply, 500, 'internal', 'The test bot met a fault of its own')
      : refuse(reply, error.statusCode, 'invalid_request', 'The request cannot be read'),
  );
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found', 'There is nothing at this address'));

  app.route<{ Params: { token: string } }>({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/bot/:token',
    handler: (_request, reply) =>
      refuse(reply.header('allow', 'POST'), 405, 'invalid_request', 'Only POST is answered here'),
  });
  app.post<{ Params: { token: string } }>('/bot/:token', async (request, reply) => {
    const { token } = request.params;
    if (!isKnown(token)) return refuse(reply, 401, 'invalid_client', 'No bot has this token');
    const reading = readEvent(typeof request.body === 'string' ? request.body : '');
    if (reading.kind === 'unknown') return refuse(reply, 405, 'invalid_request', 'This event is not supported');
    if (reading.kind === 'malformed') return refuse(reply, 400, 'invalid_request', reading.why);
    if (!(await onEvent(token, reading.event)))
      return refuse(reply, 503, 'unavailable', 'The test bot fails on purpose');
    reply.raw.once('close', () => onAnswered(token, reading.event));
    return reply.send({ result: 'ok' });
  });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}/bot`, stop: () => app.close() };
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ error: { code, message } });
}
