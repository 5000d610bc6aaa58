import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { Bonjour } from 'bonjour-service';
import type { Logger } from 'pino';
import { isVirtual, networkAddresses } from '#main/exposure/network.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Group and port of multicast DNS (RFC 6762). */
const GROUP = '224.0.0.251';
const PORT = 5353;

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
  port = PORT,
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
  const socket = await joinGroup(from, groupPort);
  // Given a bound socket, it neither binds one nor joins on all interfaces; its types don't know these options.
  const options: object = { socket, port: groupPort, bind: false, multicast: false };
  const bonjour = new Bonjour(options, () => undefined);
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

/** A socket for multicast DNS in the network of one of this computer's addresses. */
async function joinGroup(address: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(port);
    await once(socket, 'listening');
    socket.addMembership(GROUP, address);
    socket.setMulticastInterface(address);
    socket.setMulticastTTL(255);
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}
