import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { STATUS_CODES, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestProblem, notFound, invalidRequest } from '#main/intake/request-problem.ts';
import { BOT_URL, unknownBot, type BotInboundOptions } from '#main/bots/inbound.ts';
import { CHANNEL_URL, STATUS_URL, type InboundOptions } from '#main/channels/inbound.ts';
import { botPath, channelPath, RATING_PATH, type InboundNote } from '#main/journal/inbound-requests.ts';
import { FILE_URL } from '#main/media/outgoing/hosted-file-routes.ts';
import { RATING_URL, refuseRatingMethod } from '#main/ratings/rating-page.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Socket } from 'node:net';
import type { Server as HttpsServer } from 'node:https';
import type { Admission } from '#main/intake/admission.ts';
import type { IsTrusted } from '#main/intake/client-address.ts';
import type { HeldAnswers } from './flood-limits.ts';

/** The form in which both interfaces tell what is wrong. */
export function answerProblem(problem: RequestProblem, reply: FastifyReply): FastifyReply {
  return reply.code(problem.status).type('application/json').send(bodyOf(problem));
}

/** The same on a connection of which no request could be read; closes it. */
function answerUnread(problem: RequestProblem, socket: Duplex, headers: Readonly<Record<string, string>> = {}): void {
  if (!socket.writable) return;
  const body = bodyOf(problem);
  const all = {
    ...headers,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

function bodyOf({ code, message }: RequestProblem): string {
  return JSON.stringify({ error: { code, message } });
}

/** What is answered where no route fits, by path and method alone. */
interface Unrouted {
  readonly problem: RequestProblem;
  /** which methods are answered at this address; undefined: none is */
  readonly allow?: string;
  readonly note?: InboundNote;
  /** a person's page: the answer is one too */
  readonly isPage?: boolean;
}

export type FindUnrouted = (method: string, url: string) => Unrouted;

export interface KnownAddresses {
  readonly bots: Pick<BotInboundOptions['bots'], 'byAddress'>;
  readonly channels: Pick<InboundOptions['channels'], 'byAddress'>;
}

/** Whose an address is: for the journal, or why it is nobody's. */
interface Addressee extends Pick<Unrouted, 'isPage'> {
  readonly note?: Omit<InboundNote, 'outcome' | 'notes'>;
  readonly problem?: RequestProblem;
}

/**
 * Another method on a known address is 405, everything else 404; a service address with a wrong token stays 401. Which
 * addresses there are, and with which methods, is read off the routes as the app gets them: call it before.
 */
export function unroutedOf(app: FastifyInstance, { bots, channels }: KnownAddresses): FindUnrouted {
  const routes = new Map<string, { readonly pattern: readonly string[]; readonly methods: string[] }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: url.split('/'), methods: [] };
    route.methods.push(...[method].flat());
    routes.set(url, route);
  });
  const ofChannel = (secret: string, publicId: string, isStatus: boolean): Addressee => {
    const channel = channels.byAddress(secret, publicId);
    if (channel === undefined) return { problem: notFound() };
    const kind = isStatus ? 'status' : 'message';
    return { note: { kind, channelId: channel.id, url: channelPath(channel.publicId, isStatus) } };
  };
  const addressees: Readonly<Record<string, (first: string, second: string) => Addressee>> = {
    '/': () => ({}),
    '/health': () => ({}),
    [RATING_URL]: () => ({ isPage: true, note: { kind: 'rating', url: RATING_PATH } }),
    [FILE_URL]: () => ({}),
    [BOT_URL]: (providerId, token) => {
      const bot = bots.byAddress(providerId, token);
      if (bot === undefined) return { problem: unknownBot() };
      return { note: { kind: 'bot event', botId: bot.id, url: botPath(bot.providerId) } };
    },
    [CHANNEL_URL]: (secret, publicId) => ofChannel(secret, publicId, false),
    [STATUS_URL]: (secret, publicId) => ofChannel(secret, publicId, true),
  };
  return (method, url) => {
    const path = url.replace(/[?#].*$/, '').replace(/^https?:\/\/[^/]*/i, '');
    const parts = path.split('/').map(decoded);
    for (const [name, { pattern, methods }] of routes) {
      if (!fits(parts, pattern)) continue;
      const [first = '', second = ''] = parts.filter((_part, at) => pattern[at]?.startsWith(':'));
      const { note, problem, isPage } = addressees[name]?.(first, second) ?? { problem: notFound() };
      if (problem !== undefined) return { problem };
      const allow = methods.join(', ');
      return {
        // An address whose own methods lead to no route is one with something else wrong: too long, or written in another way.
        ...(methods.includes(method)
          ? { problem: notFound() }
          : {
              problem: new RequestProblem(405, 'method_not_allowed', phrase('errors:calls.only', { methods: allow })),
              allow,
            }),
        ...(isPage === true && { isPage }),
        ...(note && { note: { ...note, outcome: 'refused', notes: [phrase('errors:calls.method', { method })] } }),
      };
    }
    return { problem: notFound() };
  };
}

function fits(parts: readonly string[], pattern: readonly string[]): boolean {
  const isPart = (part: string, at: number): boolean =>
    pattern[at]?.startsWith(':') === true ? part !== '' : part === pattern[at];
  return parts.length === pattern.length && parts.every(isPart);
}

/** Answers so, without waiting for a body. */
export function answerUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindUnrouted,
): FastifyReply | Promise<FastifyReply> {
  const { problem, allow, note, isPage } = find(request.method, request.url);
  request.noted = note;
  if (allow !== undefined) void reply.header('allow', allow);
  return isPage === true && allow !== undefined ? refuseRatingMethod(request, reply) : answerProblem(problem, reply);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Of a request's first line that is read without Node's parser. */
const LONGEST_LINE = 4096;

/** Leads to the routes what Node would answer by itself: every request is counted, written down and refused in one form. */
export function leadAllToRoutes(server: Server | HttpsServer): void {
  const lead = (request: IncomingMessage, response: ServerResponse): void =>
    void server.emit('request', request, response);
  server.on('checkContinue', lead);
  server.on('checkExpectation', lead);
  // Node lets go of such a connection: what it did with it is done here.
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const response = new ServerResponse(request);
    socket.on('error', () => void socket.destroy());
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => (socket as Socket).destroySoon());
    lead(request, response);
  });
}

/** Refuses what cannot be met whatever is asked for, and asks for the body of who waits for that. For the root of an app, before its routes. */
export function refuseUnmet(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { httpVersion, headers } }, _reply, next) => {
    if (headers.host === undefined && httpVersion === '1.1') return next(invalidRequest(phrase('errors:calls.noHost')));
    if (headers.expect !== undefined && !isContinue(headers.expect))
      return next(new RequestProblem(417, 'expectation_failed', phrase('errors:calls.expect')));
    next();
  });
  app.addHook('preParsing', ({ headers, method }, { raw }, payload, next) => {
    if (headers.expect !== undefined && method === 'POST') raw.writeContinue();
    next(null, payload);
  });
}

function isContinue(expect: string): boolean {
  return /^100-continue$/i.test(expect);
}

/** What Node's parser says of what it could not read. */
type BrokenRequest = Error & { readonly code?: string; readonly rawPacket?: unknown; readonly bytesParsed?: number };

/** Answers what is not HTTP, takes too long to become a request, or has a method that there is not; closes its connection. */
export type RefuseUnread = (
  broken: BrokenRequest,
  socket: Duplex & { readonly remoteAddress?: string | undefined },
  isTrusted: IsTrusted,
) => void;

/** It counts like a request of the sender's, a proxy's apart: for whom that one sent it is not known. */
export function refuseUnread({
  admission,
  held,
  unrouted,
}: {
  readonly admission: Admission;
  readonly held: HeldAnswers;
  readonly unrouted: FindUnrouted;
}): RefuseUnread {
  return (broken, socket, isTrusted) => {
    const { remoteAddress = '' } = socket;
    const line = unknownMethod(broken);
    const { problem, allow }: Unrouted =
      line === undefined ? { problem: unreadProblem(broken) } : unrouted(line.method, line.url);
    const answer = (): void => answerUnread(problem, socket, allow === undefined ? {} : { Allow: allow });
    // Late ones have waited already.
    if (!admission.isLimited() || isLate(broken)) return answer();
    const refusal = isTrusted(remoteAddress) ? undefined : admission.fromAddress(remoteAddress);
    if (refusal === undefined && isMiss(problem.status)) admission.missed(remoteAddress);
    void held
      .hold(socket)
      .then(() =>
        refusal === undefined ? answer() : answerUnread(refusal, socket, { 'Retry-After': String(refusal.retryAfter) }),
      );
  };
}

/** Whether a request asked for something that does not exist or was not allowed: such requests count as guesses. */
export function isMiss(status: number): boolean {
  return status === 404 || status === 401;
}

function isLate({ code }: BrokenRequest): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function unreadProblem(broken: BrokenRequest): RequestProblem {
  const status = broken.code === 'HPE_HEADER_OVERFLOW' ? 431 : isLate(broken) ? 408 : 400;
  return new RequestProblem(status, 'invalid_request', phrase('errors:calls.notUnderstood'));
}

/** A first line whose method Node's parser does not know, or takes for another server's name only; undefined: something else is wrong. */
function unknownMethod({
  code,
  rawPacket,
  bytesParsed = 0,
}: BrokenRequest): { readonly method: string; readonly url: string } | undefined {
  if ((code !== 'HPE_INVALID_METHOD' && code !== 'HPE_INVALID_URL') || !Buffer.isBuffer(rawPacket)) return undefined;
  const begin = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf(0x0a, bytesParsed - 1) + 1;
  const line = rawPacket.toString('latin1', begin, begin + LONGEST_LINE);
  const [, method, url] = /^([A-Z][A-Z-]{0,31}) ([!-~]+) HTTP\/1\.[01]\r\n/.exec(line) ?? [];
  if (method === undefined || url === undefined || (code === 'HPE_INVALID_URL' && method !== 'CONNECT'))
    return undefined;
  return { method, url };
}
