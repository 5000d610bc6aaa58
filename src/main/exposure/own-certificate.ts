import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { namesOf } from './certificate-life.ts';
import { readPkcs12, type Pkcs12Reading } from './pkcs12.ts';
import type { Certificates, ServerCertificate } from './ports.ts';
import { refusedCertificate, type ImportField } from './refused-certificate.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** One block of PEM: no dash is inside but in the headers of old encrypted keys, and never five. */
const CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----(?:(?!-----)[\s\S])*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]{1,20} )?PRIVATE KEY-----(?:(?!-----)[\s\S])*-----END (?:[A-Z0-9]{1,20} )?PRIVATE KEY-----/;
const LONGEST_CHAIN = 10;

/** Checks what the owner gave: ready for a server, its chain in order. Throws ContractError invalid_input in words. */
export async function readOwnCertificate(
  given: Parameters<Certificates['importOwn']>[0],
  now: number,
  reading: Pkcs12Reading,
): Promise<ServerCertificate> {
  if ('pkcs12' in given) {
    const { certificates, key } = await readPkcs12(given.pkcs12, given.passphrase, reading);
    return checked(certificatesIn(certificates, 'pkcs12'), createPrivateKey(key), now, 'pkcs12');
  }
  const certificates = certificatesIn(given.certificate, 'certificate');
  return checked(certificates, keyIn(`${given.key}\n${given.certificate}`, given.passphrase), now, 'certificate');
}

function checked(
  certificates: readonly X509Certificate[],
  key: KeyObject,
  now: number,
  field: ImportField,
): ServerCertificate {
  const own = certificates.find((each) => each.checkPrivateKey(key));
  if (own === undefined)
    throw refusedCertificate(field === 'pkcs12' ? field : 'key', phrase('errors:refusals.certificate.otherKey'));
  const chain = chainOf(own, certificates);
  for (const each of chain) refuseOutOfDate(each, each === own, now, field);
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

/** The server's own, and who signed it, and so on; a root is left out, because clients have it or do not. */
function chainOf(own: X509Certificate, certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain = [own];
  for (let last = own; chain.length < LONGEST_CHAIN;) {
    const issuer = certificates.find(
      (each) => !chain.includes(each) && last.checkIssued(each) && last.verify(each.publicKey),
    );
    if (issuer === undefined || issuer.checkIssued(issuer)) return chain;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

function refuseOutOfDate(certificate: X509Certificate, isOwn: boolean, now: number, field: ImportField): void {
  const day = (date: string): string => new Date(date).toISOString().slice(0, 10);
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
