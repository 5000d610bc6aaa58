import { createPrivateKey, createPublicKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { ServerCertificate } from './ports.ts';

const DAY = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 3652;
/** Some systems reject server certificates that are valid for longer. */
const SERVER_DAYS = 397;
/** Clients' clocks may be slow. */
const CLOCK_TOLERANCE = 60 * 60 * 1000;
const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** Endings that nobody on the internet can own. */
const PRIVATE_NAMES = ['localhost', 'local', 'lan', 'home', 'internal', 'localdomain', 'home.arpa'] as const;

export interface Authority {
  /** PEM */
  readonly certificate: string;
  /** PEM */
  readonly key: string;
  /** names that it may sign, including their subdomains; addresses are not restricted */
  readonly domains: readonly string[];
}

/**
 * This installation's authority, valid for ten years. It can only sign private names, so that whoever steals its key
 * still cannot impersonate a named internet site to those who trust its root.
 */
export async function makeAuthority(computerName: string, now: number): Promise<Authority> {
  const x509 = await loadX509();
  const isOwnName = isHostName(computerName) && !computerName.includes('.');
  const domains = [...new Set([...PRIVATE_NAMES, ...(isOwnName ? [computerName.toLowerCase()] : [])])];
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: [
        { O: ['Counterbell'] },
        { CN: [`Counterbell authority ${computerName} ${randomBytes(3).toString('hex')}`] },
      ],
      notBefore: new Date(now - CLOCK_TOLERANCE),
      notAfter: new Date(now + AUTHORITY_DAYS * DAY),
      signingAlgorithm: SIGNATURE,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.Extension('2.5.29.30', true, nameConstraints(domains)),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { certificate: pem(certificate.toString('pem')), key: exportKey(keys), domains };
}

/** Signs `key` (PEM), or a new one, for those of the names that the authority may sign. */
export async function makeServerCertificate(
  authority: Authority,
  names: readonly string[],
  now: number,
  key?: string,
): Promise<ServerCertificate> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const signed = signableNames(authority, names);
  const signedKey = key ?? exportKey(await newKeys());
  const der = createPublicKey(signedKey).export({ type: 'spki', format: 'der' });
  const publicKey = await webcrypto.subtle.importKey('spki', der, KEYS, true, ['verify']);
  const authorityKey = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: [{ O: ['Counterbell'] }, { CN: ['Counterbell on this computer'] }],
      issuer: issuer.subjectName,
      notBefore: new Date(now - CLOCK_TOLERANCE),
      notAfter: new Date(Math.min(now - CLOCK_TOLERANCE + SERVER_DAYS * DAY, issuer.notAfter.getTime())),
      signingAlgorithm: SIGNATURE,
      publicKey,
      signingKey: await webcrypto.subtle.importKey('pkcs8', authorityKey, KEYS, false, ['sign']),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          signed.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
        ),
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, webcrypto),
        await x509.SubjectKeyIdentifierExtension.create(publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { certificate: pem(certificate.toString('pem')), key: signedKey };
}

/** Names that the authority may sign, in order without duplicates; always includes `localhost`. */
export function signableNames({ domains }: Pick<Authority, 'domains'>, names: readonly string[]): readonly string[] {
  const mayBeSigned = (name: string): boolean =>
    isIP(name) !== 0 || (isHostName(name) && domains.some((domain) => name === domain || name.endsWith(`.${domain}`)));
  // A link-local address contains the name of an interface, which no certificate can.
  const plain = names.map((name) => name.toLowerCase()).filter((name) => !name.includes('%'));
  return [...new Set(['localhost', ...plain.filter(mayBeSigned)])].sort();
}

/** NameConstraints with permitted DNS names only: SEQUENCE { [0] { SEQUENCE { [2] name } … } }. */
function nameConstraints(domains: readonly string[]): Uint8Array<ArrayBuffer> {
  const subtrees = domains.map((domain) => tagged(0x30, tagged(0x82, Buffer.from(domain, 'ascii'))));
  return Uint8Array.from(tagged(0x30, tagged(0xa0, Buffer.concat(subtrees))));
}

/** One DER value of less than 64 KiB. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** Positive, and without a leading zero. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

function isHostName(name: string): boolean {
  return /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*$/.test(name);
}

function exportKey({ privateKey }: webcrypto.CryptoKeyPair): string {
  return KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Extractable, for signatures. */
function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

function pem(text: string): string {
  return `${text.trim()}\n`;
}

/** Loaded only when a certificate is made. */
async function loadX509() {
  // The library's dependency injection has to be loaded first.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
