import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { asRequestProblem, invalidRequest, notFound, RequestProblem } from '#main/intake/request-problem.ts';
import type { InboundNote } from '#main/journal/inbound-requests.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Server as HttpsServer } from 'node:https';
import type { Admission } from '#main/intake/admission.ts';
import type { IsTrusted } from '#main/intake/client-address.ts';
import type { Clock } from '#main/clock/clock.ts';

const http = process.getBuiltinModule('node:http');

/** The error format of both interfaces. */
export function answerProblem(problem: RequestProblem, reply: FastifyReply): FastifyReply {
  return reply.code(problem.status).type('application/json').send(bodyOf(problem));
}

/** The same on a connection whose request could not be parsed; closes it. */
function answerUnparsed(problem: RequestProblem, socket: Duplex, headers: Readonly<Record<string, string>> = {}): void {
  if (!socket.writable) return;
  const body = bodyOf(problem);
  const all = {
    ...headers,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${http.STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

function bodyOf({ code, message }: RequestProblem): string {
  return JSON.stringify({ error: { code, message } });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** owner of the address, for the journal, if the method is wrong; throws if the address is unknown */
    addressee?: (request: FastifyRequest) => Omit<InboundNote, 'outcome' | 'notes'>;
    /** answers a wrong method with a page for people */
    refuseMethod?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
    /** on the route for all other methods of an address: the allowed methods */
    allow?: string;
  }
}

/** The answer to a request without a route. */
interface Refusal {
  readonly problem: RequestProblem;
  readonly allow?: string;
  readonly note?: InboundNote;
}

/** A wrong method on a known address is 405, everything else 404; a service address with a wrong token stays 401. */
function refusalOf(request: FastifyRequest): Refusal {
  const { allow, addressee } = request.routeOptions.config;
  if (allow === undefined || Object.values(request.params as object).includes('')) return { problem: notFound() };
  try {
    const note = addressee?.(request);
    const notes = [phrase('errors:calls.method', { method: request.method })];
    return {
      problem: new RequestProblem(405, 'method_not_allowed', phrase('errors:calls.only', { methods: allow })),
      allow,
      ...(note && { note: { ...note, outcome: 'refused', notes } }),
    };
  } catch (error) {
    return { problem: asRequestProblem(error) };
  }
}

/** Sends this answer without waiting for a body. */
async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { problem, allow, note } = refusalOf(request);
  const { refuseMethod } = request.routeOptions.config;
  request.noted = note;
  if (allow !== undefined) void reply.header('allow', allow);
  return allow !== undefined && refuseMethod ? refuseMethod(request, reply) : answerProblem(problem, reply);
}

/** For methods without a route. */
const UNROUTED_METHOD = 'TRACE';

/**
 * Notes the addresses of an app as its routes are added: call it before anything else of the app. Call `refuseOthers`
 * after the last route: it adds one for all other methods of each address. `find` returns what is answered at an
 * address to a method that Node rejects.
 */
export function trackMethods(app: FastifyInstance) {
  const addresses = new Map<string, { readonly methods: readonly string[]; readonly config: FastifyContextConfig }>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const known = addresses.get(url);
    const methods = [...(known?.methods ?? []), ...[method].flat()];
    addresses.set(url, { methods, config: { ...known?.config, ...config } });
  });
  const looked = new WeakMap<IncomingMessage, (refusal: Refusal) => void>();
  app.addHook('onRequest', (request, reply, next) => {
    const tell = looked.get(request.raw);
    if (tell === undefined) return next();
    reply.hijack();
    tell(refusalOf(request));
  });
  return {
    refuseOthers: (): void => {
      for (const method of http.METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
      for (const [url, { methods, config }] of [...addresses]) {
        const method = http.METHODS.filter((name) => !methods.includes(name));
        const allow = methods.join(', ');
        app.route({ method, url, config: { ...config, allow }, onRequest: refuse, handler: refuse });
      }
    },
    find: (url: string): Refusal => {
      let refusal: Refusal = { problem: notFound() };
      const request = Object.assign(new http.IncomingMessage(new Socket()), { method: UNROUTED_METHOD, url });
      looked.set(request, (found) => (refusal = found));
      app.routing(request, new http.ServerResponse(request));
      return refusal;
    },
  };
}

/** Parts of a request's first line, read without Node's parser. */
const MAX_LINE_LENGTH = 4096;

/** Sends to the routes what Node would answer itself: every request is counted, recorded and refused in one format. */
export function routeEverything(server: Server | HttpsServer): void {
  const toRoutes = (request: IncomingMessage, response: ServerResponse): void =>
    void server.emit('request', request, response);
  server.on('checkContinue', toRoutes);
  server.on('checkExpectation', toRoutes);
  // Node drops such a connection: its handling is repeated here.
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const response = new http.ServerResponse(request);
    socket.on('error', () => void socket.destroy());
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => (socket as Socket).destroySoon());
    toRoutes(request, response);
  });
}

/**
 * Refuses expectations that cannot be met and requests without a route, and sends 100 Continue to clients that wait for
 * it. For the root of an app, before its routes.
 */
export function refuseUnmetExpectations(app: FastifyInstance): void {
  app.addHook('onRequest', ({ is404, raw: { httpVersion, headers } }, _reply, next) => {
    if (headers.host === undefined && httpVersion === '1.1') return next(invalidRequest(phrase('errors:calls.noHost')));
    if (headers.expect !== undefined && !isContinue(headers.expect))
      return next(new RequestProblem(417, 'expectation_failed', phrase('errors:calls.expect')));
    next(is404 ? notFound() : undefined);
  });
  app.addHook('preParsing', ({ headers, method }, { raw }, payload, next) => {
    if (headers.expect !== undefined && method === 'POST') raw.writeContinue();
    next(null, payload);
  });
}

function isContinue(expect: string): boolean {
  return /^100-continue$/i.test(expect);
}

/** Errors of Node's parser. */
type BrokenRequest = Error & { readonly code?: string; readonly rawPacket?: unknown; readonly bytesParsed?: number };

export type RefuseUnparsed = ReturnType<typeof refuseUnparsed>;

/**
 * Answers input that is not HTTP, is too slow or has an unknown method; closes its connection. Counts as a request of
 * the sender's, except from a proxy, whose client is not known.
 */
export function refuseUnparsed({
  admission,
  held,
  find,
  named,
  mayBeSlow,
}: {
  readonly admission: Admission;
  readonly held: HeldAnswers;
  /** the body of the current request may take longer; whoever reads it limits it */
  readonly mayBeSlow: (socket: Duplex) => boolean;
  readonly find: (url: string) => Refusal;
  /** headers of all answers */
  readonly named: Readonly<Record<string, string>>;
}) {
  type Sender = Duplex & { readonly remoteAddress?: string | undefined };
  return (broken: BrokenRequest, socket: Sender, isTrusted: IsTrusted): void => {
    if (isTimeout(broken) && mayBeSlow(socket)) return;
    const { remoteAddress = '' } = socket;
    const url = unknownMethodUrl(broken);
    const { problem, allow }: Refusal = url === undefined ? { problem: unparsedProblem(broken) } : find(url);
    const answer = (): void =>
      answerUnparsed(problem, socket, { ...named, ...(allow !== undefined && { Allow: allow }) });
    // Late ones have waited already.
    if (!admission.isLimited() || isTimeout(broken)) return answer();
    const refusal = isTrusted(remoteAddress) ? undefined : admission.fromAddress(remoteAddress);
    if (refusal === undefined && isMiss(problem.status)) admission.missed(remoteAddress);
    void held
      .hold(socket)
      .then(() =>
        refusal === undefined
          ? answer()
          : answerUnparsed(refusal, socket, { ...named, 'Retry-After': String(refusal.retryAfter) }),
      );
  };
}

/** True for a request for something that does not exist or was not allowed: such requests count as guesses. */
export function isMiss(status: number): boolean {
  return status === 404 || status === 401;
}

function isTimeout({ code }: BrokenRequest): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function unparsedProblem(broken: BrokenRequest): RequestProblem {
  const status = broken.code === 'HPE_HEADER_OVERFLOW' ? 431 : isTimeout(broken) ? 408 : 400;
  return new RequestProblem(status, 'invalid_request', phrase('errors:calls.notUnderstood'));
}

/** Address of a request whose method Node's parser rejects or keeps for other servers; undefined: another problem. */
function unknownMethodUrl({ code, rawPacket, bytesParsed = 0 }: BrokenRequest): string | undefined {
  if ((code !== 'HPE_INVALID_METHOD' && code !== 'HPE_INVALID_URL') || !Buffer.isBuffer(rawPacket)) return undefined;
  const begin = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf(0x0a, bytesParsed - 1) + 1;
  const line = rawPacket.toString('latin1', begin, begin + MAX_LINE_LENGTH);
  const [, method, url] = /^([A-Z][A-Z-]{0,31}) ([!-~]+) HTTP\/1\.[01]\r\n/.exec(line) ?? [];
  return code === 'HPE_INVALID_URL' && method !== 'CONNECT' ? undefined : url;
}

/** Milliseconds by which a refusal is delayed: slows a flood per connection, and keeps the work small. */
const HOLD_TIME = 500;

/** Held at once; beyond that, refusals are sent at once and their connections closed. */
const MAX_HELD = 1000;

export type HeldAnswers = ReturnType<typeof createHeldAnswers>;

/** Holds back refusals during a flood, without reading more from their connections meanwhile. */
export function createHeldAnswers(clock: Pick<Clock, 'after'>) {
  const held = new Set<() => void>();
  let isReleased = false;
  return {
    /** resolves when the refusal may be sent on this connection; false: now, and the connection should end with it */
    hold: async (socket: Pick<Duplex, 'pause' | 'resume'>) => {
      if (isReleased || held.size >= MAX_HELD) return false;
      socket.pause();
      await new Promise<void>((resolve) => {
        const releaseOne = (): void => {
          cancelTimer();
          held.delete(releaseOne);
          resolve();
        };
        const cancelTimer = clock.after(HOLD_TIME, releaseOne);
        held.add(releaseOne);
      });
      socket.resume();
      return true;
    },
    /** releases all of them */
    release: () => {
      isReleased = true;
      for (const releaseOne of [...held]) releaseOne();
    },
  };
}
