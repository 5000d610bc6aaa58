import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { botRoutes, type BotInboundOptions } from '#main/bots/inbound.ts';
import { chatChannelRoutes, type InboundOptions } from '#main/channels/inbound.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { ListenerControl } from '#main/exposure/ports.ts';
import { createNonces } from '#main/exposure/reach.ts';
import { announcedBytes, createAdmission, TooManyRequests, type Admission } from '#main/intake/admission.ts';
import { createForwarders, type EntryPoint, readClientAddress, trustProxies } from '#main/intake/client-address.ts';
import { watchConnections, WEBSOCKETS } from '#main/intake/connections.ts';
import { type Node, NODE_HEADER, serveAsNode } from '#main/intake/node.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { endAfterEarlyAnswers, isAbandoned } from '#main/intake/early-answers.ts';
import { noSchemas, asRequestProblem } from '#main/intake/request-problem.ts';
import { journalRequests, type InboundJournalOptions } from '#main/journal/inbound-requests.ts';
import { hostedFileRoutes, type HostedFileOptions } from '#main/media/outgoing/hosted-file-routes.ts';
import { ratingPageRoutes, type RatingPageOptions } from '#main/ratings/rating-page.ts';
import websocket from '@fastify/websocket';
import { MAX_FRAME_SIZE } from '#main/site/connection-routes.ts';
import { siteRoutes, type SiteRoutesOptions } from '#main/site/site-routes.ts';
import { applyBounds, type Bounds, DEFAULT_BOUNDS, limitWhileReachable, serverOptions } from './bounds.ts';
import { createExtraServers } from './extra-servers.ts';
import { publicPages } from './public-pages.ts';
import { foundPort, listenOn, type FoundPort, type WantedAddress } from './listen.ts';
import {
  answerProblem,
  isMiss,
  routeEverything,
  trackMethods,
  refuseUnmetExpectations,
  refuseUnparsed,
  createHeldAnswers,
  type HeldAnswers,
} from './refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** of its body, received but not yet counted */
    bodyBytes: number;
  }
}

/** Maximum bytes of a request body. */
const MAX_BODY_BYTES = 256 * 1024;

export type Listener = Awaited<ReturnType<typeof startListener>>;

export interface ListenerOptions extends WantedAddress {
  readonly inbound: Omit<InboundOptions, 'admission'>;
  readonly bots: BotInboundOptions;
  readonly ratings: Omit<RatingPageOptions, 'admission'>;
  readonly files: Omit<HostedFileOptions, 'admission'>;
  readonly site: Omit<SiteRoutesOptions, 'admission' | 'allowSlowBody'>;
  readonly requests: InboundJournalOptions;
  /** the port that an earlier start had to use */
  readonly found?: FoundPort | null;
  /** remembers a port other than the wanted one; if that fails, it is searched again next time */
  readonly saveFoundPort?: (found: FoundPort) => void;
  /** signs what it answers to checks */
  readonly nonceKey: Buffer;
  readonly log: Logger;
  readonly clock: Clock;
  /** true while messages can be stored, for monitors */
  readonly isWritable: () => Promise<boolean>;
  readonly bounds?: Bounds;
  /** undefined: there are no others */
  readonly node?: Node | undefined;
}

/** Starts the public server: only the interfaces, and a plain page and health check that reveal nothing of them. */
export async function startListener(options: ListenerOptions) {
  const { clock, bounds = DEFAULT_BOUNDS } = options;
  const admission = createAdmission(clock.monotonic);
  const held = createHeldAnswers(clock);
  const forwarders = createForwarders(clock.wall);
  let own: EntryPoint = { through: 'port', isTrusted: trustProxies([]) };
  const app = createApp(bounds, (broken, socket) => refuse(broken, socket, own.isTrusted));
  const { find, refuseOthers } = trackMethods(app);
  const slowBodies = new WeakSet<Duplex>();
  const named: Readonly<Record<string, string>> =
    options.node === undefined ? {} : { [NODE_HEADER]: options.node.name };
  const refuse = refuseUnparsed({ admission, held, find, named, mayBeSlow: (socket) => slowBodies.has(socket) });
  const allowSlowBody = ({ socket }: IncomingMessage): (() => void) => {
    slowBodies.add(socket);
    return () => slowBodies.delete(socket);
  };
  const extraServers = createExtraServers({
    app,
    bounds,
    isLimited: admission.isLimited,
    refuse,
    onChange: () => counting.update(),
  });
  const counting = limitWhileReachable(admission, () => [app.server, ...extraServers.servers()]);
  const nonces = createNonces(options.nonceKey);

  applyBounds(app.server, bounds);
  const maxFrom = (address: string): number | undefined =>
    admission.isLimited() && !own.isTrusted(address) ? bounds.connectionsPerClient : undefined;
  const connections = watchConnections(app.server, { max: bounds.connections, maxFrom, stopping: bounds.stopping });
  app.addHook('preClose', (done) => {
    connections.end();
    held.release();
    done();
  });

  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, next) => {
    const entryPoint = extraServers.entryPointOf(request.raw) ?? own;
    request.clientAddress = readClientAddress(request.raw, entryPoint.isTrusted);
    if (admission.isLimited()) forwarders.inspect(request.raw, entryPoint);
    next();
  });
  journalRequests(app, options.requests);
  app.addHook('onSend', (request, reply, payload, next) => {
    if (isMiss(reply.statusCode)) admission.missed(request.clientAddress, request);
    // Keeps the client from sending its next request into a connection that is about to close.
    if (extraServers.entryPointOf(request.raw)?.isClosing === true) void reply.header('connection', 'close');
    next(null, payload);
  });
  endAfterEarlyAnswers(app);
  app.addHook('onRequest', (request, _reply, next) => {
    next(admission.fromAddress(request.clientAddress, announcedBytes(request.headers)));
  });
  refuseUnmetExpectations(app);
  countBodies(app, admission);
  app.setErrorHandler((error, request, reply) =>
    error instanceof TooManyRequests
      ? answerFlood(error, request, reply, held)
      : answerError(error, request, reply, options.log),
  );
  app.server.on('upgrade', (_request, socket) => connections.release(socket));
  await app.register(websocket, {
    options: { ...WEBSOCKETS, maxPayload: MAX_FRAME_SIZE, perMessageDeflate: false, clientTracking: false },
  });
  serveAsNode(app, options.node);
  const isWritable = cacheForOneSecond(options.isWritable, clock);
  let isDraining = false;
  const isReady = async (): Promise<boolean> => !isDraining && (await isWritable());
  await app.register(publicPages, { reachAnswer: nonces.answerTo, isWritable, isReady });
  await app.register(ratingPageRoutes, { ...options.ratings, admission });
  await app.register(hostedFileRoutes, { ...options.files, admission });
  await app.register(siteRoutes, { ...options.site, admission, allowSlowBody });
  await app.register(botRoutes, options.bots);
  await app.register(chatChannelRoutes, { ...options.inbound, admission });
  refuseOthers();
  await listenOn(app, options, options.found ?? null);
  const { address, port } = app.server.address() as AddressInfo;
  reportOtherPort(options, port);
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : toUrlHost(address);
  const control: ListenerControl = {
    open: extraServers.open,
    trust: (proxies) => {
      own = { through: 'port', isTrusted: trustProxies(proxies) };
    },
    limit: counting.limit,
    forwarders: () => {
      if (!admission.isLimited()) return [];
      const entryPoints = { port: own, network: extraServers.entryPoint() };
      return forwarders
        .list()
        .filter((forwarder) => entryPoints[forwarder.through]?.isTrusted(forwarder.address) === false);
    },
    onForwarders: forwarders.onChange,
    makeNonce: nonces.make,
  };
  return {
    ...control,
    /** address at which this computer reaches it */
    url: `http://${host}:${port}`,
    /** client address on another server of this program, behind the proxies trusted on the listener's own port */
    clientAddress: (request: IncomingMessage) => readClientAddress(request, own.isTrusted),
    /** as bound */
    port,
    /** true while messages can be stored and it is not going to stop */
    isReady,
    /** it is going to stop: a load balancer should choose others */
    drain: (): void => {
      isDraining = true;
    },
    /** answers open requests, then closes; the extra servers too */
    stop: () => Promise.all([extraServers.stop(), app.close()]),
  };
}

function reportOtherPort({ log, saveFoundPort, found = null, ...wanted }: ListenerOptions, port: number): void {
  const other = foundPort(wanted, port, found);
  if (other === undefined) return;
  log.warn(other, 'the listener is on another port, because its own was taken');
  try {
    saveFoundPort?.(other);
  } catch (error) {
    log.warn({ err: error }, 'the port of the listener could not be noted');
  }
}

function createApp(bounds: Bounds, onBroken: NonNullable<FastifyServerOptions['clientErrorHandler']>): FastifyInstance {
  const app = Fastify({
    ...noSchemas,
    http: serverOptions(bounds),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: bounds.requestTimeout,
    connectionTimeout: bounds.silence,
    keepAliveTimeout: bounds.keepAlive,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Longer paths are refused earlier, with the head.
    routerOptions: { maxParamLength: bounds.headerSize },
    // A slash at the end of an address is no other address.
    rewriteUrl: ({ url = '' }) => url.replace(/^([^?]*[^/?])\/(?=\?|$)/, '$1'),
    // A path that cannot be decoded or an invalid absolute address is answered like any unknown one.
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = (raw.url ?? '').replaceAll('%', '%25').replace(/^(?!\/)/, '/');
      app.routing(raw, reply.raw);
    },
    clientErrorHandler: onBroken,
  });
  routeEverything(app.server);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Any content type is accepted, even an invalid one.
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/octet-stream';
    next();
  });
  return app;
}

/** Counts received body bytes for the sender: when the body is complete, or when its connection ends. */
function countBodies(app: FastifyInstance, admission: Admission): void {
  app.decorateRequest('bodyBytes', 0);
  app.addHook('preParsing', (request, _reply, payload, next) => {
    if (!admission.isLimited()) return next(null, payload);
    // The parser attaches in the same tick, so that no data is missed.
    payload.on('data', (chunk: Buffer) => (request.bodyBytes += chunk.length));
    next(null, payload);
    request.raw.on('close', () => admission.receivedBytes(request.clientAddress, request.bodyBytes));
  });
  app.addHook('preValidation', (request, _reply, next) => {
    const bytes = request.bodyBytes;
    request.bodyBytes = 0;
    next(admission.receivedBytes(request.clientAddress, bytes));
  });
}

async function answerFlood(problem: TooManyRequests, request: FastifyRequest, reply: FastifyReply, held: HeldAnswers) {
  if (!(await held.hold(request.raw.socket))) void reply.header('connection', 'close');
  return answerProblem(problem, reply.header('retry-after', String(problem.retryAfter)));
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const problem = asRequestProblem(error);
  if (problem.status === 500 && isAbandoned(request)) log.debug('a request was given up');
  else if (problem.status === 500) log.error({ err: problem.cause }, 'a request met a fault');
  if (problem.status === 503) void reply.header('retry-after', '5');
  return answerProblem(problem, reply);
}

/** Checks again a second after the last result: a check costs a write, and anyone can request the health page. */
function cacheForOneSecond(ask: () => Promise<boolean>, { monotonic }: Pick<Clock, 'monotonic'>) {
  let answer: Promise<boolean> | undefined;
  let expiresAt = 0;
  return () => {
    if (answer === undefined || monotonic() >= expiresAt) {
      expiresAt = Infinity;
      answer = ask().finally(() => {
        expiresAt = monotonic() + 1000;
      });
    }
    return answer;
  };
}
