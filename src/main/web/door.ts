import { isVirtual, joinNetwork, MULTICAST_DNS_PORT, networkAddresses, watchNetwork } from '#main/exposure/network.ts';
import { listenProblem } from '#main/exposure/network-server.ts';
import { SerialQueue } from '#main/clock/clock.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { systemCode } from '#shared/domain/system-code.ts';
import { type Address, startWebHost, type WebHost, type WebHostOptions } from './web-host.ts';
import { isIP } from 'node:net';
import type { Logger } from 'pino';

interface Opened {
  readonly web: WebHost;
  readonly address: Address;
  fingerprint: string;
}

/**
 * Opens the team's door as the owner wishes: the console over HTTPS for this computer's network, on a port of its own.
 * `fixed`: open at this address, whatever the settings. How it goes is reported to the engine; a door that cannot be
 * opened stops nothing else.
 */
export function startDoor({
  fixed,
  ...host
}: Omit<WebHostOptions, 'address' | 'certificate'> & { readonly fixed?: Address | undefined }) {
  const { door } = host.engine;
  const queue = new SerialQueue();
  const advertisement = createAdvertisement(host);
  let opened: Opened | undefined;
  let stopped = false;

  const wanted = (): Address | undefined => {
    if (stopped) return undefined;
    const { on, port } = door.wanted();
    return fixed ?? (on ? { host: '::', port } : undefined);
  };
  const close = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    await advertisement.set(undefined);
    await before?.web.stop();
  };
  const open = async (address: Address): Promise<void> => {
    const { certificate, info } = await door.certificate();
    const start = (to: Address): Promise<WebHost> => startWebHost({ ...host, address: to, certificate });
    const web = await start(address).catch((error: unknown) => {
      // A computer without IPv6.
      if (address.host === '::' && systemCode(error) === 'EAFNOSUPPORT') return start({ ...address, host: '0.0.0.0' });
      throw error;
    });
    opened = { web, address, fingerprint: info.fingerprint };
  };
  const report = (rest: Pick<Parameters<typeof door.report>[0], 'certificate' | 'problem'>): void => {
    door.report({
      isOpen: opened !== undefined,
      isFixed: fixed !== undefined,
      urls: opened === undefined ? [] : urlsOf(opened),
      ...rest,
    });
  };
  const advertise = async (pin: string): Promise<void> => {
    if (opened === undefined) return;
    await advertisement.set({
      port: portOf(opened),
      addresses: announcedAddresses(addressesOf(opened.address.host)),
      text: { id: host.engine.installationId, pin },
    });
  };
  const update = (): Promise<void> =>
    queue.run(async () => {
      const address = wanted();
      try {
        if (address === undefined) {
          await close();
          return report({});
        }
        if (opened?.address.host !== address.host || opened.address.port !== address.port) {
          await close();
          await open(address);
        }
        const { certificate, info, pin } = await door.certificate();
        if (opened !== undefined && opened.fingerprint !== info.fingerprint) {
          opened.web.renew(certificate);
          opened.fingerprint = info.fingerprint;
        }
        report({ certificate: info });
        await advertise(pin);
      } catch (error) {
        host.log.warn({ err: error }, 'the door for colleagues could not be opened');
        report({ problem: listenProblem(error, address?.port ?? 0) });
        throw error;
      }
    });
  const tryUpdate = (): Promise<void> => update().catch(() => undefined);

  const stopListening = door.onWanted(() => void tryUpdate());
  const stopWatching = watchNetwork({ clock: host.clock, onChange: () => void tryUpdate() });
  return {
    /** resolves when the door is as it was wanted at the start; rejects only if it is fixed and cannot be opened */
    ready: fixed === undefined ? tryUpdate() : update(),
    /** for a browser on this machine; undefined: closed */
    url: () => opened?.web.url,
    stop: async (): Promise<void> => {
      stopped = true;
      stopListening();
      stopWatching();
      await queue.run(close);
    },
  };
}

function urlsOf(opened: Opened): { readonly address: string; readonly url: string }[] {
  const port = portOf(opened);
  return addressesOf(opened.address.host).map((address) => ({ address, url: `https://${toUrlHost(address)}:${port}` }));
}

function portOf({ web }: Opened): number {
  return Number(new URL(web.url).port);
}

/** Where a server on this host is reached: `::` and `0.0.0.0` are all addresses of this computer. */
function addressesOf(host: string): readonly string[] {
  return ['::', '0.0.0.0'].includes(host) ? networkAddresses().map(({ address }) => address) : [host];
}

/** What the local network is told: where the door is, and whose it is. */
export interface Advertised {
  readonly port: number;
  /** of this computer, in its networks; the likeliest first */
  readonly addresses: readonly string[];
  /** `pin`: of the host's key */
  readonly text: { readonly id: string; readonly pin: string };
}

/**
 * Announces the door as `_counterbell._tcp` in the network of the likeliest address (DNS-SD, RFC 6763). A convenience:
 * what goes wrong is one line in the log.
 */
export function createAdvertisement({
  log,
  port = MULTICAST_DNS_PORT,
}: {
  readonly log: Pick<Logger, 'info'>;
  readonly port?: number;
}) {
  let current = '';
  let withdraw: (() => Promise<void>) | undefined;
  return {
    /** announces this instead of what was announced before; undefined: withdraws it. Never rejects */
    set: async (wanted: Advertised | undefined): Promise<void> => {
      const next = JSON.stringify(wanted ?? '');
      if (next === current) return;
      current = next;
      await withdraw?.();
      withdraw = undefined;
      if (wanted === undefined) return;
      try {
        withdraw = await announce(wanted, port);
      } catch (error) {
        log.info({ code: systemCode(error) }, 'the door for colleagues is not announced in the network');
      }
    },
  };
}

/** Addresses worth announcing: not those of virtual machines and tunnels, which lead nowhere from the network. */
export function announcedAddresses(
  own: readonly string[],
  all: ReturnType<typeof networkAddresses> = networkAddresses(),
): readonly string[] {
  return own.filter((address) => all.some((each) => each.address === address && !isVirtual(each.interface)));
}

async function announce({ port, addresses, text }: Advertised, groupPort: number) {
  const from = addresses.find((address) => isIP(address) === 4);
  if (from === undefined) return undefined;
  const bonjour = await joinNetwork(from, groupPort);
  const host = `counterbell-${text.id}.local`;
  const service = bonjour.publish({ name: text.id, type: 'counterbell', port, host, txt: { ...text } });
  // It would announce every address of this computer. It first asks whether the name is free, so this is in time.
  const records = service.records.bind(service);
  service.records = () =>
    records().filter(({ type, data }) => !['A', 'AAAA'].includes(type) || addresses.includes(String(data)));
  return async () => {
    await new Promise((resolve) => bonjour.unpublishAll(resolve));
    await new Promise((resolve) => bonjour.destroy(resolve));
  };
}
