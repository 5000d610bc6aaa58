import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { noSchemas } from '#main/intake/request-problem.ts';
import { createCaller, readBeginning } from '#main/outgoing/caller.ts';

const BODY_LIMIT = 256 * 1024;
const ANSWER_TIMEOUT = 10_000;
/** Only this computer reaches these servers, and each look at their connections wakes it. */
const LATE_CHECK_INTERVAL = 10 * 60_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Starts the server of a built-in side: bodies are text, and refusals have the interfaces' error format. */
export async function startWebServer(addRoutes: (app: FastifyInstance) => void) {
  const app = Fastify({
    ...noSchemas,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 20_000,
    http: { connectionsCheckingInterval: LATE_CHECK_INTERVAL },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1024 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) =>
    error.statusCode === undefined || error.statusCode >= 500
      ? refuse(reply, 500, 'internal', 'This side met a fault of its own')
      : refuse(reply, error.statusCode, 'invalid_request', 'The request cannot be read'),
  );
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found', 'There is nothing at this address'));
  addRoutes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** aborts requests in progress */
    stop: (): Promise<void> => app.close(),
  };
}

/** Handles POST at an address and refuses every other method with 405. */
export function postRoute<P>(
  app: FastifyInstance,
  url: string,
  /** `body`: empty if there is none */
  answer: (request: { readonly params: P; readonly body: string; readonly reply: FastifyReply }) => unknown,
): void {
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url,
    handler: (_request, reply) =>
      refuse(reply.header('allow', 'POST'), 405, 'invalid_request', 'Only POST is answered here'),
  });
  app.post(url, ({ params, body }, reply) =>
    answer({ params: params as P, body: typeof body === 'string' ? body : '', reply }),
  );
}

/** Responds with an error in the interfaces' format. */
export function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ error: { code, message } });
}

/** Parsed JSON; undefined if invalid. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An HTTP client that does not retry. */
export function openWebClient(log: Logger) {
  const caller = createCaller();
  const headers = { 'content-type': 'application/json' };
  return {
    /** posts JSON text; returns the HTTP status, 0 if there is no response */
    post: async (address: string, json: string): Promise<number> => {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
      try {
        const answer = await caller.call({ method: 'POST', address, headers, body: json, signal });
        await readBeginning(answer, MAX_ANSWER_BYTES);
        return answer.statusCode ?? 0;
      } catch (error) {
        log.info({ err: error }, 'the service did not answer a built-in side');
        return 0;
      }
    },
    stop: caller.stop,
  };
}

/** Keeps the most recently used entries, in memory only. */
export function createLatest<V>(limit: number) {
  const entries = new Map<string, V>();
  const set = (key: string, value: V): void => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
  };
  return {
    /** returns the value and marks it as used */
    get: (key: string): V | undefined => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    /** drops the oldest if there are too many */
    set,
    delete: (key: string): void => void entries.delete(key),
  };
}
