import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { OperatorDirectory } from '#main/engine/engine.ts';
import { refuse } from './refusal.ts';
import { SESSION_TTL, type Sessions } from './session.ts';
import { LINK_TTL, type SignInLinks } from './sign-in-link.ts';
import type { Throttle } from './throttle.ts';

export interface Doorkeeper {
  /** who asks: by the session cookie or a link that was just followed, else by `Authorization: Bearer <accessKey>` */
  readonly visitor: (request: FastifyRequest) => Visitor;
  /** answers a visit that {@link visitor} did not let in */
  readonly turnAway: (reply: FastifyReply, visitor: Exclude<Visitor, Guest>) => FastifyReply;
  /** renews a session that has grown old */
  readonly renew: (request: FastifyRequest, reply: FastifyReply, guest: Guest) => void;
  /** compares an access key; a wrong one counts against the address it came from, a right one is never refused */
  readonly tryKey: (request: FastifyRequest, accessKey: string) => Visitor;
  /** keeps the key of a link for what the page asks next, without looking whether it is right */
  readonly follow: (request: FastifyRequest, reply: FastifyReply, accessKey: string) => void;
  readonly letIn: (request: FastifyRequest, reply: FastifyReply, operatorId: string) => void;
  readonly letOut: (request: FastifyRequest, reply: FastifyReply) => void;
}

export interface Guest {
  readonly kind: 'guest';
  readonly operatorId: string;
  readonly by: 'cookie' | 'key';
  readonly stale: boolean;
}

export type Visitor =
  | Guest
  | { readonly kind: 'stranger' }
  | { readonly kind: 'throttled'; /** milliseconds */ readonly wait: number };

/** Remembered at once. */
const WRONG_LINKS = 1000;
/** Characters of a cookie that may be a session of ours. */
const LONGEST_SESSION = 1024;

/** Decides who may use the console. The cookie carries the installation's id, as every port of a host shares cookies. */
export function createDoorkeeper(options: {
  readonly operators: OperatorDirectory;
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  readonly throttle: Throttle;
  /** who asks, behind the proxies that the listener trusts */
  readonly clientAddress: (request: IncomingMessage) => string;
  readonly installationId: string;
}): Doorkeeper {
  const { operators, sessions, links, throttle } = options;
  const cookie = `counterbell_${options.installationId.slice(0, 8)}`;
  const attributes = (request: FastifyRequest) =>
    ({ httpOnly: true, sameSite: 'strict', path: '/', secure: isHttps(request) }) as const;

  /** Values of links whose key was wrong: a page asks several things at once, and they are one try. */
  const wrongLinks = new Set<string>();

  const tryKey = (request: FastifyRequest, accessKey: string): Visitor => {
    const operator = operators.byAccessKey(accessKey);
    if (operator !== undefined) return { kind: 'guest', operatorId: operator.id, by: 'key', stale: false };
    const wait = throttle.failed(options.clientAddress(request.raw));
    return wait > 0 ? { kind: 'throttled', wait } : { kind: 'stranger' };
  };

  const bySession = (value: string): Visitor => {
    const session = sessions.read(value);
    return session === undefined
      ? { kind: 'stranger' }
      : { kind: 'guest', operatorId: session.operatorId, by: 'cookie', stale: session.stale };
  };

  const byCookie = (request: FastifyRequest, value: string): Visitor => {
    const link = links.open(value);
    if (link === undefined) return bySession(value);
    const visitor: Visitor = wrongLinks.has(value) ? { kind: 'stranger' } : tryKey(request, link.accessKey);
    if (visitor.kind === 'guest') return { ...visitor, by: 'cookie', stale: true };
    wrongLinks.add(value);
    const [oldest] = wrongLinks;
    if (wrongLinks.size > WRONG_LINKS && oldest !== undefined) wrongLinks.delete(oldest);
    // A link that is no longer right signs nobody out.
    const before = bySession(link.before);
    return before.kind === 'guest' ? { ...before, stale: true } : visitor;
  };

  const letIn = (request: FastifyRequest, reply: FastifyReply, operatorId: string): void => {
    const session = sessions.issue(operatorId);
    if (session !== undefined) reply.setCookie(cookie, session, { ...attributes(request), maxAge: SESSION_TTL / 1000 });
  };

  return {
    tryKey,
    letIn,
    follow: (request, reply, accessKey) => {
      const value = request.cookies[cookie] ?? '';
      const before = links.open(value)?.before ?? value.slice(0, LONGEST_SESSION);
      reply.setCookie(cookie, links.seal({ accessKey, before }), { ...attributes(request), maxAge: LINK_TTL / 1000 });
    },
    letOut: (request, reply) => {
      reply.clearCookie(cookie, attributes(request));
    },
    visitor: (request) => {
      const value = request.cookies[cookie];
      const visitor: Visitor = value === undefined ? { kind: 'stranger' } : byCookie(request, value);
      const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      return visitor.kind === 'guest' || key === undefined ? visitor : tryKey(request, key);
    },
    turnAway: (reply, visitor) =>
      visitor.kind === 'throttled'
        ? slowDown(reply, visitor.wait)
        : refuse(reply, 401, 'not_signed_in', 'Sign in with your access key'),
    renew: (request, reply, guest) => {
      if (guest.stale) letIn(request, reply, guest.operatorId);
    },
  };
}

/** `POST /session {accessKey}` and `POST /sign-out`. */
export function signInRoutes(app: FastifyInstance, doorkeeper: Doorkeeper): void {
  const body = z.object({ accessKey: z.string().max(1024) });

  app.post('/session', (request, reply) => {
    if (!isJson(request)) return refuse(reply, 415, 'invalid_input', 'Send JSON, with content-type application/json');
    const given = body.safeParse(parsedBody(request));
    if (!given.success) return refuse(reply, 400, 'invalid_input', 'Send {"accessKey": "…"}');
    const visitor = doorkeeper.tryKey(request, given.data.accessKey);
    if (visitor.kind === 'throttled') return doorkeeper.turnAway(reply, visitor);
    if (visitor.kind === 'stranger') return refuse(reply, 401, 'not_signed_in', 'That access key is not right');
    doorkeeper.letIn(request, reply, visitor.operatorId);
    return reply.header('cache-control', 'no-store').send({ ok: true, data: {} });
  });

  app.post('/sign-out', (request, reply) => {
    doorkeeper.letOut(request, reply);
    return reply.header('cache-control', 'no-store').send({ ok: true, data: {} });
  });
}

/** The content type that no foreign page's form can send without asking first. */
export function isJson(request: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** The body as JSON; undefined where it is none. An empty body is an empty object. */
export function parsedBody(request: FastifyRequest): unknown {
  if (typeof request.body !== 'string' || request.body.trim() === '') return {};
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}

function slowDown(reply: FastifyReply, wait: number): FastifyReply {
  const seconds = Math.ceil(wait / 1000);
  reply.header('retry-after', String(seconds));
  return refuse(reply, 429, 'not_signed_in', `Too many wrong access keys; try again in ${seconds} seconds`);
}

/** A proxy in front may speak HTTPS; who claims that falsely only keeps their own cookie from themselves. */
function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
}
