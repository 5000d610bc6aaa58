import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Bonjour } from 'bonjour-service';

/** Group and port of multicast DNS (RFC 6762). */
const GROUP = '224.0.0.251';
export const MULTICAST_DNS_PORT = 5353;

/** Multicast DNS in the network of one of this computer's IPv4 addresses, and there alone. Rejects with its reason. */
export async function joinNetwork(address: string, port: number): Promise<Bonjour> {
  const socket = await joinGroup(address, port);
  // Given a bound socket, it neither binds one nor joins on all interfaces; its types don't know these options.
  const options: object = { socket, port, bind: false, multicast: false };
  return new Bonjour(options, () => undefined);
}

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
