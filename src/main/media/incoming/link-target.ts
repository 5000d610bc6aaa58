import { isIP } from 'node:net';
import { MediaProblem } from '../media-problem.ts';

/**
 * The address that a link leads to. Throws MediaProblem `forbidden_address` for anything but http and https, for names
 * and passwords in it, and for numbers in another notation than everybody's, which only hide where they lead.
 */
export function linkTarget(link: string, base?: URL): URL {
  const target = URL.parse(link, base?.href);
  if (target === null || (target.protocol !== 'http:' && target.protocol !== 'https:'))
    throw new MediaProblem('forbidden_address');
  if (target.username !== '' || target.password !== '') throw new MediaProblem('forbidden_address');
  if (isOddNumber(target, link)) throw new MediaProblem('forbidden_address');
  return target;
}

/** The bare host: an address without brackets, a name without its last dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** A host that turned out to be an IPv4 address, but was not written as one. */
function isOddNumber(target: URL, link: string): boolean {
  const host = hostOf(target);
  if (isIP(host) !== 4) return false;
  const written = /^[\t\n\r ]*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}([^/\\?#]*)/i.exec(link)?.[1];
  return written !== undefined && written.replace(/:\d*$/, '') !== host;
}
