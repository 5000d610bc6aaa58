import type { CertificateInfo, ConnectionProblem, ConnectionSettings } from '#shared/contract/connection.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { networkAddresses } from './network.ts';
import type { Certificates } from './certificates.ts';
import type { ExtraServer, ListenerControl, ServerCertificate } from './ports.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

type NetworkSettings = ConnectionSettings['network'];

interface Opened {
  readonly server: ExtraServer;
  settings: NetworkSettings;
  readonly opening: string;
  https: Https | undefined;
}

interface Https {
  readonly certificate: ServerCertificate;
  readonly info: CertificateInfo;
  /** of our own authority, if it signed the certificate */
  readonly root: Awaited<ReturnType<Certificates['authority']>> | undefined;
}

/** Keeps the listener's network server as the settings require. */
export function createNetworkServer(options: {
  readonly listener: ListenerControl;
  readonly certificates: Certificates;
  readonly names: () => readonly string[];
}) {
  const { listener, certificates, names } = options;
  let opened: Opened | undefined;
  let problem: ConnectionProblem | undefined;
  /** the problem is that the key of this certificate, or of its authority, cannot be opened now */
  let locked: NetworkSettings['certificate'] | undefined;

  const close = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    await before?.server.stop();
  };
  const getHttps = async ({ https, certificate: kind }: NetworkSettings): Promise<Https | undefined> => {
    if (!https) return undefined;
    const { certificate, info } = await certificates.serverCertificate(kind, names());
    return { certificate, info, root: info.made ? await certificates.authority() : undefined };
  };
  const open = async (settings: NetworkSettings, trustedProxies: readonly string[], opening: string) => {
    const https = await getHttps(settings);
    const { port } = settings;
    const server = await listener.open({ host: '::', port, trustedProxies, certificate: https?.certificate });
    opened = { server, settings, opening, https };
  };
  /** Without closing anything. */
  const renewCertificate = async (current: Opened): Promise<void> => {
    const https = await getHttps(current.settings);
    if (https === undefined || opened !== current) return;
    if (https.info.fingerprint !== current.https?.info.fingerprint) current.server.renew(https.certificate);
    current.https = https;
  };

  return {
    /** opens, changes or closes it; never rejects: errors are in the status */
    become: async (settings: NetworkSettings | undefined, trustedProxies: readonly string[]) => {
      const opening = JSON.stringify([settings?.port, settings?.https, trustedProxies]);
      const isOpen = opened?.opening === opening;
      if (isOpen && opened?.settings.certificate === settings?.certificate) return;
      problem = locked = undefined;
      try {
        if (opened !== undefined && isOpen && settings !== undefined) {
          opened.settings = settings;
          return await renewCertificate(opened);
        }
        await close();
        if (settings !== undefined) await open(settings, trustedProxies, opening);
      } catch (error) {
        await close();
        problem = listenProblem(error, settings?.port ?? 0);
        if (isLocked(error)) locked = settings?.certificate;
      }
    },
    /** renews the certificate if it expires soon or this computer's addresses changed */
    renew: async (): Promise<void> => {
      // If no other can be made, the one in use stays.
      if (opened !== undefined) await renewCertificate(opened).catch(() => undefined);
    },
    status: () => {
      const scheme = opened?.https === undefined ? 'http' : 'https';
      const port = opened?.server.port;
      /** such as `https://192.168.1.5:8790`; undefined: closed */
      const urlOf = (address: string) => (port === undefined ? undefined : `${scheme}://${toUrlHost(address)}:${port}`);
      const addresses = networkAddresses().map((address) => ({ ...address, url: urlOf(address.address) }));
      return { addresses, certificate: opened?.https?.info, root: opened?.https?.root, problem, locked };
    },
    stop: close,
  };
}

function isLocked(error: unknown): error is ContractError {
  return error instanceof ContractError && error.code === 'secret_lost';
}

/** Explains why a port of this computer could not be opened. */
export function listenProblem(error: unknown, port: number): ConnectionProblem {
  if (isLocked(error)) return { what: error.reason, todo: phrase('findings:reach.port.locked.todo') };
  if (error instanceof ContractError)
    return { what: error.reason, todo: phrase('findings:reach.port.certificate.todo') };
  const code = systemCode(error) ?? '';
  if (code === 'EADDRINUSE') return problemOf('reach.port.taken', { port });
  if (code === 'EACCES') return problemOf('reach.port.forbidden', { port });
  const failed = problemOf('reach.port.failed');
  return code === '' ? failed : { ...failed, what: phrase('findings:reach.port.failedWhy', { code }) };
}
