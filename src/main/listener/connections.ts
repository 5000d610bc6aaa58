import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { subscriberOf } from '#main/intake/subscriber.ts';

export interface ConnectionRules {
  /** open at once: the next one takes the place of that which has waited longest without a request, where there is one */
  readonly most: number;
  /** open at once from this client; undefined: as many as the server takes */
  readonly mostFrom: (address: string) => number | undefined;
  /** milliseconds until what is still under way is cut off when the server stops */
  readonly stopping: number;
}

export interface Connections {
  /** to be called when the server begins to close: closes what waits for nothing, and later cuts off what takes too long */
  readonly end: () => void;
}

/** Keeps to what one client may have open, and sees that no connection holds up the stop. */
export function watchConnections(server: Server | HttpsServer, { most, mostFrom, stopping }: ConnectionRules): Connections {
  const open = new Map<string, Socket>();
  const handshaking = new Set<string>();
  /** no request of theirs is under way; who waits longest is first */
  const waiting = new Set<Socket>();
  const counts = countByKey();
  const isSecure = 'setSecureContext' in server;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const client = subscriberOf(remoteAddress);
    if (counts.of(client) >= (mostFrom(remoteAddress) ?? Infinity) || (open.size >= most && !makeRoom())) {
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    counts.add(client, 1);
    open.set(name, socket);
    waiting.add(socket);
    if (isSecure) handshaking.add(name);
    socket.once('close', () => {
      counts.add(client, -1);
      const last = open.get(name);
      if (last !== undefined) waiting.delete(last);
      waiting.delete(socket);
      open.delete(name);
      handshaking.delete(name);
    });
  });
  // From here on this socket has what was asked in plain text.
  server.on('secureConnection', (socket: Socket) => {
    const name = nameOf(socket);
    if (!handshaking.delete(name)) return;
    const encrypted = open.get(name);
    if (encrypted !== undefined) waiting.delete(encrypted);
    open.set(name, socket);
    waiting.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });

  const makeRoom = (): boolean => {
    const [longest] = waiting;
    if (longest === undefined) return false;
    waiting.delete(longest);
    longest.destroy();
    return true;
  };

  return {
    end: () => {
      // A connection that stays open after its last answer would hold up the stop.
      server.keepAliveTimeout = 1;
      server.keepAliveTimeoutBuffer = 0;
      // One on which nothing was ever asked (browsers open some ahead) counts as busy for Node.
      for (const [name, socket] of open) if (socket.bytesRead === 0 || handshaking.has(name)) socket.destroy();
      // Node looks for late requests no longer once a server closes.
      const late = setTimeout(() => {
        for (const socket of open.values()) socket.destroy();
      }, stopping);
      server.once('close', () => clearTimeout(late));
    },
  };
}

/** The same for the encrypted connection and the one beneath it. */
function nameOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}

function countByKey() {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    add: (key: string, amount: number): void => {
      const count = of(key) + amount;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
