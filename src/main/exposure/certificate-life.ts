import type { X509Certificate } from 'node:crypto';
import type { CertificateInfo } from '#shared/contract/connection.ts';

const DAY = 24 * 60 * 60 * 1000;
/** One made here is made anew so many days before its end. */
const RENEWED_DAYS_AHEAD = 30;

/** Whole days until it is no longer valid; 0 on its last day, negative afterwards. */
export function daysLeft(validTo: number, now: number): number {
  return Math.floor((validTo - now) / DAY);
}

/** Whether a certificate that was made here has to be made anew. */
export function isToBeRenewed(validTo: number, now: number): boolean {
  return daysLeft(validTo, now) < RENEWED_DAYS_AHEAD;
}

/** What people are told of a certificate. */
export function certificateInfo(certificate: X509Certificate, made: boolean): CertificateInfo {
  return {
    made,
    names: namesOf(certificate),
    issuer: issuerOf(certificate),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  };
}

/** The names and addresses that it is for. */
export function namesOf({ subjectAltName = '' }: Pick<X509Certificate, 'subjectAltName'>): string[] {
  return Array.from(
    subjectAltName.matchAll(/(?:^|, )(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g),
    ([, kind, name = '']) => (kind === 'DNS' ? name : shortAddress(name)),
  );
}

/** Addresses come as `2001:DB8:0:0:0:0:0:1`. */
function shortAddress(address: string): string {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]/`)) return address;
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

function issuerOf({ issuer }: X509Certificate): string {
  const lines = issuer.split('\n');
  const named = (part: string): string | undefined =>
    lines.find((line) => line.startsWith(`${part}=`))?.slice(part.length + 1);
  return named('O') ?? named('CN') ?? issuer;
}
