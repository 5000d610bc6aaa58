import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import {
  type AddressGuard,
  createAddressGuard,
  hostOf,
  type NetworkEdge,
  SYSTEM_EDGE,
} from '#main/outgoing/address-guard.ts';
import { MediaProblem } from '../ports.ts';

/** The environment of a fetch; tests supply their own name server and network. */
export interface FetchEdge extends NetworkEdge {
  readonly userAgent: string;
}

export interface Fetch {
  readonly url: string;
  /** true if this computer's own network may be accessed */
  readonly ownNetwork: boolean;
  /** bytes */
  readonly largest: number;
  /** aborts when it is no longer wanted or timed out */
  readonly signal: AbortSignal;
}

export interface FetchedBody {
  readonly body: AsyncIterable<Uint8Array>;
  /** according to its server */
  readonly size: number | undefined;
  readonly close: () => void;
}

const MAX_REDIRECTS = 3;
const HEADERS_LIMIT = 16 * 1024;

export function systemEdge(version: string): FetchEdge {
  return { ...SYSTEM_EDGE, userAgent: `Counterbell/${version}` };
}

/**
 * Requests a customer's file, and resolves when its server begins to send it. Every address is checked when the
 * connection is made, so that a name cannot resolve to another one after the check. Rejects with MediaProblem, or with
 * the signal's reason.
 */
export async function guardedFetch(fetch: Fetch, edge: FetchEdge): Promise<FetchedBody> {
  const guard = createAddressGuard(edge, fetch.ownNetwork);
  try {
    return wholeBody(
      await follow(linkTarget(fetch.url), (target) => ask(target, fetch.signal, guard, edge.userAgent)),
      fetch,
    );
  } catch (error) {
    throw guard.refused ? new MediaProblem('forbidden_address') : toFetchError(error, fetch.signal, 'unreachable');
  }
}

async function follow(first: URL, answerOf: (target: URL) => Promise<IncomingMessage>): Promise<IncomingMessage> {
  let target = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await answerOf(target);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
      throw new MediaProblem('status', { status: statusCode });
    if (redirects === MAX_REDIRECTS) throw new MediaProblem('redirects');
    target = linkTarget(headers.location, target);
  }
}

/** One request on its own connection; resolves with the head of the answer. */
function ask(target: URL, signal: AbortSignal, guard: AddressGuard, userAgent: string): Promise<IncomingMessage> {
  guard.checkHost(target);
  const request = target.protocol === 'https:' ? requestHttps : process.getBuiltinModule('node:http').request;
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const { lookup } = guard;
    const asking = request(target, { agent: false, headers, signal, lookup, maxHeaderSize: HEADERS_LIMIT });
    // Once the answer has begun, its own end reports failures.
    asking.on('error', reject);
    asking.once('response', resolve);
    // The address at the other end has the final say.
    asking.once('socket', (socket) => {
      socket.once('connect', () => {
        if (!guard.permits(socket)) asking.destroy(new MediaProblem('forbidden_address'));
      });
    });
    asking.end();
  });
}

function wholeBody(answer: IncomingMessage, { largest, signal }: Fetch): FetchedBody {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '' } = answer.headers;
  const size = /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const close = (): void => {
    // What is cut off here no longer counts as a failure.
    answer.on('error', () => undefined).destroy();
  };
  if (encoding === 'identity' && (size ?? 0) <= largest) return { body: pieces(answer, signal), size, close };
  close();
  throw encoding === 'identity' ? new MediaProblem('too_large', { size }) : new MediaProblem('broken');
}

async function* pieces(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toFetchError(error, signal, 'broken');
  }
}

/** Finds the cause of a stopped fetch: the signal, one recorded earlier, or else the usual one at this point. */
function toFetchError(error: unknown, signal: AbortSignal, fallback: 'unreachable' | 'broken'): Error {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : new MediaProblem('timeout');
  return error instanceof MediaProblem ? error : new MediaProblem(fallback, { cause: error });
}

/**
 * The address of a link. Throws MediaProblem `forbidden_address` for anything but http and https, for credentials in
 * it, and for numbers in unusual notations, which only hide the target.
 */
export function linkTarget(link: string, base?: URL): URL {
  const target = URL.parse(link, base?.href);
  const isPlain = target !== null && /^https?:$/.test(target.protocol) && target.username + target.password === '';
  if (!isPlain || isDisguisedAddress(target, link)) throw new MediaProblem('forbidden_address');
  return target;
}

/** A host that parsed as an IPv4 address but was not written as one. */
function isDisguisedAddress(target: URL, link: string): boolean {
  const host = hostOf(target);
  if (isIP(host) !== 4) return false;
  const written = /^[\t\n\r ]*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}([^/\\?#]*)/i.exec(link)?.[1];
  return written !== undefined && written.replace(/:\d*$/, '') !== host;
}
