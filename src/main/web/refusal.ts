import type { EventEmitter } from 'node:events';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { createClientSlots } from '#main/intake/client-slots.ts';
import { isAbandoned } from '#main/intake/early-answers.ts';
import { failedAnswer } from '#shared/contract/answers.ts';
import type { Answer, ErrorCode } from '#shared/contract/errors.ts';
import { phrase, foreignText, type Phrase } from '#shared/locales/phrase.ts';

/** Answers a refused request in the format of the router's errors. */
export function refuse(reply: FastifyReply, status: number, code: ErrorCode, reason: Phrase): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(failedAnswer({ code, reason }) satisfies Answer);
}

/** Errors of Fastify (body too large, malformed address) and defects, in the same format. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status === 413) return refuse(reply, 413, 'invalid_input', phrase('errors:refusals.request.large'));
  if (status >= 400 && status < 500) return refuse(reply, status, 'invalid_input', foreignText(error.message));
  if (isAbandoned(request)) request.log.debug('a request was given up');
  else request.log.error({ err: error }, 'console request failed');
  return refuse(reply, 500, 'internal', phrase('errors:refusals.internal.web'));
}

/** Windows, and files on their way, that one operator may have open at once: a small part of all connections. */
export const MAX_OPEN = 128;

/** Counts something of an operator's until it closes; false if they have too much open. */
export type Admit = (operatorId: string, opened: Pick<EventEmitter, 'once'>) => boolean;

/** Whoever copied a key, and opens more and more with it, leaves places to everybody else. */
export function limitOperators(): Admit {
  const slots = createClientSlots({ most: Infinity, mostOfClient: MAX_OPEN });
  return (operatorId, opened) => {
    const release = slots.take(operatorId);
    if (release !== undefined) opened.once('close', release);
    return release !== undefined;
  };
}

/** Answers what was not admitted. */
export function refuseMore(reply: FastifyReply): FastifyReply {
  return refuse(reply, 429, 'invalid_input', phrase('errors:refusals.web.many'));
}

/** The first that matches: others imitate those after them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Names a browser for the list of devices, such as `Firefox, Windows`; empty: it does not identify itself. */
export function browserName({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const agent = headers['user-agent'] ?? '';
  return [BROWSERS, SYSTEMS].flatMap((names) => names.find(([sign]) => sign.test(agent))?.[1] ?? []).join(', ');
}
