import type { FastifyInstance } from 'fastify';
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Admission } from '#main/intake/admission.ts';
import type { IsTrusted } from '#main/intake/client-address.ts';
import { invalidRequest, RequestProblem } from '#main/intake/request-problem.ts';
import { answerUnread } from './answers.ts';
import type { HeldAnswers } from './held-answers.ts';
import { unrouted, type KnownAddresses, type Unrouted } from './unrouted.ts';
import { phrase } from '#shared/locales/phrase.ts';

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
    if (headers.host === undefined && httpVersion === '1.1') return next(invalidRequest(phrase('journal:noHost')));
    if (headers.expect !== undefined && !isContinue(headers.expect))
      return next(new RequestProblem(417, 'expectation_failed', phrase('journal:expect')));
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
  known,
}: {
  readonly admission: Admission;
  readonly held: HeldAnswers;
  readonly known: KnownAddresses;
}): RefuseUnread {
  return (broken, socket, isTrusted) => {
    const { remoteAddress = '' } = socket;
    const line = unknownMethod(broken);
    const { problem, allow }: Unrouted =
      line === undefined ? { problem: problemOf(broken) } : unrouted(line.method, line.url, known);
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

/** Who is answered so looked for what there is not, or was not allowed. */
export function isMiss(status: number): boolean {
  return status === 404 || status === 401;
}

function isLate({ code }: BrokenRequest): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function problemOf(broken: BrokenRequest): RequestProblem {
  const status = broken.code === 'HPE_HEADER_OVERFLOW' ? 431 : isLate(broken) ? 408 : 400;
  return new RequestProblem(status, 'invalid_request', phrase('journal:notUnderstood'));
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
