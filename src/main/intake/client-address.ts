import { all, compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Forwarder } from '#shared/contract/connection.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the listener for each request. */
    clientAddress: string;
  }
}

/** Whether this sender's claim about the previous hop is trusted. */
export type IsTrusted = (address: string) => boolean;

/** Where requests arrive, and which proxies are trusted there. */
export interface EntryPoint {
  readonly through: Forwarder['through'];
  readonly isTrusted: IsTrusted;
}

/** Trusts only these addresses and ranges; not even loopback unless it is listed. */
export function trustProxies(proxies: readonly string[]): IsTrusted {
  const isTrusted = compile([...proxies]);
  return (address) => isTrusted(address, 0);
}

/** The client's IP address, as far as it can be trusted: behind the proxies that the listener trusts. */
export function clientAddress(request: FastifyRequest): string {
  return request.clientAddress;
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
export function senderOf(request: IncomingMessage): string {
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
