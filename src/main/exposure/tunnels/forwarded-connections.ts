import { connect, type Socket } from 'node:net';
import type { Client, ClientChannel } from 'ssh2';

/** Connections at a time; what comes beyond is turned away at the server. */
const MOST_AT_ONCE = 1000;

/** Pipes each connection that comes through the server to `port` on this computer's loopback. */
export function carryConnections(client: Client, port: number): void {
  const sockets = new Set<Socket>();
  client.on('tcp connection', (_details, accept, reject) => {
    if (sockets.size >= MOST_AT_ONCE) return reject();
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    let channel: ClientChannel | undefined;
    sockets.add(socket);
    socket.once('connect', () => {
      channel = accept();
      channel.on('error', () => socket.destroy());
      channel.once('close', () => socket.destroy());
      channel.pipe(socket).pipe(channel);
    });
    // Whatever the error, the socket closes after it.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      if (channel === undefined) reject();
      else channel.destroy();
    });
  });
  client.once('close', () => {
    for (const socket of sockets) socket.destroy();
  });
}
