import { all, compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Forwarder } from '#shared/contract/connection.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** set by the listener for each request */
    clientAddress: string;
  }
}

/** Whether what this sender says of the one before it is believed. */
export type IsTrusted = (address: string) => boolean;

/** Where requests come in, and whom it believes there. */
export interface Entrance {
  readonly through: Forwarder['through'];
  readonly isTrusted: IsTrusted;
}

/** Trusts these addresses and ranges, and no other: loopback neither, where it is not among them. */
export function trustOnly(proxies: readonly string[]): IsTrusted {
  const isTrusted = compile([...proxies]);
  return (address) => isTrusted(address, 0);
}

/** Who asked, as far as can be believed: the IP address of the client, behind the proxies that the listener trusts. */
export function clientAddress(request: FastifyRequest): string {
  return request.clientAddress;
}

/**
 * The last address of X-Forwarded-For, from the right, that a trusted proxy vouches for; the sender's own where none does.
 * What is no address there (`unknown`, a name) is not believed either.
 */
export function readClientAddress(request: IncomingMessage, isTrusted: IsTrusted): string {
  const sender = senderOf(request);
  if (request.headers['x-forwarded-for'] === undefined || !isTrusted(sender)) return sender;
  const named = all(request, isTrusted).map(withoutPort);
  return plain(named.findLast((address) => isIP(address) !== 0) ?? sender);
}

/** The address from which the request came here, whatever it says. */
export function senderOf(request: IncomingMessage): string {
  return plain(request.socket.remoteAddress ?? '');
}

/** Some proxies write the port too: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const [, inside, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return inside ?? v4 ?? address;
}

/** An IPv4 address is written as one, also on a socket that takes both kinds. */
function plain(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * What counts as one sender: an IPv4 address (also where it is written as an IPv6 one), or a whole IPv6 /64,
 * because one subscriber has that many addresses. Anything else stands for itself.
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
