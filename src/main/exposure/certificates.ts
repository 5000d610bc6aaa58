import { createHash, X509Certificate } from 'node:crypto';
import { SerialQueue } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { isLost, type CertificateRecord } from '#main/settings/installation.ts';
import type { Settings } from '#main/settings/settings.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { makeAuthority, makeServerCertificate, signableNames } from './authority.ts';
import { certificateInfo, needsRenewal, readOwnCertificate } from './own-certificate.ts';
import type { ServerCertificate } from './ports.ts';
import { phrase } from '#shared/locales/phrase.ts';

export type Certificates = ReturnType<typeof createCertificates>;

/** Certificates for the network server: the owner's, or signed by this installation's own authority. */
export function createCertificates(options: {
  readonly settings: Pick<Settings, 'current' | 'write' | 'seal'>;
  /** nothing is renewed for a clock that runs ahead: devices trust the old, and their clocks are right */
  readonly clock: Pick<SettledClock, 'wall' | 'earliest'>;
  readonly computerName: string;
}) {
  const { settings, clock, computerName } = options;
  const queue = new SerialQueue();
  const stored = (name: CertificateRecord['name']) =>
    settings.current().certificates.find((certificate) => certificate.name === name);
  const save = async (
    name: CertificateRecord['name'],
    { certificate, key }: ServerCertificate,
    names: readonly string[],
  ): Promise<void> => {
    await settings.write('saveCertificate', { name, certificate, key: await settings.seal(key), names: [...names] });
  };

  /** Kept even if its key cannot be opened: devices trust it, and would have to be told about another one. */
  const authority = async (): Promise<Pick<CertificateRecord, 'certificate' | 'key' | 'names'>> => {
    const found = stored('authority');
    return found === undefined ||
      needsRenewal(Date.parse(new X509Certificate(found.certificate).validTo), clock.earliest())
      ? createAuthority()
      : found;
  };
  const createAuthority = async () => {
    const { certificate, key, domains } = await makeAuthority(computerName, clock.earliest());
    await save('authority', { certificate, key }, domains);
    return { certificate, key, names: [...domains] };
  };

  const made = async (names: readonly string[]): Promise<ServerCertificate> => {
    const { certificate, key, names: domains } = await authority();
    const wanted = signableNames({ domains }, names);
    const found = stored('made');
    if (
      found !== undefined &&
      !isLost(found.key) &&
      found.names.join() === wanted.join() &&
      isGood(found.certificate, certificate, clock.earliest())
    )
      return { certificate: found.certificate, key: found.key };
    if (isLost(key)) throw new ContractError('secret_lost', phrase('findings:reach.port.lockedAuthority'));
    // The same key for as long as it is there: colleagues' apps know this installation by it.
    const known = found === undefined || isLost(found.key) ? undefined : found.key;
    return sign({ certificate, key, domains }, wanted, known);
  };
  /** `key`: absent, a new one */
  const sign = async (by: Parameters<typeof makeServerCertificate>[0], names: readonly string[], key?: string) => {
    const renewed = await makeServerCertificate(by, names, clock.earliest(), key);
    await save('made', renewed, names);
    return renewed;
  };

  const own = (): ServerCertificate => {
    const found = stored('own');
    if (found === undefined) throw new ContractError('invalid_input', phrase('errors:refusals.certificate.none'));
    if (isLost(found.key)) throw new ContractError('secret_lost', phrase('findings:reach.port.lockedOwn'));
    return { certificate: found.certificate, key: found.key };
  };

  return {
    /**
     * for these names and addresses: the owner's, or one that is generated and renewed when names change or it expires
     * soon. Throws ContractError invalid_input without one of the owner's, secret_lost if a key cannot be opened now
     */
    serverCertificate: (kind: 'made' | 'own', names: readonly string[]) =>
      queue.run(async () => {
        const { certificate, key } = kind === 'made' ? await made(names) : own();
        return {
          certificate: { certificate, key },
          info: certificateInfo(new X509Certificate(certificate), kind === 'made'),
          /** of its key, which stays when the certificate is renewed */
          pin: pinOf(new X509Certificate(certificate)),
        };
      }),
    /** checks that they match and stores them. Throws ContractError invalid_input with a message */
    importOwn: (input: RouteInput<'connection.importCertificate'>) =>
      queue.run(async () => {
        const imported = readOwnCertificate(input, clock.wall());
        await save('own', imported, []);
        return certificateInfo(new X509Certificate(imported.certificate), false);
      }),
    authority: () =>
      queue.run(async () => {
        const { certificate } = await authority();
        const { fingerprint256, validFrom, validTo } = new X509Certificate(certificate);
        return {
          certificate,
          fingerprint: fingerprint256,
          validFrom: Date.parse(validFrom),
          validTo: Date.parse(validTo),
        };
      }),
    /** replaces it: each device has to be told to trust the new one */
    renewAuthority: () => queue.run(async () => void (await createAuthority())),
    /** replaces the key of the generated certificate too, by which colleagues' apps know this installation */
    renewKey: (names: readonly string[]) =>
      queue.run(async () => {
        const { names: domains, ...by } = await createAuthority();
        await sign({ ...by, domains }, signableNames({ domains }, names));
      }),
  };
}

/** Computes the pin of a server's key, whatever certificate it has: SHA-256 of the public key (SPKI), in base64url. */
export function pinOf({ publicKey }: Pick<X509Certificate, 'publicKey'>): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

/** Signed by this authority, currently valid and not about to expire. */
function isGood(pem: string, authority: string, now: number): boolean {
  const certificate = new X509Certificate(pem);
  const root = new X509Certificate(authority);
  return (
    Date.parse(certificate.validFrom) <= now &&
    certificate.checkIssued(root) &&
    certificate.verify(root.publicKey) &&
    !needsRenewal(Date.parse(certificate.validTo), now)
  );
}
