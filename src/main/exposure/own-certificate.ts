import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { ServerCertificate } from './ports.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { isoDay } from '#shared/locales/dates.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { CertificateInfo } from '#shared/contract/connection.ts';

/** One block of PEM: contains no dashes except in the headers of old encrypted keys, and never five. */
const CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----(?:(?!-----)[\s\S])*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]{1,20} )?PRIVATE KEY-----(?:(?!-----)[\s\S])*-----END (?:[A-Z0-9]{1,20} )?PRIVATE KEY-----/;
const MAX_CHAIN_LENGTH = 10;

/** Checks the owner's input and puts the chain in order. Throws ContractError invalid_input with a message. */
export function readOwnCertificate(input: RouteInput<'connection.importCertificate'>, now: number): ServerCertificate {
  const certificates = certificatesIn(input.certificate);
  const key = keyIn(`${input.key}\n${input.certificate}`, input.passphrase);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined) throw refusedCertificate('key', phrase('errors:refusals.certificate.otherKey'));
  const chain = chainOf(own, certificates);
  for (const certificate of chain) rejectOutOfDate(certificate, certificate === own, now);
  if (namesOf(own).length === 0) throw refusedCertificate('certificate', phrase('errors:refusals.certificate.noNames'));
  const result = {
    certificate: chain.map(String).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  try {
    createSecureContext({ cert: result.certificate, key: result.key });
  } catch (cause) {
    throw refusedCertificate(
      'certificate',
      phrase('errors:refusals.certificate.unusable', {
        reason: cause instanceof Error ? cause.message : String(cause),
      }),
    );
  }
  return result;
}

function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw refusedCertificate('certificate', phrase('errors:refusals.certificate.begins'));
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw refusedCertificate('certificate', phrase('errors:refusals.certificate.unreadable'));
  }
}

function keyIn(text: string, passphrase: string | undefined): KeyObject {
  const [block] = PRIVATE_KEY.exec(text) ?? [];
  if (block === undefined) throw refusedCertificate('key', phrase('errors:refusals.key.begins'));
  const isEncrypted = /ENCRYPTED/.test(block);
  if (isEncrypted && (passphrase === undefined || passphrase === ''))
    throw refusedCertificate('passphrase', phrase('errors:refusals.key.encrypted'));
  try {
    return createPrivateKey({ key: block, ...(isEncrypted && { passphrase: passphrase ?? '' }) });
  } catch {
    throw isEncrypted
      ? refusedCertificate('passphrase', phrase('errors:refusals.key.passphrase'))
      : refusedCertificate('key', phrase('errors:refusals.key.unreadable'));
  }
}

/** The server's own, its issuer, and so on; without the root, which clients either have or not. */
function chainOf(own: X509Certificate, certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain = [own];
  for (let last = own; chain.length < MAX_CHAIN_LENGTH;) {
    const issuer = certificates.find(
      (certificate) =>
        !chain.includes(certificate) && last.checkIssued(certificate) && last.verify(certificate.publicKey),
    );
    if (issuer === undefined || issuer.checkIssued(issuer)) return chain;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

function rejectOutOfDate(certificate: X509Certificate, isOwn: boolean, now: number): void {
  const day = (date: string): string => isoDay(Date.parse(date), 'UTC');
  if (Date.parse(certificate.validTo) <= now) {
    const on = day(certificate.validTo);
    throw refusedCertificate(
      'certificate',
      isOwn
        ? phrase('errors:refusals.certificate.expired', { day: on })
        : phrase('errors:refusals.certificate.signerExpired', {
            subject: certificate.subject.replaceAll('\n', ', '),
            day: on,
          }),
    );
  }
  if (isOwn && Date.parse(certificate.validFrom) > now)
    throw refusedCertificate(
      'certificate',
      phrase('errors:refusals.certificate.early', { day: day(certificate.validFrom) }),
    );
}

/** Invalid field of an import. */
type ImportField = 'certificate' | 'key' | 'passphrase';

/** Explains why a certificate cannot be used, for the person who chose it. */
function refusedCertificate(path: ImportField, reason: Phrase): ContractError {
  return new ContractError('invalid_input', reason, [{ path, reason }]);
}

const DAY = 24 * 60 * 60 * 1000;
/** Days before its end at which a generated one is renewed. */
const RENEWAL_DAYS = 30;

/** Whole days until it expires; 0 on its last day, negative afterwards. */
export function daysLeft(validTo: number, now: number): number {
  return Math.floor((validTo - now) / DAY);
}

/** Checks whether a generated certificate is due for renewal. */
export function needsRenewal(validTo: number, now: number): boolean {
  return daysLeft(validTo, now) < RENEWAL_DAYS;
}

/** A certificate as shown to people. */
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

/** Its names and addresses. */
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
  const named = (part: string) => lines.find((line) => line.startsWith(`${part}=`))?.slice(part.length + 1);
  return named('O') ?? named('CN') ?? issuer;
}
