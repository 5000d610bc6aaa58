import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Checks whether the console may be requested under this Host header: an IP literal, localhost, this machine's name, or
 * a configured name. Any other belongs to a foreign page whose name points to this machine (DNS rebinding).
 */
export function isOwnHost(header: string | undefined, names: ReadonlySet<string>): boolean {
  const host = hostOf(header);
  if (host === undefined) return false;
  const bare = host.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(bare) !== 0 || bare === 'localhost' || bare.endsWith('.localhost') || names.has(bare);
}

/** Checks that a request's Origin, if present, is a page that this host served. */
export function isOwnOrigin(origin: string | undefined, hostHeader: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return URL.canParse(`${protocol}//${hostHeader ?? ''}`) && new URL(`${protocol}//${hostHeader ?? ''}`).host === host;
}

/** Detects a request made by another site's page, rather than a person who typed, opened or clicked the address. */
export function isForeignLoad({
  'sec-fetch-site': site,
  'sec-fetch-user': user,
  'sec-fetch-dest': target,
}: IncomingHttpHeaders): boolean {
  if (site === undefined || site === 'none' || site === 'same-origin') return false;
  return user !== '?1' || target !== 'document';
}

/** This machine's names and the configured ones. */
export function ownNames(machine: string, further: readonly string[]): ReadonlySet<string> {
  const name = machine.toLowerCase();
  const short = name.split('.')[0] ?? name;
  return new Set(
    [name, short, `${short}.local`, ...further.map((furtherName) => furtherName.toLowerCase())].filter(
      (hostname) => hostname !== '' && hostname !== '.local',
    ),
  );
}

function hostOf(header: string | undefined): URL | undefined {
  if (header === undefined || !/^[A-Za-z0-9.:_[\]-]+$/.test(header)) return undefined;
  const text = `http://${header}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}
