import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { ServerCertificate } from './ports.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { isoDay } from '#shared/locales/dates.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CertificateInfo } from '#shared/contract/connection.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** One block of PEM: contains no dashes except in the headers of old encrypted keys, and never five. */
const CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----(?:(?!-----)[\s\S])*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]{1,20} )?PRIVATE KEY-----(?:(?!-----)[\s\S])*-----END (?:[A-Z0-9]{1,20} )?PRIVATE KEY-----/;
const MAX_CHAIN_LENGTH = 10;

/** Checks the owner's input and puts the chain in order. Throws ContractError invalid_input with a message. */
export async function readOwnCertificate(
  input: RouteInput<'connection.importCertificate'>,
  now: number,
  reading: Pkcs12Reading,
): Promise<ServerCertificate> {
  if ('pkcs12' in input) {
    const { certificates, key } = await readPkcs12(input.pkcs12, input.passphrase, reading);
    return checkCertificate(certificatesIn(certificates, 'pkcs12'), createPrivateKey(key), now, 'pkcs12');
  }
  const certificates = certificatesIn(input.certificate, 'certificate');
  return checkCertificate(
    certificates,
    keyIn(`${input.key}\n${input.certificate}`, input.passphrase),
    now,
    'certificate',
  );
}

function checkCertificate(certificates: readonly X509Certificate[], key: KeyObject, now: number, field: ImportField) {
  const own = certificates.find((each) => each.checkPrivateKey(key));
  if (own === undefined)
    throw refusedCertificate(field === 'pkcs12' ? field : 'key', phrase('errors:refusals.certificate.otherKey'));
  const chain = chainOf(own, certificates);
  for (const each of chain) rejectOutOfDate(each, each === own, now, field);
  if (namesOf(own).length === 0) throw refusedCertificate(field, phrase('errors:refusals.certificate.noNames'));
  const result = {
    certificate: chain.map(String).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  try {
    createSecureContext({ cert: result.certificate, key: result.key });
  } catch (cause) {
    throw refusedCertificate(
      field,
      phrase('errors:refusals.certificate.unusable', {
        reason: cause instanceof Error ? cause.message : String(cause),
      }),
    );
  }
  return result;
}

function certificatesIn(text: string, field: ImportField): readonly X509Certificate[] {
  const blocks = text.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw refusedCertificate(field, phrase('errors:refusals.certificate.begins'));
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw refusedCertificate(field, phrase('errors:refusals.certificate.unreadable'));
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
      (each) => !chain.includes(each) && last.checkIssued(each) && last.verify(each.publicKey),
    );
    if (issuer === undefined || issuer.checkIssued(issuer)) return chain;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

function rejectOutOfDate(certificate: X509Certificate, isOwn: boolean, now: number, field: ImportField): void {
  const day = (date: string): string => isoDay(Date.parse(date), 'UTC');
  if (Date.parse(certificate.validTo) <= now) {
    const on = day(certificate.validTo);
    throw refusedCertificate(
      field,
      isOwn
        ? phrase('errors:refusals.certificate.expired', { day: on })
        : phrase('errors:refusals.certificate.signerExpired', {
            subject: certificate.subject.replaceAll('\n', ', '),
            day: on,
          }),
    );
  }
  if (isOwn && Date.parse(certificate.validFrom) > now)
    throw refusedCertificate(field, phrase('errors:refusals.certificate.early', { day: day(certificate.validFrom) }));
}

/** Which field of an import is wrong. */
type ImportField = 'certificate' | 'key' | 'passphrase' | 'pkcs12';

/** Why a certificate cannot be used, for the person who chose it. */
function refusedCertificate(path: ImportField, reason: Phrase): ContractError {
  return new ContractError('invalid_input', reason, [{ path, reason }]);
}

export interface Pkcs12Setup {
  /** base64 */
  readonly file: string;
  readonly passphrase: string;
  /** limit of iterations of all its key derivations together */
  readonly iterations: number;
}

type Refusal = 'work' | 'passphrase' | 'unknown' | 'unsupported' | 'noCertificate' | 'noKey';
/** Certificates and key as PEM. */
interface Read {
  readonly certificates: string;
  readonly key: string;
}
export type Pkcs12Answer = Read | { readonly refused: Refusal };

export interface Pkcs12Reading {
  /** built file of pkcs12-worker.ts */
  readonly worker: string | URL;
  /** milliseconds that it may take */
  readonly timeout?: number;
}

/** Programs typically use a few thousand, Firefox 600,000 for each of three parts. */
const MAX_ITERATIONS = 5_000_000;
const READ_TIMEOUT = 30_000;
const MEGABYTES = 256;

/**
 * Certificates and key of a PKCS#12 file (.p12, .pfx), as PEM, read in a thread that ends afterwards: its work is
 * bounded before it begins, as is the time to wait for it. Throws ContractError invalid_input with a message.
 */
export async function readPkcs12(
  file: string,
  passphrase: string,
  { worker: entry, timeout = READ_TIMEOUT }: Pkcs12Reading,
): Promise<Read> {
  const workerData: Pkcs12Setup = { file, passphrase, iterations: MAX_ITERATIONS };
  const worker = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } });
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeout) })) as [Pkcs12Answer];
    if ('refused' in answer) throw refused(answer.refused);
    return answer;
  } catch (error) {
    throw isResourceLimit(error) ? refused('work') : error;
  } finally {
    // Not awaited: OpenSSL cannot be interrupted.
    void worker.terminate();
  }
}

/** It ran out of time or memory. */
function isResourceLimit(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY');
}

function refused(why: Refusal): Error {
  return refusedCertificate(why === 'passphrase' ? why : 'pkcs12', phrase(`errors:refusals.pkcs12.${why}`));
}

const DAY = 24 * 60 * 60 * 1000;
/** Days before its end at which a generated one is renewed. */
const RENEWAL_DAYS = 30;

/** Whole days until it expires; 0 on its last day, negative afterwards. */
export function daysLeft(validTo: number, now: number): number {
  return Math.floor((validTo - now) / DAY);
}

/** Whether a generated certificate has to be renewed. */
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
