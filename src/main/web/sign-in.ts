import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { subscriberOf } from '#main/intake/client-address.ts';
import type { Engine } from '#main/engine/engine.ts';
import { DEVICE_TTL } from '#main/operators/devices.ts';
import { newSecret } from '#main/settings/installation.ts';
import { browserName, refuse } from './refusal.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { LINK_TTL, type FollowedLink, type SignInLinks } from './sign-in-links.ts';

export type Authenticator = ReturnType<typeof createAuthenticator>;

export interface SignedIn {
  readonly kind: 'signedIn';
  readonly operatorId: string;
  readonly by: 'cookie' | 'key' | 'programKey';
  /** undefined: no browser or app */
  readonly deviceId?: string | undefined;
  /** the cookie's value, if it should be set again */
  readonly session?: string | undefined;
}

export type Caller =
  | SignedIn
  | { readonly kind: 'unknown' }
  | { readonly kind: 'throttled'; /** milliseconds */ readonly wait: number };

/** Remembered at once. */
const MAX_LATEST = 1000;
const DAY = 24 * 60 * 60 * 1000;
/** Characters of a cookie that may be one of our sessions. */
const MAX_SESSION_LENGTH = 64;

/**
 * Decides who may use the console. A browser's session is the key of its device, in a cookie. Cookie names contain the
 * installation's id: all ports of a host share cookies.
 */
export function createAuthenticator(options: {
  readonly engine: Pick<Engine, 'clientAddress' | 'devices' | 'installationId' | 'operators' | 'signIns'>;
  readonly links: SignInLinks;
  /** makes one device of the several first requests of a page that followed a link */
  readonly linkKey: Buffer;
  readonly throttle: Throttle;
  readonly wall: () => number;
}) {
  const { engine, links, throttle, wall } = options;
  const { clientAddress, devices, operators, signIns } = engine;
  const cookie = `counterbell_${engine.installationId.slice(0, 8)}`;
  const attributes = (request: FastifyRequest) =>
    ({ httpOnly: true, sameSite: 'strict', path: '/', secure: isHttps(request) }) as const;

  /** Values of links with a wrong key: a page makes several requests at once, and they are one try. */
  const wrongLinks = createLatest();
  /** Times at which the cookies of devices were last set. */
  const renewedAt = new Map<string, number>();

  /** Sign-ins that are in the list already: the requests of a page that followed a link, a program's of a day. */
  const noted = createLatest();
  const fail = (request: FastifyRequest): Exclude<Caller, SignedIn> => {
    const address = clientAddress(request.raw);
    signIns.failed(subscriberOf(address));
    const wait = throttle.failed(address);
    return wait > 0 ? { kind: 'throttled', wait } : { kind: 'unknown' };
  };
  const tryKey = (request: FastifyRequest, accessKey: string): Caller => {
    const operator = operators.byAccessKey(accessKey);
    return operator === undefined ? fail(request) : { kind: 'signedIn', operatorId: operator.id, by: 'key' };
  };
  const deviceOf = (key: string) => {
    const device = key === '' ? undefined : devices.byKey(key);
    return device === undefined || operators.keyFingerprint(device.operatorId) === undefined ? undefined : device;
  };
  const bySession = (value: string): Caller => {
    const device = deviceOf(value);
    if (device === undefined) return { kind: 'unknown' };
    const isStale = Math.abs(wall() - (renewedAt.get(device.id) ?? 0)) >= DAY;
    return {
      kind: 'signedIn',
      operatorId: device.operatorId,
      by: 'cookie',
      deviceId: device.id,
      session: isStale ? value : undefined,
    };
  };
  /** The session that the browser had before it followed a link, if that is what it did last. */
  const sessionOf = (request: FastifyRequest): string => {
    const value = request.cookies[cookie] ?? '';
    return links.open(value)?.before ?? value.slice(0, MAX_SESSION_LENGTH);
  };
  /** The device that the browser was, if it is this operator's; somebody else's ends. */
  const takeOver = (before: string, operatorId: string): string | undefined => {
    const device = deviceOf(before);
    if (device?.operatorId === operatorId) return device.id;
    if (device !== undefined) void devices.remove(device.id).catch(() => undefined);
    return undefined;
  };
  const addBrowser = (request: FastifyRequest, operatorId: string, key: string) =>
    devices.add({ operatorId, kind: 'browser', name: browserName(request), key, from: clientAddress(request.raw) });

  const byLink = async (request: FastifyRequest, value: string, link: FollowedLink): Promise<Caller> => {
    const caller: Caller = wrongLinks.has(value) ? { kind: 'unknown' } : tryKey(request, link.accessKey);
    if (caller.kind === 'signedIn') {
      const { operatorId } = caller;
      if (noted.add(value)) void signIns.succeeded(operatorId, clientAddress(request.raw));
      const known = takeOver(link.before, operatorId);
      if (known !== undefined) return { ...caller, by: 'cookie', deviceId: known, session: link.before };
      const session = createHmac('sha256', options.linkKey).update(value).digest('base64url');
      const { id } = await addBrowser(request, operatorId, session);
      return { ...caller, by: 'cookie', deviceId: id, session };
    }
    wrongLinks.add(value);
    // An outdated link signs nobody out.
    const before = bySession(link.before);
    return before.kind === 'signedIn' ? { ...before, session: link.before } : caller;
  };
  const byBearer = (request: FastifyRequest, key: string): Caller => {
    const device = deviceOf(key);
    if (device !== undefined)
      return { kind: 'signedIn', operatorId: device.operatorId, by: 'key', deviceId: device.id };
    const program = operators.programByKey(key);
    const caller: Caller =
      program === undefined ? tryKey(request, key) : { kind: 'signedIn', operatorId: program.id, by: 'programKey' };
    if (caller.kind !== 'signedIn') return caller;
    const { operatorId } = caller;
    const from = clientAddress(request.raw);
    if (noted.add(`${operators.keyFingerprint(operatorId)} ${from} ${Math.floor(wall() / DAY)}`))
      void signIns.succeeded(operatorId, from);
    return caller;
  };
  const find = async (request: FastifyRequest): Promise<Caller> => {
    const value = request.cookies[cookie] ?? '';
    const link = links.open(value);
    const caller = link === undefined ? bySession(value) : await byLink(request, value, link);
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return caller.kind === 'signedIn' || key === undefined ? caller : byBearer(request, key);
  };
  const setCookie = (request: FastifyRequest, reply: FastifyReply, deviceId: string, session: string): void => {
    renewedAt.set(deviceId, wall());
    reply.setCookie(cookie, session, { ...attributes(request), maxAge: DEVICE_TTL / 1000 });
  };

  return {
    /** compares an access key; a wrong one counts against its address, a right one is never refused */
    tryKey,
    /** counts a wrong key, or an invitation that cannot be used, against its address */
    fail,
    /** signs the browser in, as the device that it was if it is the same operator's */
    signIn: async (request: FastifyRequest, reply: FastifyReply, operatorId: string) => {
      const before = sessionOf(request);
      const known = takeOver(before, operatorId);
      if (known !== undefined) return setCookie(request, reply, known, before);
      const session = newSecret();
      const { id } = await addBrowser(request, operatorId, session);
      setCookie(request, reply, id, session);
    },
    /** the browser has joined as this device */
    adopt: (request: FastifyRequest, reply: FastifyReply, { id }: { readonly id: string }, key: string) => {
      takeOver(sessionOf(request), '');
      setCookie(request, reply, id, key);
    },
    /** gives the browser's device another key, so that copies of the old one end */
    renewKey: async (request: FastifyRequest, reply: FastifyReply, deviceId: string) => {
      if (devices.find(deviceId) === undefined) return;
      const session = newSecret();
      await devices.renewKey(deviceId, session);
      setCookie(request, reply, deviceId, session);
    },
    /** for the list of changes: signed in with a key that somebody entered, or an invitation */
    note: (request: FastifyRequest, operatorId: string) =>
      void signIns.succeeded(operatorId, clientAddress(request.raw)),
    /** keeps a link's key for the page's next requests, without checking it */
    follow: (request: FastifyRequest, reply: FastifyReply, accessKey: string) => {
      const before = sessionOf(request);
      reply.setCookie(cookie, links.seal({ accessKey, before }), { ...attributes(request), maxAge: LINK_TTL / 1000 });
    },
    /** the browser is no longer a device */
    signOut: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.clearCookie(cookie, attributes(request));
      const device = deviceOf(sessionOf(request));
      // It has the cookie no more, even if that cannot be stored now.
      if (device !== undefined) await devices.remove(device.id).catch(() => undefined);
    },
    /**
     * by session cookie or a link just followed, else by `Authorization: Bearer` with the key of a device or of a program,
     * or an operator's access key; a program's only where `programs` are let in
     */
    authenticate: async (request: FastifyRequest, { programs = false } = {}): Promise<Caller> => {
      const caller = await find(request);
      if (caller.kind === 'signedIn' && caller.by === 'programKey' && !programs) return { kind: 'unknown' };
      if (caller.kind === 'signedIn' && caller.deviceId !== undefined)
        devices.seen(caller.deviceId, clientAddress(request.raw));
      return caller;
    },
    /** refuses clients that are not signed in */
    reject: (reply: FastifyReply, caller: Exclude<Caller, SignedIn>) => {
      if (caller.kind === 'unknown') return refuse(reply, 401, 'not_signed_in', phrase('errors:refusals.web.signIn'));
      const seconds = Math.ceil(caller.wait / 1000);
      reply.header('retry-after', String(seconds));
      return refuse(reply, 429, 'not_signed_in', phrase('errors:refusals.web.slow', { seconds }));
    },
    /** sets the session's cookie if it is new or a day old */
    renew: (request: FastifyRequest, reply: FastifyReply, { deviceId, session }: SignedIn) => {
      if (deviceId !== undefined && session !== undefined) setCookie(request, reply, deviceId, session);
    },
  };
}

/** Remembers the latest texts that were added, up to a limit. */
function createLatest() {
  const texts = new Set<string>();
  return {
    has: (text: string): boolean => texts.has(text),
    /** returns true if it was not among them */
    add: (text: string): boolean => {
      if (texts.has(text)) return false;
      texts.add(text);
      const [oldest] = texts;
      if (texts.size > MAX_LATEST && oldest !== undefined) texts.delete(oldest);
      return true;
    },
  };
}

/** `POST /session {accessKey}` and `POST /sign-out`. */
export function signInRoutes(app: FastifyInstance, authenticator: Authenticator): void {
  const body = z.object({ accessKey: z.string().max(1024) });

  app.post('/session', async (request, reply) => {
    if (!isJson(request)) return refuse(reply, 415, 'invalid_input', phrase('errors:refusals.web.json'));
    const input = body.safeParse(parseBody(request));
    if (!input.success) return refuse(reply, 400, 'invalid_input', phrase('errors:refusals.web.session'));
    const caller = authenticator.tryKey(request, input.data.accessKey);
    if (caller.kind === 'throttled') return authenticator.reject(reply, caller);
    if (caller.kind === 'unknown') return refuse(reply, 401, 'not_signed_in', phrase('errors:refusals.web.wrongKey'));
    await authenticator.signIn(request, reply, caller.operatorId);
    authenticator.note(request, caller.operatorId);
    return reply.header('cache-control', 'no-store').send({ ok: true, data: {} });
  });

  app.post('/sign-out', async (request, reply) => {
    await authenticator.signOut(request, reply);
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

/** A proxy in front may use HTTPS; a client that claims so falsely only loses its own cookie. */
function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
}

/** Wrong keys per window that one address may try before it has to wait. */
const ATTEMPTS = 10;

const WINDOW = 60_000;

/** Addresses remembered at once; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

export type Throttle = ReturnType<typeof createThrottle>;

/** Counts wrong access keys, ten a minute per address. Right ones are never refused. */
export function createThrottle(monotonic: () => number) {
  const attempts = new Map<string, { readonly since: number; count: number }>();
  return {
    /** records a wrong key of this address; returns the milliseconds before its next try, 0: none */
    failed: (address: string): number => {
      const source = subscriberOf(address);
      const now = monotonic();
      const found = attempts.get(source);
      if (found !== undefined && now - found.since < WINDOW) {
        found.count += 1;
        return found.count <= ATTEMPTS ? 0 : found.since + WINDOW - now;
      }
      // Reinserted at the end, so the first of the map is the oldest.
      attempts.delete(source);
      const [oldest] = attempts.keys();
      if (attempts.size >= MAX_REMEMBERED && oldest !== undefined) attempts.delete(oldest);
      attempts.set(source, { since: now, count: 1 });
      return 0;
    },
  };
}
