import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { botRoutes, type BotInboundOptions } from '#main/bots/inbound.ts';
import { chatChannelRoutes, type InboundOptions } from '#main/channels/inbound.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Doors } from '#main/exposure/ports.ts';
import { announcedBytes, createAdmission, TooManyRequests, type Admission } from '#main/intake/admission.ts';
import { clientAddress, readClientAddress, trustOnly, type Entrance } from '#main/intake/client-address.ts';
import { watchConnections } from '#main/intake/connections.ts';
import { endAfterEarlyAnswers } from '#main/intake/early-answers.ts';
import { createForwarders } from '#main/intake/forwarders.ts';
import { noSchemas } from '#main/intake/no-schemas.ts';
import { asRequestProblem } from '#main/intake/request-problem.ts';
import { journalRequests, type InboundJournalOptions } from '#main/journal/inbound-requests.ts';
import { hostedFileRoutes, type HostedFileOptions } from '#main/media/outgoing/hosted-file-routes.ts';
import { ratingPageRoutes, type RatingPageOptions } from '#main/ratings/rating-page.ts';
import { bind, serverOptions, USUAL_BOUNDS, type Bounds } from './bounds.ts';
import { createDoors } from './doors.ts';
import { publicPages } from './public-pages.ts';
import { foundPort, listenOn, type FoundPort, type WantedAddress } from './listen.ts';
import { countWhileReached, createHeldAnswers, type HeldAnswers } from './flood-limits.ts';
import { answerProblem, isMiss, leadAllToRoutes, otherMethodsOf, refuseUnmet, refuseUnread } from './refusals.ts';

interface ReachNonces {
  /** answers this nonce until the returned function is called */
  readonly expect: (nonce: string, answer: string) => () => void;
  readonly answerTo: (nonce: string) => string | undefined;
}

const KEPT = 1000;

declare module 'fastify' {
  interface FastifyRequest {
    /** of its body, received but not yet counted */
    bodyBytes: number;
  }
}

/** Maximum bytes of a request body. */
const LARGEST_BODY = 256 * 1024;

export interface Listener extends Doors {
  /** `http://host:port` at which this computer reaches it */
  readonly url: string;
  /** client address on another server of this program, behind the proxies trusted on the listener's own port */
  readonly clientAddress: (request: IncomingMessage) => string;
  /** as bound */
  readonly port: number;
  /** answers open requests, then closes; the other doors too */
  readonly stop: () => Promise<void>;
}

export interface PublicRoutes {
  readonly inbound: Omit<InboundOptions, 'admission'>;
  readonly bots: BotInboundOptions;
  readonly ratings: Omit<RatingPageOptions, 'admission'>;
  readonly files: Omit<HostedFileOptions, 'admission'>;
  readonly requests: Omit<InboundJournalOptions, 'clientAddress'>;
}

export interface ListenerOptions extends PublicRoutes, WantedAddress {
  /** the port that an earlier start had to use */
  readonly found?: FoundPort | null;
  /** remembers a port other than the wanted one; if that fails, it is searched again next time */
  readonly noteFound?: (found: FoundPort) => void;
  readonly log: Logger;
  readonly clock: Clock;
  /** whether messages can be stored, for monitors */
  readonly isWritable: () => Promise<boolean>;
  readonly bounds?: Bounds;
}

/** Starts the public server: only the interfaces, and a plain page and health check that reveal nothing of them. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { clock, bounds = USUAL_BOUNDS } = options;
  const admission = createAdmission(clock.monotonic);
  const held = createHeldAnswers(clock);
  const forwarders = createForwarders(clock.wall);
  let own: Entrance = { through: 'port', isTrusted: trustOnly([]) };
  const app = createApp(bounds, (broken, socket) => refuse(broken, socket, own.isTrusted));
  const { find, refuseOthers } = otherMethodsOf(app);
  const refuse = refuseUnread({ admission, held, find });
  const doors = createDoors({ app, bounds, isLimited: admission.isLimited, refuse, onChange: () => counting.look() });
  const counting = countWhileReached(admission, () => [app.server, ...doors.servers()]);
  const nonces = createReachNonces();

  bind(app.server, bounds);
  const mostFrom = (address: string): number | undefined =>
    admission.isLimited() && !own.isTrusted(address) ? bounds.connectionsOfOne : undefined;
  const connections = watchConnections(app.server, { most: bounds.connections, mostFrom, stopping: bounds.stopping });
  app.addHook('preClose', (done) => {
    connections.end();
    held.release();
    done();
  });

  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, next) => {
    const entrance = doors.entranceOf(request.raw) ?? own;
    request.clientAddress = readClientAddress(request.raw, entrance.isTrusted);
    if (admission.isLimited()) forwarders.look(request.raw, entrance);
    next();
  });
  journalRequests(app, { ...options.requests, clientAddress });
  app.addHook('onSend', (request, reply, payload, next) => {
    if (isMiss(reply.statusCode)) admission.missed(request.clientAddress, request);
    // Keeps the client from sending its next request into a connection that is about to close.
    if (doors.entranceOf(request.raw)?.isClosing === true) void reply.header('connection', 'close');
    next(null, payload);
  });
  endAfterEarlyAnswers(app);
  app.addHook('onRequest', (request, _reply, next) => {
    next(admission.fromAddress(request.clientAddress, announcedBytes(request.headers)));
  });
  refuseUnmet(app);
  countBodies(app, admission);
  app.setErrorHandler((error, request, reply) =>
    error instanceof TooManyRequests
      ? answerFlood(error, request, reply, held)
      : answerError(error, reply, options.log),
  );
  await app.register(publicPages, {
    reachAnswer: nonces.answerTo,
    isWritable: askedOnceASecond(options.isWritable, clock),
  });
  await app.register(ratingPageRoutes, { ...options.ratings, admission });
  await app.register(hostedFileRoutes, { ...options.files, admission });
  await app.register(botRoutes, options.bots);
  await app.register(chatChannelRoutes, { ...options.inbound, admission });
  refuseOthers();
  await listenOn(app, options, options.found ?? null);
  const { port } = app.server.address() as AddressInfo;
  noteOtherPort(options, port);
  return {
    url: boundUrl(app),
    clientAddress: (request) => readClientAddress(request, own.isTrusted),
    port,
    open: doors.open,
    trust: (proxies) => {
      own = { through: 'port', isTrusted: trustOnly(proxies) };
    },
    limit: counting.limit,
    forwarders: () => {
      if (!admission.isLimited()) return [];
      const entrance = (through: Entrance['through']): Entrance | undefined =>
        through === 'port' ? own : doors.entrance(through);
      return forwarders.list().filter(({ address, through }) => entrance(through)?.isTrusted(address) === false);
    },
    onForwarders: forwarders.onChange,
    expect: nonces.expect,
    stop: async () => {
      await Promise.all([doors.stop(), app.close()]);
    },
  };
}

function noteOtherPort({ log, noteFound, found = null, ...wanted }: ListenerOptions, port: number): void {
  const other = foundPort(wanted, port, found);
  if (other === undefined) return;
  log.warn(other, 'the listener is on another port, because its own was taken');
  try {
    noteFound?.(other);
  } catch (error) {
    log.warn({ err: error }, 'the port of the listener could not be noted');
  }
}

function createApp(bounds: Bounds, onBroken: NonNullable<FastifyServerOptions['clientErrorHandler']>): FastifyInstance {
  const app = Fastify({
    ...noSchemas,
    http: serverOptions(bounds),
    bodyLimit: LARGEST_BODY,
    requestTimeout: bounds.requestTimeout,
    connectionTimeout: bounds.silence,
    keepAliveTimeout: bounds.keepAlive,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Longer paths are refused earlier, with the head.
    routerOptions: { maxParamLength: bounds.headerSize },
    // A path that cannot be decoded or an invalid absolute address is answered like any unknown one.
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = (raw.url ?? '').replaceAll('%', '%25').replace(/^(?!\/)/, '/');
      app.routing(raw, reply.raw);
    },
    clientErrorHandler: onBroken,
  });
  leadAllToRoutes(app.server);
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
    request.raw.on('close', () => admission.arrived(request.clientAddress, request.bodyBytes));
  });
  app.addHook('preValidation', (request, _reply, next) => {
    const bytes = request.bodyBytes;
    request.bodyBytes = 0;
    next(admission.arrived(request.clientAddress, bytes));
  });
}

async function answerFlood(
  problem: TooManyRequests,
  request: FastifyRequest,
  reply: FastifyReply,
  held: HeldAnswers,
): Promise<FastifyReply> {
  if (!(await held.hold(request.raw.socket))) void reply.header('connection', 'close');
  return answerProblem(problem, reply.header('retry-after', String(problem.retryAfter)));
}

function answerError(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const problem = asRequestProblem(error);
  if (problem.status === 500) log.error({ err: problem.cause }, 'a request met a fault');
  if (problem.status === 503) void reply.header('retry-after', '5');
  return answerProblem(problem, reply);
}

function boundUrl(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Checks again a second after the last result: a check costs a write, and anyone can request the health page. */
function askedOnceASecond(
  ask: () => Promise<boolean>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askAgainAt = 0;
  return () => {
    if (answer === undefined || monotonic() >= askAgainAt) {
      askAgainAt = Infinity;
      answer = ask().finally(() => {
        askAgainAt = monotonic() + KEPT;
      });
    }
    return answer;
  };
}

/** The nonces of reach checks that are currently in progress. */
function createReachNonces(): ReachNonces {
  const answers = new Map<string, string>();
  return {
    expect: (nonce, answer) => {
      answers.set(nonce, answer);
      return () => answers.delete(nonce);
    },
    answerTo: (nonce) => answers.get(nonce),
  };
}
