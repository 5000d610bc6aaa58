import { all, compile } from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Forwarder } from '#shared/contract/connection.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** the client's IP address, as far as it can be trusted: behind the proxies that the listener trusts */
    clientAddress: string;
  }
}

/** Decides whether a sender's claim about the previous hop is trusted. */
export type IsTrusted = (address: string) => boolean;

/** Entry point of requests, and the proxies trusted there. */
export interface EntryPoint {
  readonly through: Forwarder['through'];
  readonly isTrusted: IsTrusted;
}

/** Trusts only these addresses and ranges; not even loopback unless it is listed. */
export function trustProxies(proxies: readonly string[]): IsTrusted {
  const isTrusted = compile([...proxies]);
  return (address) => isTrusted(address, 0);
}

/**
 * The last address of X-Forwarded-For, from the right, that a trusted proxy vouches for; otherwise the sender's own.
 * Values that are not addresses (`unknown`, a name) are not trusted either.
 */
export function readClientAddress(request: IncomingMessage, isTrusted: IsTrusted): string {
  const sender = senderOf(request);
  if (request.headers['x-forwarded-for'] === undefined || !isTrusted(sender)) return sender;
  const named = all(request, isTrusted).map(withoutPort);
  return toPlainAddress(named.findLast((address) => isIP(address) !== 0) ?? sender);
}

/** The address of the connection itself, whatever the headers claim. */
function senderOf(request: IncomingMessage): string {
  return toPlainAddress(request.socket.remoteAddress ?? '');
}

/** Some proxies include the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const [, inside, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return inside ?? v4 ?? address;
}

/** Writes IPv4 addresses as such, even from a dual-stack socket. */
function toPlainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * The key of one sender: an IPv4 address (even if written as IPv6), or a whole IPv6 /64, because one subscriber has
 * that many addresses. Anything else is its own key.
 */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.split('%');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  return mapped ?? `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
}

function groupsOf(address: string): readonly string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** Milliseconds after its last request until an address is no longer listed. */
const LISTED_FOR = 60 * 60_000;
/** Nearby addresses remembered at once; the least recent are forgotten first. */
const MAX_NEARBY = 64;
const MAX_LISTED = 5;
/** A proxy's own health check is forwarded for nobody. */
const HEALTH_PATH = /^\/health(?:\?|$)/;

/** Senders that claim to forward requests (X-Forwarded-For, Forwarded) and are not trusted. */
export type Forwarders = ReturnType<typeof createForwarders>;

/**
 * Anyone can write such a header. So only nearby addresses (this computer, private networks) whose requests all have it
 * count as likely proxies; of all others only the first is kept.
 */
export function createForwarders(wall: () => number) {
  const listeners: (() => void)[] = [];
  const notifyListeners = (): void => listeners.forEach((listener) => listener());
  const near = new Map<string, Forwarder>();
  let far: Forwarder | undefined;

  const isListed = ({ lastSeen }: Forwarder): boolean => wall() - lastSeen < LISTED_FOR;
  const inspectNearby = (address: string, through: Forwarder['through'], names: boolean): void => {
    const key = `${through} ${address}`;
    const before = near.get(key);
    if (!names) {
      if (before?.isLikely !== true || (through === 'port' && isLoopback(address))) return;
      // A router that passes strangers on unchanged, not a proxy.
      near.set(key, { ...before, isLikely: false });
      return notifyListeners();
    }
    // Reinserted at the end, so the first entry of the map is the oldest.
    near.delete(key);
    near.set(key, { address, through, lastSeen: wall(), isLikely: before?.isLikely ?? true });
    const [oldest] = near.keys();
    if (near.size > MAX_NEARBY && oldest !== undefined) near.delete(oldest);
    if (before === undefined || !isListed(before)) notifyListeners();
  };
  const inspectRemote = (address: string, through: Forwarder['through']): void => {
    const before = far;
    const wasListed = before !== undefined && isListed(before);
    if (wasListed && before.address !== address) return;
    far = { address, through, lastSeen: wall(), isLikely: false };
    if (!wasListed) notifyListeners();
  };

  return {
    /** examines one request; requests from trusted proxies are ignored */
    inspect: (request: IncomingMessage, { through, isTrusted }: EntryPoint) => {
      const names = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
      if (!names && (near.size === 0 || HEALTH_PATH.test(request.url ?? ''))) return;
      // Which of this computer's networks it is does not identify the sender.
      const [address = ''] = senderOf(request).split('%');
      if (isTrusted(address)) return;
      if (isPrivateAddress(address)) inspectNearby(address, through, names);
      else if (names) inspectRemote(address, through);
    },
    /** of the last hour, the most likely proxies first */
    list: () => {
      const listed = [...[...near.values()].reverse(), ...(far === undefined ? [] : [far])].filter(isListed);
      return listed.sort((a, b) => Number(b.isLikely) - Number(a.isLikely)).slice(0, MAX_LISTED);
    },
    /** calls back when a new one is found */
    onChange: (listener: () => void) => void listeners.push(listener),
  };
}

/** Recognizes addresses of this computer itself. */
export const isLoopback = trustProxies(['loopback']);

/** Addresses that are not routed on the internet. */
const isPrivateAddress = trustProxies(['loopback', 'linklocal', 'uniquelocal']);
