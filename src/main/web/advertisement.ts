import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { joinNetwork, MULTICAST_DNS_PORT, isVirtual, networkAddresses } from '#main/exposure/network.ts';
import { systemCode } from '#shared/domain/system-code.ts';

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
}): {
  /** announces this instead of what was announced before; undefined: withdraws it. Never rejects */
  readonly set: (wanted: Advertised | undefined) => Promise<void>;
} {
  let current = '';
  let withdraw: (() => Promise<void>) | undefined;
  return {
    set: async (wanted) => {
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

async function announce(
  { port, addresses, text }: Advertised,
  groupPort: number,
): Promise<(() => Promise<void>) | undefined> {
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
