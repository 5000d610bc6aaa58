import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

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
export function ownNames(machine: string, further: readonly string[]): ReadonlySet<string> {
  const name = machine.toLowerCase();
  const short = name.split('.')[0] ?? name;
  return new Set(
    [name, short, `${short}.local`, ...further.map((each) => each.toLowerCase())].filter(
      (each) => each !== '' && each !== '.local',
    ),
  );
}

function hostOf(header: string | undefined): URL | undefined {
  if (header === undefined || !/^[A-Za-z0-9.:_[\]-]+$/.test(header)) return undefined;
  const text = `http://${header}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}
