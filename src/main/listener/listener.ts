import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { chatChannelRoutes, type InboundOptions } from '#main/channels/inbound.ts';
import { notFound, RequestProblem } from '#main/channels/request-problem.ts';
import { ContractError } from '#shared/contract/errors.ts';

/** Bytes of a request body. */
const LARGEST_BODY = 256 * 1024;

export interface Listener {
  /** `http://host:port` by which this computer reaches it */
  readonly url: string;
  /** answers what is under way, then closes */
  readonly stop: () => Promise<void>;
}

/** Starts the public server: nothing but the interfaces is served here. */
export async function startListener(options: { readonly host: string; readonly port: number; readonly log: Logger; readonly inbound: InboundOptions }): Promise<Listener> {
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 70_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (_error, _request, reply) => answerProblem(notFound(), reply),
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
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options.log));
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, options.inbound));
  await app.register(chatChannelRoutes, options.inbound);
  await app.listen({ host: options.host, port: options.port });
  return { url: boundUrl(app), stop: () => app.close() };
}

/** Another method on a known address is 405, everything else 404. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, inbound: InboundOptions): FastifyReply {
  const path = /^\/([^/?#]+)\/([^/?#]+)(\/status)?(?:\?.*)?$/.exec(request.url);
  if (path === null) return answerProblem(notFound(), reply);
  const [, secret = '', publicId = '', status] = path;
  if (inbound.channels.byAddress(decoded(secret), decoded(publicId)) === undefined) return answerProblem(notFound(), reply);
  const allowed = status === undefined ? 'POST' : 'GET';
  return answerProblem(new RequestProblem(405, 'method_not_allowed', `Only ${allowed} is answered here`), reply.header('allow', allowed));
}

function answerError(error: FastifyError | RequestProblem | ContractError, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  if (error instanceof RequestProblem) return answerProblem(error, reply);
  if (error instanceof ContractError && error.code === 'storage_unavailable') {
    return answerProblem(new RequestProblem(503, 'storage_unavailable', 'The message could not be stored. Send it again later.'), reply.header('retry-after', '5'));
  }
  if ('statusCode' in error && error.statusCode === 413) {
    return answerProblem(new RequestProblem(413, 'payload_too_large', `A body has at most ${LARGEST_BODY} bytes`), reply.header('connection', 'close'));
  }
  if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    return answerProblem(new RequestProblem(400, 'invalid_request', 'The body could not be read as it was announced'), reply);
  }
  log.error({ err: error, method: request.method }, 'a request met a fault');
  return answerProblem(new RequestProblem(500, 'internal', 'The service met a fault of its own'), reply);
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
