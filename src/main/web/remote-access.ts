import { createNetworkWatch, networkAddresses } from '#main/exposure/network.ts';
import { listenProblem } from '#main/exposure/network-server.ts';
import { SerialQueue } from '#main/clock/clock.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { systemCode } from '#shared/domain/system-code.ts';
import { type Address, startWebHost, type WebHost, type WebHostOptions } from './web-host.ts';

interface Opened {
  readonly web: WebHost;
  readonly address: Address;
  fingerprint: string;
}

/**
 * Opens remote access as the owner wishes: the console over HTTPS for this computer's network, on a port of its own.
 * `fixed`: open at this address, whatever the settings. How it goes is reported to the engine; remote access that cannot be
 * opened stops nothing else.
 */
export function startRemoteAccess({
  fixed,
  ...host
}: Omit<WebHostOptions, 'address' | 'certificate'> & { readonly fixed?: Address | undefined }) {
  const { remoteAccess } = host.engine;
  const queue = new SerialQueue();
  let opened: Opened | undefined;
  let stopped = false;

  const wanted = (): Address | undefined => {
    if (stopped) return undefined;
    const { on, port } = remoteAccess.wanted();
    return fixed ?? (on ? { host: '::', port } : undefined);
  };
  const close = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    await before?.web.stop();
  };
  const open = async (address: Address): Promise<void> => {
    const { certificate, info } = await remoteAccess.certificate();
    const start = (to: Address): Promise<WebHost> => startWebHost({ ...host, address: to, certificate });
    const web = await start(address).catch((error: unknown) => {
      // A computer without IPv6.
      if (address.host === '::' && systemCode(error) === 'EAFNOSUPPORT') return start({ ...address, host: '0.0.0.0' });
      throw error;
    });
    opened = { web, address, fingerprint: info.fingerprint };
  };
  const report = (rest: Pick<Parameters<typeof remoteAccess.report>[0], 'certificate' | 'problem'>): void => {
    remoteAccess.report({
      isOpen: opened !== undefined,
      isFixed: fixed !== undefined,
      urls: opened === undefined ? [] : urlsOf(opened),
      ...rest,
    });
  };
  const watch = createNetworkWatch({ clock: host.clock, onChange: () => void tryUpdate() });
  const update = (): Promise<void> =>
    queue.run(async () => {
      const address = wanted();
      watch(address !== undefined);
      try {
        if (address === undefined) {
          await close();
          return report({});
        }
        if (opened?.address.host !== address.host || opened.address.port !== address.port) {
          await close();
          await open(address);
        }
        const { certificate, info } = await remoteAccess.certificate();
        if (opened !== undefined && opened.fingerprint !== info.fingerprint) {
          opened.web.renew(certificate);
          opened.fingerprint = info.fingerprint;
        }
        report({ certificate: info });
      } catch (error) {
        host.log.warn({ err: error }, 'remote access for colleagues could not be opened');
        report({ problem: listenProblem(error, address?.port ?? 0) });
        throw error;
      }
    });
  const tryUpdate = (): Promise<void> => update().catch(() => undefined);

  const stopListening = remoteAccess.onWanted(() => void tryUpdate());
  return {
    /** resolves when remote access is as it was wanted at the start; rejects only if it is fixed and cannot be opened */
    ready: fixed === undefined ? tryUpdate() : update(),
    /** for a browser on this machine; undefined: closed */
    url: () => opened?.web.url,
    stop: async (): Promise<void> => {
      stopped = true;
      stopListening();
      watch(false);
      await queue.run(close);
    },
  };
}

function urlsOf(opened: Opened): { readonly address: string; readonly url: string }[] {
  const { port } = new URL(opened.web.url);
  return addressesOf(opened.address.host).map((address) => ({ address, url: `https://${toUrlHost(address)}:${port}` }));
}

/** Addresses that reach a server on this host: `::` and `0.0.0.0` are all addresses of this computer. */
function addressesOf(host: string): readonly string[] {
  return ['::', '0.0.0.0'].includes(host) ? networkAddresses().map(({ address }) => address) : [host];
}
