import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { botRoutes, unknownBot, type BotInboundOptions } from '#main/bots/inbound.ts';
import { chatChannelRoutes, type InboundOptions } from '#main/channels/inbound.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Doors } from '#main/exposure/ports.ts';
import { announcedBytes, createAdmission, TooManyRequests, type Admission } from '#main/intake/admission.ts';
import { clientAddress, readClientAddress, trustOnly } from '#main/intake/client-address.ts';
import { noSchemas } from '#main/intake/no-schemas.ts';
import { problemOf } from '#main/intake/request-problem.ts';
import { botPath, channelPath, journalRequests, type InboundJournalOptions, type InboundNote } from '#main/journal/inbound-requests.ts';
import { hostedFileRoutes, type HostedFileOptions } from '#main/media/outgoing/hosted-file-routes.ts';
import { ratingPageRoutes, type RatingPageOptions } from '#main/ratings/rating-page.ts';
import { answerBroken, answerMethod, answerNotFound, answerProblem, isLate, type OnBroken } from './answers.ts';
import { bind, serverOptions, USUAL_BOUNDS, type Bounds } from './bounds.ts';
import { watchConnections } from './connections.ts';
import { createDoors } from './doors.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { publicPages } from './public-pages.ts';
import { askedOnceASecond } from './health.ts';
import { listenOn, type FoundPort, type WantedAddress } from './listen.ts';
import { createReachNonces } from './reach-nonces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** of its body, come and not counted yet */
    bodyBytes: number;
  }
}

/** Bytes of a request body. */
const LARGEST_BODY = 256 * 1024;

export interface Listener extends Doors {
  /** `http://host:port` by which this computer reaches it */
  readonly url: string;
  /** who asks another server of this program, behind the proxies that are trusted on the listener's own port */
  readonly clientAddress: (request: IncomingMessage) => string;
  /** as bound */
  readonly port: number;
  /** answers what is under way, then closes; the other doors too */
  readonly stop: () => Promise<void>;
}

export interface PublicRoutes {
  readonly inbound: Omit<InboundOptions, 'admission'>;
  readonly bots: BotInboundOptions;
  readonly ratings: RatingPageOptions;
  readonly files: HostedFileOptions;
  readonly requests: Omit<InboundJournalOptions, 'clientAddress'>;
}

export interface ListenerOptions extends PublicRoutes, WantedAddress {
  /** where an earlier start had to go */
  readonly found?: FoundPort | null;
  readonly log: Logger;
  readonly clock: Clock;
  /** whether messages can be stored, for monitors */
  readonly isWritable: () => Promise<boolean>;
  readonly bounds?: Bounds;
}

/** Starts the public server: nothing but the interfaces is served here, and a page and a sign of life that tell nothing of them. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { clock, bounds = USUAL_BOUNDS } = options;
  const admission = createAdmission(clock.monotonic);
  const held = createHeldAnswers(clock);
  const onBroken: OnBroken = (broken, socket) => {
    // Late ones have waited already.
    if (!admission.isLimited() || isLate(broken)) answerBroken(broken, socket);
    else void held.hold(socket).then(() => answerBroken(broken, socket));
  };
  const app = createApp(bounds, onBroken);
  const doors = createDoors({ app, bounds, isLimited: admission.isLimited, onBroken });
  const nonces = createReachNonces();
  let isTrusted = trustOnly([]);

  bind(app.server, bounds);
  const mostFrom = (address: string): number | undefined => (admission.isLimited() && !isTrusted(address) ? bounds.connectionsOfOne : undefined);
  const connections = watchConnections(app.server, { most: bounds.connections, mostFrom, stopping: bounds.stopping });
  app.addHook('preClose', (done) => {
    connections.end();
    held.release();
    done();
  });

  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, next) => {
    request.clientAddress = readClientAddress(request.raw, doors.trustOf(request.raw) ?? isTrusted);
    next();
  });
  journalRequests(app, { ...options.requests, clientAddress });
  app.addHook('onRequest', (request, _reply, next) => {
    next(admission.fromAddress(request.clientAddress, announcedBytes(request.headers)));
  });
  countBodies(app, admission);
  app.addHook('onResponse', (request, { statusCode }, next) => {
    if (statusCode === 404 || statusCode === 401) admission.missed(request.clientAddress);
    next();
  });
  app.setErrorHandler((error, request, reply) => (error instanceof TooManyRequests ? answerFlood(error, request, reply, held) : answerError(error, reply, options.log)));
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, options));
  await app.register(publicPages, { reachAnswer: nonces.answerTo, isWritable: askedOnceASecond(options.isWritable, clock) });
  await app.register(ratingPageRoutes, options.ratings);
  await app.register(hostedFileRoutes, options.files);
  await app.register(botRoutes, options.bots);
  await app.register(chatChannelRoutes, { ...options.inbound, admission });
  await listenOn(app, options, options.found ?? null);
  return {
    url: boundUrl(app),
    clientAddress: (request) => readClientAddress(request, isTrusted),
    port: (app.server.address() as AddressInfo).port,
    open: doors.open,
    trust: (proxies) => {
      isTrusted = trustOnly(proxies);
    },
    limit: admission.limit,
    expect: nonces.expect,
    stop: async () => {
      await Promise.all([doors.stop(), app.close()]);
    },
  };
}

function createApp(bounds: Bounds, onBroken: OnBroken): FastifyInstance {
  const app = Fastify({
    ...noSchemas,
    http: serverOptions(bounds),
    bodyLimit: LARGEST_BODY,
    requestTimeout: bounds.requestTimeout,
    connectionTimeout: bounds.silence,
    keepAliveTimeout: bounds.keepAlive,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (_error, _request, reply) => {
      void answerNotFound(reply);
    },
    clientErrorHandler: onBroken,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Any content type is accepted, also one that is not a media type at all.
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/octet-stream';
    next();
  });
  return app;
}

/** What came of a body counts for who sent it: when it is whole, and else when its connection gives up. */
function countBodies(app: FastifyInstance, admission: Admission): void {
  app.decorateRequest('bodyBytes', 0);
  app.addHook('preParsing', (request, _reply, payload, next) => {
    // The parser listens within the same turn, so that nothing flows by it.
    payload.on('data', (chunk: Buffer) => (request.bodyBytes += chunk.length));
    next(null, payload);
    request.raw.once('close', () => admission.arrived(request.clientAddress, request.bodyBytes));
  });
  app.addHook('preValidation', (request, _reply, next) => {
    const bytes = request.bodyBytes;
    request.bodyBytes = 0;
    next(admission.arrived(request.clientAddress, bytes));
  });
}

/** Another method on a known address is 405, everything else 404; a service address with a wrong token stays 401. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, { inbound, bots }: PublicRoutes): FastifyReply {
  const path = request.url.replace(/[?#].*$/, '');
  const [, providerId, token] = /^\/webhooks\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (providerId !== undefined && token !== undefined) {
    const bot = bots.bots.byAddress(decoded(providerId), decoded(token));
    if (bot === undefined) return answerProblem(unknownBot(), reply);
    request.noted = { ...wrongMethod(request), kind: 'bot event', botId: bot.id, url: botPath(bot.providerId) };
    return answerMethod('POST', reply);
  }
  const [, secret, publicId, status] = /^\/([^/]+)\/([^/]+)(\/status)?$/.exec(path) ?? [];
  const channel = secret === undefined || publicId === undefined ? undefined : inbound.channels.byAddress(decoded(secret), decoded(publicId));
  if (channel === undefined) return answerNotFound(reply);
  request.noted = { ...wrongMethod(request), kind: status === undefined ? 'message' : 'status', channelId: channel.id, url: channelPath(channel.publicId, status !== undefined) };
  return answerMethod(status === undefined ? 'POST' : 'GET', reply);
}

function wrongMethod({ method }: FastifyRequest): Pick<InboundNote, 'outcome' | 'notes'> {
  return { outcome: 'refused', notes: [`The method ${method} is not answered at this address`] };
}

async function answerFlood(problem: TooManyRequests, request: FastifyRequest, reply: FastifyReply, held: HeldAnswers): Promise<FastifyReply> {
  if (!(await held.hold(request.raw.socket))) void reply.header('connection', 'close');
  return answerProblem(problem, reply.header('retry-after', String(problem.retryAfter)));
}

function answerError(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const problem = problemOf(error);
  if (problem.status === 500) log.error({ err: problem.cause }, 'a request met a fault');
  if (problem.status === 503) void reply.header('retry-after', '5');
  // What is left of a body that is too large is not read.
  if (problem.status === 413) void reply.header('connection', 'close');
  return answerProblem(problem, reply);
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
