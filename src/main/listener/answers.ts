import type { FastifyReply } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestProblem } from '#main/intake/request-problem.ts';

/** The form in which both interfaces tell what is wrong. */
export function answerProblem(problem: RequestProblem, reply: FastifyReply): FastifyReply {
  return reply.code(problem.status).type('application/json').send(bodyOf(problem));
}

/** The same on a connection of which no request could be read; closes it. */
export function answerUnread(
  problem: RequestProblem,
  socket: Duplex,
  headers: Readonly<Record<string, string>> = {},
): void {
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
