import { once } from 'node:events';
import { isIP } from 'node:net';
import { Duplex } from 'node:stream';
import type { Client, ClientChannel, TcpConnectionDetails } from 'ssh2';
import type { CarriedConnection } from '../ports.ts';

/** Of a server that does not say who called: nobody's address, which no list of trusted proxies has. */
const NOT_SAID = '0.0.0.0';

/**
 * Hands over each connection that comes through the server, with the address from which it came there.
 * Gives what resolves once the server has passed on all that was answered on those that we closed.
 */
export function takeConnections(client: Client, take: (connection: CarriedConnection) => void): () => Promise<unknown> {
  const open = new Set<ForwardedConnection>();
  const channels = new Set<ClientChannel>();
  let ordinal = 0;
  client.on('tcp connection', (details, accept) => {
    const channel = accept();
    channels.add(channel);
    channel.once('close', () => channels.delete(channel));
    const connection = new ForwardedConnection(channel, details, (ordinal += 1));
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    take(connection);
  });
  client.once('close', () => {
    for (const connection of open) connection.destroy();
  });
  return () => Promise.all(Array.from(channels, (channel) => once(channel, 'close')));
}

/** A forwarded channel that an HTTP server takes for a socket: it has a sender, falls silent and can be cut off. */
class ForwardedConnection extends Duplex implements CarriedConnection {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress = 'ssh';
  /** tells connections apart where the server gives all of them the same sender */
  readonly localPort: number;
  bytesRead = 0;
  readonly #channel: ClientChannel;
  #silence: NodeJS.Timeout | undefined;

  constructor(
    channel: ClientChannel,
    { srcIP, srcPort }: Pick<TcpConnectionDetails, 'srcIP' | 'srcPort'>,
    ordinal: number,
  ) {
    super({ allowHalfOpen: true });
    this.remoteAddress = isIP(srcIP) === 0 ? NOT_SAID : srcIP;
    this.remotePort = srcPort;
    this.localPort = ordinal;
    this.#channel = channel;
    channel.on('data', (piece: Buffer) => {
      this.bytesRead += piece.length;
      this.#silence?.refresh();
      if (!this.push(piece)) channel.pause();
    });
    channel.once('end', () => this.push(null));
    // Whatever the error, the channel closes after it.
    channel.on('error', () => undefined);
    channel.once('close', () => this.destroy());
    // What its reader does not wait for must not end the program.
    this.on('error', () => undefined);
  }

  /** As of a socket: `timeout` is said after so many milliseconds without a byte in either direction; 0: never. */
  setTimeout(milliseconds: number): this {
    clearTimeout(this.#silence);
    this.#silence =
      milliseconds === 0 || this.destroyed ? undefined : setTimeout(() => this.emit('timeout'), milliseconds).unref();
    return this;
  }

  /** As of a socket: ends it once all that was written is gone. */
  destroySoon(): void {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.#channel.resume();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#silence?.refresh();
    this.#channel.write(piece, (error) => {
      this.#silence?.refresh();
      done(error);
    });
  }

  override _final(done: () => void): void {
    this.#channel.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#silence);
    this.#channel.destroy();
    done(error);
  }
}
