import { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Vault } from '#main/settings/ports.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { makeAuthority, makeServerCertificate, signableNames, type Authority } from './authority.ts';
import { certificateInfo, isToBeRenewed } from './certificate-life.ts';
import { certificateFile, type KeptCertificate } from './kept-certificate.ts';
import { readOwnCertificate } from './own-certificate.ts';
import type { Pkcs12Reading } from './pkcs12.ts';
import type { Certificates, ServerCertificate } from './ports.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface CertificatesOptions {
  /** made when the first certificate is */
  readonly folder: string;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'wall'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly computerName: string;
  readonly pkcs12: Pkcs12Reading;
}

type KeptAuthority = Omit<Authority, 'key'> & Pick<KeptCertificate, 'key'>;

/** The certificates of the network's door: the owner's, or made here by an authority of this installation. */
export function createCertificates({
  folder,
  vault,
  clock,
  log,
  computerName,
  pkcs12,
}: CertificatesOptions): Certificates {
  const named = (name: string) => certificateFile({ folder, name, vault, log });
  const [authorityFile, madeFile, ownFile] = [named('authority'), named('made'), named('own')];
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = turn.then(run);
    turn = result.catch(() => undefined);
    return result;
  };

  /** One whose key cannot be opened is kept all the same: devices trust it, and would have to be told of each other one. */
  const authority = async (): Promise<KeptAuthority> => {
    const kept = await authorityFile.read();
    if (kept === undefined || isToBeRenewed(Date.parse(new X509Certificate(kept.certificate).validTo), clock.wall()))
      return authorityAnew();
    return { certificate: kept.certificate, key: kept.key, domains: kept.names };
  };
  const authorityAnew = async (): Promise<Authority> => {
    const made = await makeAuthority(computerName, clock.wall());
    await authorityFile.write({ certificate: made.certificate, key: made.key, names: made.domains });
    return made;
  };

  const made = async (names: readonly string[]): Promise<ServerCertificate> => {
    const signing = await authority();
    const wanted = signableNames(signing, names);
    const kept = await madeFile.read();
    if (kept?.key !== undefined && kept.names.join() === wanted.join() && isGood(kept, signing, clock.wall()))
      return { certificate: kept.certificate, key: kept.key };
    if (signing.key === undefined)
      throw new ContractError('secret_lost', phrase('findings:reach.door.lockedAuthority'));
    const anew = await makeServerCertificate({ ...signing, key: signing.key }, wanted, clock.wall());
    await madeFile.write({ ...anew, names: wanted });
    return anew;
  };

  const own = async (): Promise<ServerCertificate> => {
    const kept = await ownFile.read();
    if (kept === undefined) throw new ContractError('invalid_input', phrase('errors:refusals.certificate.none'));
    if (kept.key === undefined) throw new ContractError('secret_lost', phrase('findings:reach.door.lockedOwn'));
    return { certificate: kept.certificate, key: kept.key };
  };

  return {
    serverCertificate: (kind, names) =>
      inTurn(async () => {
        const { certificate, key } = kind === 'made' ? await made(names) : await own();
        return {
          certificate: { certificate, key },
          info: certificateInfo(new X509Certificate(certificate), kind === 'made'),
        };
      }),
    importOwn: (given) =>
      inTurn(async () => {
        const imported = await readOwnCertificate(given, clock.wall(), pkcs12);
        await ownFile.write({ ...imported, names: [] });
        return certificateInfo(new X509Certificate(imported.certificate), false);
      }),
    authority: () =>
      inTurn(async () => {
        const { certificate } = await authority();
        const { fingerprint256, validTo } = new X509Certificate(certificate);
        return { certificate, fingerprint: fingerprint256, validTo: Date.parse(validTo) };
      }),
    renewAuthority: () => inTurn(async () => void (await authorityAnew())),
  };
}

function isGood(
  kept: Pick<KeptCertificate, 'certificate'>,
  signing: Pick<Authority, 'certificate'>,
  now: number,
): boolean {
  const certificate = new X509Certificate(kept.certificate);
  const root = new X509Certificate(signing.certificate);
  const isFromThePast = Date.parse(certificate.validFrom) <= now;
  return (
    isFromThePast &&
    certificate.checkIssued(root) &&
    certificate.verify(root.publicKey) &&
    !isToBeRenewed(Date.parse(certificate.validTo), now)
  );
}
