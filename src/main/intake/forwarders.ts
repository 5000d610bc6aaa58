import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Forwarder } from '#shared/contract/connection.ts';
import { senderOf, type Entrance } from './client-address.ts';

/** Milliseconds after which one that came no more is no longer spoken of. */
const SPOKEN_OF = 60 * 60_000;
/** Near addresses remembered at once; those that came longest ago are forgotten first. */
const REMEMBERED = 64;
const SHOWN = 5;
/** A health check of a proxy's own is passed on for nobody. */
const HEALTH = /^\/health(?:\?|$)/;

interface Seen {
  forwarder: Forwarder;
  /** it also sends requests that name nobody: a router that passes strangers on as they are, and no proxy */
  isMixed: boolean;
}

/** Who says that requests were passed on for others (X-Forwarded-For, Forwarded), and is not believed. */
export interface Forwarders {
  /** looks at one request; what comes from a trusted proxy is left alone */
  readonly look: (request: IncomingMessage, entrance: Entrance) => void;
  /** of the last hour, those that may well be proxies first */
  readonly list: () => readonly Forwarder[];
  /** calls back when there is another one */
  readonly onChange: (listener: () => void) => void;
}

/**
 * Anybody can write such a header. So only near addresses (this computer, private networks) count as likely proxies,
 * and only while all that they send has it; of all others the first one is kept, whatever their number.
 */
export function createForwarders(wall: () => number): Forwarders {
  const listeners: (() => void)[] = [];
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const near = new Map<string, Seen>();
  let far: Forwarder | undefined;

  const isSpokenOf = ({ lastSeen }: Forwarder): boolean => wall() - lastSeen < SPOKEN_OF;
  const lookNear = (address: string, through: Forwarder['through'], names: boolean): void => {
    const key = `${through} ${address}`;
    const before = near.get(key);
    if (!names) {
      if (before === undefined || before.isMixed || (through === 'port' && isLoopback(address))) return;
      before.isMixed = true;
      before.forwarder = { ...before.forwarder, isLikely: false };
      return changed();
    }
    const isMixed = before?.isMixed ?? false;
    const wasSpokenOf = before !== undefined && isSpokenOf(before.forwarder);
    // Written anew it stands last, so the first of the map came longest ago.
    near.delete(key);
    near.set(key, { isMixed, forwarder: { address, through, lastSeen: wall(), isLikely: !isMixed } });
    const [oldest] = near.keys();
    if (near.size > REMEMBERED && oldest !== undefined) near.delete(oldest);
    if (!wasSpokenOf) changed();
  };
  const lookFar = (address: string, through: Forwarder['through']): void => {
    const before = far;
    const wasSpokenOf = before !== undefined && isSpokenOf(before);
    if (wasSpokenOf && before.address !== address) return;
    far = { address, through, lastSeen: wall(), isLikely: false };
    if (!wasSpokenOf) changed();
  };

  return {
    look: (request, { through, isTrusted }) => {
      const names = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
      if (!names && (near.size === 0 || HEALTH.test(request.url ?? ''))) return;
      // Which of this computer's networks it was says nothing of who it is.
      const [address = ''] = senderOf(request).split('%');
      if (isTrusted(address)) return;
      if (isNear(address)) lookNear(address, through, names);
      else if (names) lookFar(address, through);
    },
    list: () => {
      const spokenOf = [
        ...Array.from(near.values(), ({ forwarder }) => forwarder).reverse(),
        ...(far === undefined ? [] : [far]),
      ].filter(isSpokenOf);
      return spokenOf.sort((one, other) => Number(other.isLikely) - Number(one.isLikely)).slice(0, SHOWN);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

const nearby = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nearby.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  nearby.addSubnet(network, bits, 'ipv6');

/** Addresses to which the internet leads nowhere. */
function isNear(address: string): boolean {
  return nearby.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
