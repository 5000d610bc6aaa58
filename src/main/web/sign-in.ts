import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { subscriberOf } from '#main/intake/client-address.ts';
import type { Engine, OperatorDirectory } from '#main/engine/engine.ts';
import { refuse } from './refusal.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { LINK_TTL, SESSION_TTL, type Sessions, type SignInLinks } from './sessions.ts';

export interface Authenticator {
  /** the operator: by session cookie or a link just followed, else by `Authorization: Bearer <accessKey>` */
  readonly authenticate: (request: FastifyRequest) => Caller;
  /** refuses clients that are not signed in */
  readonly reject: (reply: FastifyReply, caller: Exclude<Caller, SignedIn>) => FastifyReply;
  /** renews an old session */
  readonly renew: (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => void;
  /** compares an access key; a wrong one counts against its address, a right one is never refused */
  readonly tryKey: (request: FastifyRequest, accessKey: string) => Caller;
  /** keeps a link's key for the page's next requests, without checking it */
  readonly follow: (request: FastifyRequest, reply: FastifyReply, accessKey: string) => void;
  readonly signIn: (request: FastifyRequest, reply: FastifyReply, operatorId: string) => void;
  /** for the list of changes: signed in with a key that somebody entered */
  readonly noteKey: (request: FastifyRequest, operatorId: string) => void;
  readonly signOut: (request: FastifyRequest, reply: FastifyReply) => void;
}

export interface SignedIn {
  readonly kind: 'signedIn';
  readonly operatorId: string;
  readonly by: 'cookie' | 'key';
  readonly stale: boolean;
}

export type Caller =
  | SignedIn
  | { readonly kind: 'unknown' }
  | { readonly kind: 'throttled'; /** milliseconds */ readonly wait: number };

/** Remembered at once. */
const MAX_WRONG_LINKS = 1000;
const MAX_NOTED = 1000;
const DAY = 24 * 60 * 60 * 1000;
/** Characters of a cookie that may be one of our sessions. */
const MAX_SESSION_LENGTH = 1024;

/** Decides who may use the console. Cookie names contain the installation's id: all ports of a host share cookies. */
export function createAuthenticator(options: {
  readonly operators: OperatorDirectory;
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  readonly throttle: Throttle;
  /** client address behind the proxies that the listener trusts */
  readonly clientAddress: (request: IncomingMessage) => string;
  readonly signIns: Engine['signIns'];
  readonly wall: () => number;
  readonly installationId: string;
}): Authenticator {
  const { operators, sessions, links, throttle, signIns } = options;
  const cookie = `counterbell_${options.installationId.slice(0, 8)}`;
  const attributes = (request: FastifyRequest) =>
    ({ httpOnly: true, sameSite: 'strict', path: '/', secure: isHttps(request) }) as const;

  /** Values of links with a wrong key: a page makes several requests at once, and they are one try. */
  const wrongLinks = new Set<string>();

  const noted = createNoted();
  const tryKey = (request: FastifyRequest, accessKey: string): Caller => {
    const operator = operators.byAccessKey(accessKey);
    if (operator !== undefined) return { kind: 'signedIn', operatorId: operator.id, by: 'key', stale: false };
    const address = options.clientAddress(request.raw);
    signIns.failed(subscriberOf(address));
    const wait = throttle.failed(address);
    return wait > 0 ? { kind: 'throttled', wait } : { kind: 'unknown' };
  };

  const bySession = (value: string): Caller => {
    const session = sessions.read(value);
    return session === undefined
      ? { kind: 'unknown' }
      : { kind: 'signedIn', operatorId: session.operatorId, by: 'cookie', stale: session.stale };
  };

  const byCookie = (request: FastifyRequest, value: string): Caller => {
    const link = links.open(value);
    if (link === undefined) return bySession(value);
    const caller: Caller = wrongLinks.has(value) ? { kind: 'unknown' } : tryKey(request, link.accessKey);
    if (caller.kind === 'signedIn') {
      if (noted.isNew(value)) void signIns.succeeded(caller.operatorId, options.clientAddress(request.raw), 'link');
      return { ...caller, by: 'cookie', stale: true };
    }
    wrongLinks.add(value);
    const [oldest] = wrongLinks;
    if (wrongLinks.size > MAX_WRONG_LINKS && oldest !== undefined) wrongLinks.delete(oldest);
    // An outdated link signs nobody out.
    const before = bySession(link.before);
    return before.kind === 'signedIn' ? { ...before, stale: true } : caller;
  };

  const signIn = (request: FastifyRequest, reply: FastifyReply, operatorId: string): void => {
    const session = sessions.issue(operatorId);
    if (session !== undefined) reply.setCookie(cookie, session, { ...attributes(request), maxAge: SESSION_TTL / 1000 });
  };

  return {
    tryKey,
    signIn,
    noteKey: (request, operatorId) => void signIns.succeeded(operatorId, options.clientAddress(request.raw), 'key'),
    follow: (request, reply, accessKey) => {
      const value = request.cookies[cookie] ?? '';
      const before = links.open(value)?.before ?? value.slice(0, MAX_SESSION_LENGTH);
      reply.setCookie(cookie, links.seal({ accessKey, before }), { ...attributes(request), maxAge: LINK_TTL / 1000 });
    },
    signOut: (request, reply) => {
      reply.clearCookie(cookie, attributes(request));
    },
    authenticate: (request) => {
      const value = request.cookies[cookie];
      const caller: Caller = value === undefined ? { kind: 'unknown' } : byCookie(request, value);
      const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (caller.kind === 'signedIn' || key === undefined) return caller;
      const program = tryKey(request, key);
      if (program.kind !== 'signedIn') return program;
      const { operatorId } = program;
      const from = options.clientAddress(request.raw);
      if (noted.isNew(`${operators.keyFingerprint(operatorId)} ${from} ${Math.floor(options.wall() / DAY)}`))
        void signIns.succeeded(operatorId, from, 'program');
      return program;
    },
    reject: (reply, caller) =>
      caller.kind === 'throttled'
        ? replyThrottled(reply, caller.wait)
        : refuse(reply, 401, 'not_signed_in', phrase('errors:refusals.web.signIn')),
    renew: (request, reply, signedIn) => {
      if (signedIn.stale) signIn(request, reply, signedIn.operatorId);
    },
  };
}

/** Sign-ins that are in the list already: the requests of a page that followed a link, a program's of a day. */
function createNoted(): { readonly isNew: (sign: string) => boolean } {
  const noted = new Set<string>();
  return {
    isNew: (sign) => {
      if (noted.has(sign)) return false;
      noted.add(sign);
      const [oldest] = noted;
      if (noted.size > MAX_NOTED && oldest !== undefined) noted.delete(oldest);
      return true;
    },
  };
}

/** `POST /session {accessKey}` and `POST /sign-out`. */
export function signInRoutes(app: FastifyInstance, authenticator: Authenticator): void {
  const body = z.object({ accessKey: z.string().max(1024) });

  app.post('/session', (request, reply) => {
    if (!isJson(request)) return refuse(reply, 415, 'invalid_input', phrase('errors:refusals.web.json'));
    const input = body.safeParse(parseBody(request));
    if (!input.success) return refuse(reply, 400, 'invalid_input', phrase('errors:refusals.web.session'));
    const caller = authenticator.tryKey(request, input.data.accessKey);
    if (caller.kind === 'throttled') return authenticator.reject(reply, caller);
    if (caller.kind === 'unknown') return refuse(reply, 401, 'not_signed_in', phrase('errors:refusals.web.wrongKey'));
    authenticator.signIn(request, reply, caller.operatorId);
    authenticator.noteKey(request, caller.operatorId);
    return reply.header('cache-control', 'no-store').send({ ok: true, data: {} });
  });

  app.post('/sign-out', (request, reply) => {
    authenticator.signOut(request, reply);
    return reply.header('cache-control', 'no-store').send({ ok: true, data: {} });
  });
}

/** The content type that a foreign page's form cannot send without a preflight. */
export function isJson(request: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** The body as JSON; undefined if invalid. An empty body is an empty object. */
export function parseBody(request: FastifyRequest): unknown {
  if (typeof request.body !== 'string' || request.body.trim() === '') return {};
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}

function replyThrottled(reply: FastifyReply, wait: number): FastifyReply {
  const seconds = Math.ceil(wait / 1000);
  reply.header('retry-after', String(seconds));
  return refuse(reply, 429, 'not_signed_in', phrase('errors:refusals.web.slow', { seconds }));
}

/** A proxy in front may use HTTPS; a client that claims so falsely only loses its own cookie. */
function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
}

/** Wrong keys per window that one address may try before it has to wait. */
const ATTEMPTS = 10;

const WINDOW = 60_000;

/** Addresses remembered at once; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

export interface Throttle {
  /** records a wrong key of this address; returns the milliseconds before its next try, 0: none */
  readonly failed: (address: string) => number;
}

/** Counts wrong access keys, ten a minute per address. Right ones are never refused. */
export function createThrottle(monotonic: () => number): Throttle {
  const attempts = new Map<string, { readonly since: number; count: number }>();

  return {
    failed: (address) => {
      const source = subscriberOf(address);
      const now = monotonic();
      const found = attempts.get(source);
      if (found !== undefined && now - found.since < WINDOW) {
        found.count += 1;
        return found.count <= ATTEMPTS ? 0 : found.since + WINDOW - now;
      }
      // Reinserted at the end, so the first of the map is the oldest.
      attempts.delete(source);
      const oldest = attempts.keys().next();
      if (attempts.size >= MAX_REMEMBERED && !oldest.done) attempts.delete(oldest.value);
      attempts.set(source, { since: now, count: 1 });
      return 0;
    },
  };
}
