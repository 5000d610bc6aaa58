import { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Vault } from '#main/settings/ports.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { makeAuthority, makeServerCertificate, signableNames, type Authority } from './authority.ts';
import { certificateInfo, isToBeRenewed, readOwnCertificate, type Pkcs12Reading } from './own-certificate.ts';
import type { Certificates, ServerCertificate } from './ports.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { asidePath, textOf, writeWhole } from '#main/settings/aside-path.ts';

interface CertificatesOptions {
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
export function createCertificates(options: CertificatesOptions): Certificates {
  const { clock, computerName, pkcs12 } = options;
  const named = (name: string) => certificateFile(options, name);
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

const file = z.object({
  certificate: z.string(),
  /** sealed by the vault */
  key: z.string(),
  /** what it was made for; of an authority: what it may sign */
  names: z.array(z.string()).default([]),
});

interface KeptCertificate {
  /** PEM */
  readonly certificate: string;
  readonly names: readonly string[];
  /** PEM; undefined: the vault cannot open it now, as where the keyring is locked */
  readonly key: string | undefined;
}

/** A certificate and its key in one file, the key sealed. */
function certificateFile({ folder, vault, log }: Pick<CertificatesOptions, 'folder' | 'vault' | 'log'>, name: string) {
  const path = join(folder, `${name}.json`);
  return {
    /** undefined where there is none; a damaged file is put aside. Rejects where it cannot be read: it may be again, so nothing may take its place. */
    read: async (): Promise<KeptCertificate | undefined> => {
      const text = textOf(path);
      if (text === undefined) return undefined;
      const found = parsed(text);
      if (found === undefined) {
        const aside = asidePath(path);
        log.warn({ aside }, 'a certificate was damaged, and put aside');
        renameSync(path, aside);
        return undefined;
      }
      const { certificate, key, names } = found;
      try {
        return { certificate, names, key: (await vault.open(key)).plain };
      } catch (error) {
        log.warn({ err: error, file: name }, 'the key of a certificate could not be opened');
        return { certificate, names, key: undefined };
      }
    },
    write: async ({ certificate, key, names }: KeptCertificate & { readonly key: string }): Promise<void> =>
      writeWhole(path, JSON.stringify({ certificate, key: await vault.seal(key), names }, null, 2)),
  };
}

/** undefined: it is damaged. */
function parsed(text: string): z.infer<typeof file> | undefined {
  try {
    const found = file.parse(JSON.parse(text));
    const { raw } = new X509Certificate(found.certificate);
    return raw.length === 0 ? undefined : found;
  } catch {
    return undefined;
  }
}
