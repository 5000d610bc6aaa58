import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { botRoutes, unknownBot, type BotInboundOptions } from '#main/bots/inbound.ts';
import { chatChannelRoutes, type InboundOptions } from '#main/channels/inbound.ts';
import { notFound, problemOf, RequestProblem } from '#main/intake/request-problem.ts';
import { closeUnusedConnections } from '#main/intake/unused-connections.ts';
import { ratingPageRoutes, type RatingPageOptions } from '#main/ratings/rating-page.ts';

/** Bytes of a request body. */
const LARGEST_BODY = 256 * 1024;

export interface Listener {
  /** `http://host:port` by which this computer reaches it */
  readonly url: string;
  /** answers what is under way, then closes */
  readonly stop: () => Promise<void>;
}

export interface PublicRoutes {
  readonly inbound: InboundOptions;
  readonly bots: BotInboundOptions;
  readonly ratings: RatingPageOptions;
}

/** Starts the public server: nothing but the interfaces is served here. */
export async function startListener(options: { readonly host: string; readonly port: number; readonly log: Logger } & PublicRoutes): Promise<Listener> {
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 70_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (_error, _request, reply) => {
      void answerProblem(notFound(), reply);
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return;
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
      const body = JSON.stringify(errorBody('invalid_request', 'This is not a request that the service understands'));
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Any content type is accepted, also one that is not a media type at all.
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/octet-stream';
    next();
  });
  app.setErrorHandler((error, _request, reply) => answerError(error, reply, options.log));
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, options));
  closeUnusedConnections(app);
  closeConnectionsWhileStopping(app);
  await app.register(ratingPageRoutes, options.ratings);
  await app.register(botRoutes, options.bots);
  await app.register(chatChannelRoutes, options.inbound);
  await app.listen({ host: options.host, port: options.port });
  return { url: boundUrl(app), stop: () => app.close() };
}

/** A connection that stays open after its last answer would hold up the stop. */
function closeConnectionsWhileStopping(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.keepAliveTimeout = 1;
    app.server.keepAliveTimeoutBuffer = 0;
    done();
  });
}

/** Another method on a known address is 405, everything else 404; a service address with a wrong token stays 401. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, { inbound, bots }: PublicRoutes): FastifyReply {
  const path = request.url.replace(/[?#].*$/, '');
  const [, providerId, token] = /^\/webhooks\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (providerId !== undefined && token !== undefined) {
    const bot = bots.bots.byAddress(decoded(providerId), decoded(token));
    return bot === undefined ? answerProblem(unknownBot(), reply) : answerMethod('POST', reply);
  }
  const [, secret, publicId, status] = /^\/([^/]+)\/([^/]+)(\/status)?$/.exec(path) ?? [];
  if (secret === undefined || publicId === undefined || inbound.channels.byAddress(decoded(secret), decoded(publicId)) === undefined) {
    return answerProblem(notFound(), reply);
  }
  return answerMethod(status === undefined ? 'POST' : 'GET', reply);
}

function answerMethod(allowed: string, reply: FastifyReply): FastifyReply {
  return answerProblem(new RequestProblem(405, 'method_not_allowed', `Only ${allowed} is answered here`), reply.header('allow', allowed));
}

function answerError(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const problem = problemOf(error);
  if (problem.status === 500) log.error({ err: problem.cause }, 'a request met a fault');
  if (problem.status === 503) void reply.header('retry-after', '5');
  // What is left of a body that is too large is not read.
  if (problem.status === 413) void reply.header('connection', 'close');
  return answerProblem(problem, reply);
}

function answerProblem(problem: RequestProblem, reply: FastifyReply): FastifyReply {
  return reply.code(problem.status).type('application/json').send(JSON.stringify(errorBody(problem.code, problem.message)));
}

function errorBody(code: string, message: string) {
  return { error: { code, message } };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function boundUrl(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
