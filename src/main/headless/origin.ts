import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { subscriberOf } from '#main/intake/subscriber.ts';

/**
 * Whether the console may be asked under this Host header: an IP literal, localhost, this machine's name, or a name
 * that the owner gave. Any other is a foreign page whose name was pointed at this machine (DNS rebinding).
 */
export function isOwnHost(header: string | undefined, names: ReadonlySet<string>): boolean {
  const host = hostOf(header);
  if (host === undefined) return false;
  const bare = host.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(bare) !== 0 || bare === 'localhost' || bare.endsWith('.localhost') || names.has(bare);
}

/** Whether a request's Origin, where it has one, is the page that this host served. */
export function isOwnOrigin(origin: string | undefined, hostHeader: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return URL.canParse(`${protocol}//${hostHeader ?? ''}`) && new URL(`${protocol}//${hostHeader ?? ''}`).host === host;
}

/** Whether another site's page made the browser ask, rather than a person who typed the address, opened it or clicked on it there. */
export function isForeignLoad({
  'sec-fetch-site': site,
  'sec-fetch-user': user,
  'sec-fetch-dest': target,
}: IncomingHttpHeaders): boolean {
  if (site === undefined || site === 'none' || site === 'same-origin') return false;
  return user !== '?1' || target !== 'document';
}

/** The names this machine goes by, with those that the owner gave. */
export function ownNames(machine: string, given: readonly string[]): ReadonlySet<string> {
  const name = machine.toLowerCase();
  const short = name.split('.')[0] ?? name;
  return new Set(
    [name, short, `${short}.local`, ...given.map((each) => each.toLowerCase())].filter(
      (each) => each !== '' && each !== '.local',
    ),
  );
}

function hostOf(header: string | undefined): URL | undefined {
  if (header === undefined || !/^[A-Za-z0-9.:_[\]-]+$/.test(header)) return undefined;
  const text = `http://${header}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Wrong keys that one address may try in a window before it is told to wait. */
const ATTEMPTS = 10;

const WINDOW = 60_000;

/** Addresses remembered at once; the oldest are forgotten first. */
const REMEMBERED = 10_000;

export interface Throttle {
  /** notes a wrong key of this address; gives the milliseconds that it has to wait with its next one, 0: none */
  readonly failed: (address: string) => number;
}

/** Counts wrong access keys, ten a minute of one address. Right ones are not its business: they are never refused. */
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
      // Written anew it stands last, so the first of the map is the oldest.
      attempts.delete(source);
      const oldest = attempts.keys().next();
      if (attempts.size >= REMEMBERED && !oldest.done) attempts.delete(oldest.value);
      attempts.set(source, { since: now, count: 1 });
      return 0;
    },
  };
}
