import { once } from 'node:events';
import type { Client, ClientChannel } from 'ssh2';
import { TunnelError } from '../ports.ts';
import { connectionLost, forwardingForbidden, portTaken } from './ssh-words.ts';

interface Listening {
  readonly host: string;
  readonly bindAddress: string;
  readonly remotePort: number;
}

/** Milliseconds that an earlier connection of ours has to notice that it is gone. */
const POKE_LIMIT = 2000;

/** Has the server listen for us. Rejects with TunnelError: the port is taken there, or forwarding is not allowed. */
export async function listenThere(client: Client, listening: Listening): Promise<void> {
  if (await isGranted(client, listening, listening.remotePort)) return;
  // Servers do not say why they refuse; one that grants another port has this one taken.
  if (!(await isGranted(client, listening, 0)))
    throw new TunnelError(forwardingForbidden(listening), { isFinal: true });
  if (listening.remotePort >= 1024) {
    await pokeFormer(client, listening);
    if (await isGranted(client, listening, listening.remotePort)) return;
  }
  throw new TunnelError(portTaken(listening));
}

/** A port of 0 is given back at once. */
function isGranted(client: Client, { host, bindAddress }: Listening, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const lost = (error: Error): void => reject(new TunnelError(connectionLost(host, error), { cause: error }));
    try {
      client.forwardIn(bindAddress, port, (error, granted) => {
        if (error?.message === 'No response from server') return lost(error);
        if (error === undefined && port === 0) client.unforwardIn(bindAddress, granted, () => undefined);
        resolve(error === undefined);
      });
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/**
 * After a network that broke silently, the server may keep the port for a connection of ours that is long gone. One byte
 * sent through it meets no connection on this side, and the server learns that.
 */
async function pokeFormer(client: Client, { bindAddress, remotePort }: Listening): Promise<void> {
  const target = ['', '*', '0.0.0.0', '::'].includes(bindAddress) ? '127.0.0.1' : bindAddress;
  const channel = await new Promise<ClientChannel | undefined>((resolve) => {
    client.forwardOut('127.0.0.1', 0, target, remotePort, (error, opened) =>
      resolve(error === undefined ? opened : undefined),
    );
  });
  if (channel === undefined) return;
  channel.on('error', () => undefined).resume();
  const gone = once(channel, 'close', { signal: AbortSignal.timeout(POKE_LIMIT) });
  channel.write('\n');
  await gone.catch(() => undefined);
  channel.destroy();
}
