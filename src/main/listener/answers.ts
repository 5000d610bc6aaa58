import type { FastifyReply } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { notFound, RequestProblem } from '#main/intake/request-problem.ts';

/** The form in which both interfaces tell what is wrong. */
export function answerProblem(problem: RequestProblem, reply: FastifyReply): FastifyReply {
  return reply.code(problem.status).type('application/json').send(JSON.stringify(errorBody(problem.code, problem.message)));
}

/** A known address, but another method. */
export function answerMethod(allowed: string, reply: FastifyReply): FastifyReply {
  return answerProblem(new RequestProblem(405, 'method_not_allowed', `Only ${allowed} is answered here`), reply.header('allow', allowed));
}

export function answerNotFound(reply: FastifyReply): FastifyReply {
  return answerProblem(notFound(), reply);
}

type BrokenRequest = Error & { readonly code?: string };

/** Called with what is not HTTP, or takes too long to become a request. */
export type OnBroken = (error: BrokenRequest, socket: Duplex) => void;

export function isLate({ code }: BrokenRequest): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Says so, and closes. */
export function answerBroken(error: BrokenRequest, socket: Duplex): void {
  if (!socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : isLate(error) ? 408 : 400;
  const body = JSON.stringify(errorBody('invalid_request', 'This is not a request that the service understands'));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function errorBody(code: string, message: string) {
  return { error: { code, message } };
}
