import { createHash, randomUUID } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Bonjour, Browser, Service } from 'bonjour-service';
import { z } from 'zod';
import type { Clock } from '#main/clock/clock.ts';
import { isVirtual, joinNetwork, MULTICAST_DNS_PORT, networkAddresses } from '#main/exposure/network.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { digestText } from '#shared/domain/invitation.ts';

/** What is kept of the answers to one question: in all, of one sender, and of one key, so that none hides the others. */
const MAX_ANSWERS = 64;
const MAX_OF_SENDER = 8;
const MAX_OF_KEY = 8;
/** Addresses that are told of one host, and networks of this computer that are asked. */
const MAX_ADDRESSES = 8;
const MAX_NETWORKS = 4;
/** Milliseconds between questions; each forgets the answers to the one before. */
const ASK_INTERVAL = 20_000;
/** Milliseconds that a search takes at most. */
const SEARCH = 3000;

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

const announcement = z.object({
  port: z.number().int().min(1).max(65_535),
  addresses: z.array(z.string().max(64)).max(32),
  txt: z.object({ pin: digestText }),
});

/** What somebody in the network says of a host: nothing is proven, and nothing of theirs is kept but numbers. */
export interface AnnouncedHost {
  /** of its key */
  readonly pin: string;
  /** `https` with an address of a private network and a port */
  readonly urls: readonly string[];
}

export interface NetworkSearch {
  readonly clock: Clock;
  /** this computer's IPv4 address in each network to ask */
  readonly networks?: () => readonly string[];
  readonly port?: number;
  readonly isAllowed?: (address: string) => boolean;
}

/**
 * Asks the local network where a host with this key is (`_counterbell._tcp`, see `web/door`). Anybody there can
 * claim to have it: what is found has to prove the key. Returns how to stop; what goes wrong finds nothing.
 */
export function findHost(pin: string, onFound: (urls: readonly string[]) => void, search: NetworkSearch): () => void {
  return watchHosts(([host]) => onFound(host?.urls ?? []), search, pin);
}

/** The hosts that are announced within three seconds; only what is said of the one with this key, if it is given. */
export function searchHosts(search: NetworkSearch, pin?: string): Promise<readonly AnnouncedHost[]> {
  let found: readonly AnnouncedHost[] = [];
  const stop = watchHosts((hosts) => (found = hosts), search, pin);
  // To the end: the first to answer may be somebody who copied the key's fingerprint.
  return new Promise((resolve) => {
    search.clock.after(SEARCH, () => {
      stop();
      resolve(found);
    });
  });
}

function watchHosts(
  onFound: (hosts: readonly AnnouncedHost[]) => void,
  { clock, networks = ownNetworks, port, isAllowed = isPrivate }: NetworkSearch,
  wantedPin?: string,
): () => void {
  let stopped = false;
  let cancelTimer = (): void => undefined;
  const joined: Bonjour[] = [];
  let browsers: readonly Browser[] = [];
  let heard: readonly Heard[] = [];
  /** of the lots, which each question draws anew */
  let salt = '';

  const hostOf = (service: Service): AnnouncedHost | undefined => {
    const { success, data } = announcement.safeParse(service);
    if (!success || (wantedPin !== undefined && data.txt.pin !== wantedPin)) return undefined;
    const urls = data.addresses.filter(isAllowed).map((address) => `https://${toUrlHost(address)}:${data.port}`);
    return urls.length === 0 ? undefined : { pin: data.txt.pin, urls };
  };
  const report = (): void => {
    const pins = new Set(heard.map(({ pin }) => pin));
    onFound(Array.from(pins, (pin) => ({ pin, urls: inTurns(heard.filter((each) => each.pin === pin)) })));
  };
  const lotOf = (pin: string, sender: string): string =>
    createHash('sha256').update(`${salt} ${pin} ${sender}`).digest('base64');
  const hear = (browser: Browser, service: Service): void => {
    // Kept here only: the library's browser would let the next sender replace what another said under the same name.
    (browser as unknown as { readonly removeService: (fqdn: string) => void }).removeService(service.fqdn);
    const host = hostOf(service);
    const sender = service.referer?.address ?? '';
    if (host !== undefined) heard = keepSome(heard, { ...host, sender, lot: lotOf(host.pin, sender) });
    report();
  };
  const ask = (): void => {
    for (const browser of browsers) browser.stop();
    heard = [];
    salt = randomUUID();
    browsers = joined.map((bonjour) => {
      const browser = bonjour.find({ type: 'counterbell' });
      browser.on('up', (service) => hear(browser, service));
      return browser;
    });
    cancelTimer = clock.after(ASK_INTERVAL, ask);
  };
  const join = async (): Promise<void> => {
    for (const address of networks().slice(0, MAX_NETWORKS)) {
      const bonjour = await joinNetwork(address, port ?? MULTICAST_DNS_PORT).catch(() => undefined);
      if (stopped) return bonjour?.destroy();
      if (bonjour !== undefined) joined.push(bonjour);
    }
    ask();
  };
  join().catch(() => undefined);
  return () => {
    stopped = true;
    cancelTimer();
    for (const browser of browsers) browser.stop();
    for (const bonjour of joined) bonjour.destroy();
  };
}

/** What one sender said of one host. */
interface Heard extends AnnouncedHost {
  readonly sender: string;
  /** of too many, those with the highest go */
  readonly lot: string;
}

/**
 * Adds an answer, within the limits. Of too many, lots decide which stay: whoever answers first, or often, has no better
 * chance.
 */
function keepSome(heard: readonly Heard[], next: Heard): readonly Heard[] {
  const before = heard.find((each) => each.lot === next.lot);
  const urls = [...new Set([...(before?.urls ?? []), ...next.urls])].slice(0, MAX_ADDRESSES);
  const kept = [...heard.filter((each) => each !== before), { ...next, urls }];
  const limits = [
    [MAX_OF_SENDER, kept.filter(({ sender }) => sender === next.sender)],
    [MAX_OF_KEY, kept.filter(({ pin }) => pin === next.pin)],
    [MAX_ANSWERS, kept],
  ] as const;
  const [, over] = limits.find(([most, limited]) => limited.length > most) ?? [];
  const last = over?.reduce((one, other) => (one.lot > other.lot ? one : other));
  return kept.filter((each) => each !== last);
}

/** The first address of each, then the second, and so on. */
function inTurns(heard: readonly Heard[]): readonly string[] {
  const rounds = Array.from({ length: MAX_ADDRESSES }, (_, round) => heard.flatMap(({ urls }) => urls[round] ?? []));
  return [...new Set(rounds.flat())].slice(0, MAX_ADDRESSES);
}

/** Whether an address is one of a private or link-local network. */
export function isPrivate(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !address.includes('%') && PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function ownNetworks(): readonly string[] {
  return networkAddresses()
    .filter((each) => isIP(each.address) === 4 && !isVirtual(each.interface))
    .map(({ address }) => address);
}
