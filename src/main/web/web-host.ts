import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import cookies from '@fastify/cookie';
import files from '@fastify/static';
import websocket from '@fastify/websocket';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Engine } from '#main/engine/engine.ts';
import { type Connections, upgradesAt, watchConnections, WEBSOCKETS } from '#main/intake/connections.ts';
import { createBuckets } from '#main/intake/admission.ts';
import { serveAsNode } from '#main/intake/node.ts';
import { endAfterEarlyAnswers } from '#main/intake/early-answers.ts';
import { noSchemas } from '#main/intake/request-problem.ts';
import type { ServerCertificate } from '#main/exposure/ports.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { Clock } from '#main/clock/clock.ts';
import { pinOf } from '#main/exposure/certificates.ts';
import { EVENTS, eventSocket } from './event-socket.ts';
import type { MetricsOptions } from './metrics.ts';
import { joinRoutes } from './join.ts';
import { mediaRoutes } from './media-route.ts';
import { isForeignLoad, isOwnHost, isOwnOrigin, ownNames } from './origin.ts';
import { answerFailure, limitOperators, refuse } from './refusal.ts';
import { createAuthenticator, createThrottle, signInRoutes, type Authenticator, isJson, parseBody } from './sign-in.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { ERROR_STATUS } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { createSignInLinks } from './sign-in-links.ts';

/** Milliseconds for a request to arrive in full. */
export const REQUEST_LIMIT = 30_000;

/** Milliseconds for a slow one: a large file over a slow line. */
const LONG_REQUEST_LIMIT = 60 * 60 * 1000;

/** Milliseconds without a request after which a connection is closed: longer than proxies keep theirs. */
const KEEP_ALIVE = 70_000;

const BODY_LIMIT = 1024 * 1024;
/** Requests a second with a program's key. */
const PROGRAM_REQUESTS = 10;
/** Keys whose requests are counted. */
const MAX_PROGRAMS = 200;
/** Open at once. */
const MAX_CONNECTIONS = 1024;
/** Milliseconds until unfinished requests are cut off when the console stops. */
const STOP_TIMEOUT = 10_000;

/** Address of a server; port 0: the system picks a free one. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface WebHostOptions {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Logger;
  /** folder of the built renderer */
  readonly renderer: string;
  readonly address: Address;
  /** absent: HTTP */
  readonly certificate?: ServerCertificate;
  /** names besides this machine's under which the console is opened */
  readonly consoleHosts: readonly string[];
  /** named in every answer; undefined: there are no others */
  readonly nodeName?: string | undefined;
  /** for `GET /metrics`; undefined: there is none */
  readonly metrics?: Pick<MetricsOptions, 'token' | 'version'> | undefined;
}

export type WebHost = Awaited<ReturnType<typeof startWebHost>>;

/** Serves the console to browsers: pages, sign-in, requests, events. */
export async function startWebHost(options: WebHostOptions) {
  const { engine, clock, certificate } = options;
  const authenticator = createAuthenticator({
    engine,
    links: createSignInLinks({ key: await options.vault.deriveKey('console sign-in links'), wall: clock.wall }),
    linkKey: await options.vault.deriveKey('devices that followed a link'),
    throttle: createThrottle(clock.monotonic),
    wall: clock.wall,
  });
  let pin = certificate && pinOf(new X509Certificate(certificate.certificate));
  const loggerInstance: FastifyBaseLogger = options.log.child({ part: 'console' });
  const app = Fastify({
    ...noSchemas,
    loggerInstance,
    // An address may contain an access key: none is logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // Longer than any route's name: a wrong name gets the contract's error.
    routerOptions: { maxParamLength: 16 * 1024 },
    serverFactory: (answer: RequestListener): Server => createServer(answer, certificate),
  });
  const connections = limitConnections(app);
  abortSlowRequests(app, clock);
  endAfterEarlyAnswers(app);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'not_found', phrase('errors:refusals.nothing.address')),
  );
  // Each handler states which bodies it accepts, so that refusals have the console's format.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await app.register(cookies);
  await app.register(websocket, { options: { ...WEBSOCKETS, maxPayload: 4 * 1024 } });
  const { nodeName: name } = options;
  serveAsNode(app, name === undefined ? undefined : { name, caughtUp: engine.caughtUp });
  readiness(app, engine);
  if (options.metrics !== undefined)
    (await import('./metrics.ts')).metricsRoute(app, { ...options, ...options.metrics, authenticator });
  const machine = hostname();
  guard(app, () => {
    const { outside } = engine.remoteAccess.wanted();
    return ownNames(machine, [...options.consoleHosts, ...(outside === '' ? [] : [new URL(outside).hostname])]);
  });
  signInRoutes(app, authenticator);
  joinRoutes(app, { engine, authenticator, pin: () => pin });
  rpcRoutes(app, engine, authenticator, clock.monotonic);
  const admit = limitOperators();
  eventSocket(app, { engine, authenticator, admit, keep: connections.keep });
  await app.register(mediaRoutes, { engine, authenticator, admit, keep: connections.keep });
  await pages(app, options.renderer, authenticator, engine.remoteAccess.answerTo);
  const { host } = options.address;
  await app.listen({ host, port: options.address.port, backlog: MAX_CONNECTIONS });
  const { port } = app.server.address() as AddressInfo;
  return {
    /** `http://host:port` for a browser on this machine; `https` with a certificate */
    url: browserUrl({ host, port }, certificate === undefined ? 'http' : 'https'),
    /** uses another certificate from now on, without closing anything */
    renew: (next: ServerCertificate) => {
      if (!(app.server instanceof HttpsServer)) return;
      app.server.setSecureContext(tlsOptions(next));
      pin = pinOf(new X509Certificate(next.certificate));
    },
    stop: () => app.close(),
  };
}

function createServer(answer: RequestListener, certificate: ServerCertificate | undefined): Server {
  const options = {
    headersTimeout: REQUEST_LIMIT,
    requestTimeout: LONG_REQUEST_LIMIT,
    keepAliveTimeout: KEEP_ALIVE,
    shouldUpgradeCallback: upgradesAt(EVENTS),
  };
  return certificate === undefined
    ? process.getBuiltinModule('node:http').createServer(options, answer)
    : createHttpsServer({ ...options, ...tlsOptions(certificate), handshakeTimeout: REQUEST_LIMIT }, answer);
}

function tlsOptions({ certificate, key }: ServerCertificate) {
  return { cert: certificate, key, minVersion: 'TLSv1.2' as const };
}

/** Anyone who reaches the console's address may connect: idle connections make room for new ones. */
function limitConnections(app: FastifyInstance): Connections {
  const connections = watchConnections(app.server, {
    max: MAX_CONNECTIONS,
    maxFrom: () => undefined,
    stopping: STOP_TIMEOUT,
  });
  app.addHook('preClose', (done) => {
    connections.end();
    done();
  });
  return connections;
}

/** Security headers on every answer; foreign names and pages are refused before anything else. */
function guard(app: FastifyInstance, names: () => ReadonlySet<string>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    const own = isOwnHost(host, names());
    reply.headers(securityHeaders(own ? host : undefined));
    if (!own) return refuse(reply, 421, 'not_found', phrase('errors:refusals.web.name'));
    if (!isOwnOrigin(origin, host)) return refuse(reply, 403, 'not_signed_in', phrase('errors:refusals.web.page'));
  });
}

async function pages(
  app: FastifyInstance,
  renderer: string,
  authenticator: Authenticator,
  answerTo: Engine['remoteAccess']['answerTo'],
): Promise<void> {
  await app.register(files, {
    root: renderer,
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(renderer, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const index = (reply: FastifyReply) =>
    existsSync(join(renderer, 'index.html'))
      ? reply.sendFile('index.html')
      : refuse(reply, 404, 'not_found', phrase('errors:refusals.web.notBuilt'));

  // So that the check proves that an address from outside leads here.
  app.get<{ Params: { nonce: string } }>('/reach/:nonce', (request, reply) => {
    const answer = answerTo(request.params.nonce);
    return answer === undefined
      ? refuse(reply, 404, 'not_found', phrase('errors:refusals.nothing.address'))
      : reply.type('text/plain').header('cache-control', 'no-store').send(answer);
  });
  // The code of an invitation is in the fragment, which only the page sees.
  app.get('/join', (_request, reply) => index(reply));
  app.get<{ Querystring: { key?: unknown } }>('/', async (request, reply) => {
    const { key } = request.query;
    if (typeof key !== 'string') return index(reply);
    // Right or wrong, the answer is the same, so that it reveals nothing.
    if (!isForeignLoad(request.headers)) authenticator.follow(request, reply, key);
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
}

/** Aborts requests that do not arrive; Node has one limit for all, which is the long one. */
function abortSlowRequests(app: FastifyInstance, clock: Pick<Clock, 'after'>): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if ((length === undefined && encoding === undefined) || routeOptions.config.isSlow === true) return;
    const cancelTimer = clock.after(REQUEST_LIMIT, () => {
      if (!raw.complete) raw.destroy();
    });
    raw.on('close', cancelTimer);
  });
}

/** For load balancers, which do not sign in. */
function readiness(app: FastifyInstance, { isReady }: Engine): void {
  app.get('/ready', async (_request, reply) => {
    const isOk = await isReady();
    return reply
      .code(isOk ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isOk ? 'ok' : 'failing' });
  });
}

/** `POST /rpc/:route`: the whole body is the route's input, the answer is the router's. */
function rpcRoutes(
  app: FastifyInstance,
  engine: Engine,
  authenticator: Authenticator,
  monotonic: Clock['monotonic'],
): void {
  const buckets = createBuckets({ monotonic, burstSeconds: 1, maxKeys: MAX_PROGRAMS });
  app.post<{ Params: { route: string } }>('/rpc/:route', async (request, reply) => {
    const caller = await authenticator.authenticate(request, { programs: true });
    if (caller.kind !== 'signedIn') return authenticator.reject(reply, caller);
    if (caller.by === 'cookie' && !isJson(request)) {
      return refuse(reply, 415, 'invalid_input', phrase('errors:refusals.web.json'));
    }
    const wait = caller.by === 'programKey' ? buckets.take(caller.operatorId, PROGRAM_REQUESTS) : 0;
    if (wait > 0) {
      reply.header('retry-after', String(Math.ceil(wait / 1000)));
      return refuse(reply, 429, 'too_many_requests', phrase('errors:calls.tooMany'));
    }
    const input = parseBody(request);
    if (input === undefined) return refuse(reply, 400, 'invalid_input', phrase('errors:calls.notJson'));
    const { operatorId, deviceId } = caller;
    const key = engine.operators.keyFingerprint(operatorId);
    const answer = await engine.request(
      { operatorId, deviceId, from: engine.clientAddress(request.raw) },
      request.params.route,
      input,
    );
    // An operator who creates a new key for themselves stays signed in here; a stolen copy of the cookie does not.
    if (caller.by === 'cookie' && deviceId !== undefined && engine.operators.keyFingerprint(operatorId) !== key)
      await authenticator.renewKey(request, reply, deviceId);
    else authenticator.renew(request, reply, caller);
    return reply
      .code(answer.ok ? 200 : ERROR_STATUS[answer.error.code])
      .header('cache-control', 'no-store')
      .send(answer);
  });
}

/** The address for a browser on this machine: "all addresses" become the loopback one. */
export function browserUrl({ host, port }: Address, scheme: 'http' | 'https' = 'http'): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${toUrlHost(reachable)}:${port}`;
}

/** Header fields of every answer of the console; `host` is the request's Host if it is one of ours. */
function securityHeaders(host: string | undefined): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Components set style elements and attributes; scripts never do.
    "style-src 'self' 'unsafe-inline'",
    // Files are previewed before they are sent.
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // Some browsers do not count a socket to the same host as 'self'.
    host === undefined ? "connect-src 'self'" : `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
