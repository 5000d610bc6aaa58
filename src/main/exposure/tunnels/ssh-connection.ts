import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import type { Client, ClientChannel, TcpConnectionDetails } from 'ssh2';
import { TunnelError, type AcceptedConnection } from '../ports.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { TunnelSettings } from '#shared/contract/tunnels.ts';
import { Duplex } from 'node:stream';
import { systemCode } from '#shared/domain/system-code.ts';

export interface SshServer extends Pick<TunnelSettings['ssh'], 'host' | 'port' | 'user'> {
  readonly auth:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'key'; readonly key: string; readonly passphrase?: string | undefined };
}

/** Milliseconds until an unresponsive server counts as unavailable. */
const CONNECT_LIMIT = 6000;
const SIGN_IN_LIMIT = 15_000;
/** A connection without a response for three of these is dead: the status is correct within five seconds. */
const KEEP_ALIVE = { keepaliveInterval: 1500, keepaliveCountMax: 2 };

/** Connects and signs in. Rejects with TunnelError; refuses a server with another key before sending any secret. */
export async function connectSsh(server: SshServer, pinned: string | null, signal: AbortSignal) {
  // Loaded on demand: most installations have no tunnel, or another kind.
  const ssh2 = await import('ssh2');
  const socket = await connectSocket(server, signal);
  const client = new ssh2.Client();
  let broken: Error | undefined;
  client.on('error', (error) => (broken ??= error));
  /** resolves when the connection has ended, with its error */
  const closed = new Promise<Error | undefined>((resolve) => client.once('close', () => resolve(broken)));
  /** fingerprint of the server's key, in OpenSSH's format */
  let hostKey = '';
  try {
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
      finish(prompts.map(() => (server.auth.kind === 'password' ? server.auth.password : '')));
    });
    client.connect({
      sock: socket,
      username: server.user,
      ...(server.auth.kind === 'password'
        ? { password: server.auth.password, tryKeyboard: true }
        : { privateKey: server.auth.key, passphrase: server.auth.passphrase }),
      readyTimeout: SIGN_IN_LIMIT,
      ...KEEP_ALIVE,
      hostVerifier: (key: Buffer) => {
        hostKey = fingerprint(key);
        return pinned === null || pinned === hostKey;
      },
    });
    const ended = closed.then((error) => Promise.reject(error ?? new Error('The connection was closed')));
    await Promise.race([once(client, 'ready', { signal }), ended]);
    return { client, hostKey, closed };
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    if (pinned !== null && hostKey !== '' && hostKey !== pinned)
      throw new TunnelError(problemOf('reach.ssh.changed', { host: server.host }), {
        isFinal: true,
        changedPin: { pinned, came: hostKey },
        cause: error,
      });
    throw signInError(error, server);
  }
}

/** In the format of `ssh-keygen -l`. */
function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

async function connectSocket({ host, port }: SshServer, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT)]);
  try {
    await once(socket, 'connect', { signal: limit });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw new TunnelError(connectProblem(limit.aborted ? 'ETIMEDOUT' : (systemCode(error) ?? ''), host, port), {
      cause: error,
    });
  }
}

/** Why the server was not reached, by the system's error code. */
function connectProblem(code: string, host: string, port: number): ConnectionProblem {
  const todo = phrase('findings:reach.internet.todo');
  const problems: Readonly<Record<string, ConnectionProblem>> = {
    ENOTFOUND: problemOf('reach.ssh.noServer', { host }),
    EAI_AGAIN: { what: phrase('findings:reach.ssh.lookUp', { host }), todo },
    ECONNREFUSED: problemOf('reach.ssh.port', { host, port }),
    ETIMEDOUT: problemOf('reach.ssh.silent', { host, port }),
    EHOSTUNREACH: { what: phrase('findings:reach.ssh.noWay', { host }), todo },
    ENETUNREACH: { what: phrase('findings:reach.offline.text'), todo },
  };
  const other = problemOf('reach.ssh.notReached', { host, port });
  const why = code === '' ? other.what : phrase('findings:reach.ssh.notReachedWhy', { host, port, code });
  return problems[code] ?? { ...other, what: why };
}

function signInError(error: unknown, { host, port, user, auth }: SshServer): TunnelError {
  const message = error instanceof Error ? error.message : '';
  const final = (problem: ConnectionProblem) => new TunnelError(problem, { isFinal: true, cause: error });
  if (message.startsWith('Cannot parse privateKey') || message.includes('(valid) private key'))
    return final(unreadableKey(message));
  if (error instanceof Error && 'level' in error && error.level === 'client-authentication')
    return final(
      auth.kind === 'password'
        ? problemOf('reach.ssh.password', { host, user })
        : problemOf('reach.ssh.key', { host, user }),
    );
  if (/no matching/i.test(message)) return final(problemOf('reach.ssh.old', { host }));
  return new TunnelError(problemOf('reach.ssh.brokeOff', { host, port }), { cause: error });
}

function unreadableKey(message: string): ConnectionProblem {
  if (/no passphrase given/i.test(message)) return problemOf('reach.ssh.protected');
  return /bad passphrase|integrity check failed|bad decrypt/i.test(message)
    ? problemOf('reach.ssh.passphrase')
    : problemOf('reach.ssh.unreadable');
}

/** For a server that does not report the client: a reserved address, which is in no list of trusted proxies. */
const UNKNOWN_CLIENT = '0.0.0.0';

/**
 * Passes on each connection from the server with its client's address there. Returns what resolves once the server has
 * forwarded all answers on those that we closed.
 */
export function takeConnections(
  client: Client,
  take: (connection: AcceptedConnection) => void,
): () => Promise<unknown> {
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

/** A forwarded channel that an HTTP server treats as a socket: it has a sender, can time out and be destroyed. */
class ForwardedConnection extends Duplex implements AcceptedConnection {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress = 'ssh';
  /** distinguishes connections if the server reports the same sender for all */
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
    this.remoteAddress = isIP(srcIP) === 0 ? UNKNOWN_CLIENT : srcIP;
    this.remotePort = srcPort;
    this.localPort = ordinal;
    this.#channel = channel;
    channel.on('data', (piece: Buffer) => {
      this.bytesRead += piece.length;
      this.#silence?.refresh();
      if (!this.push(piece)) channel.pause();
    });
    channel.once('end', () => this.push(null));
    // After any error, the channel closes.
    channel.on('error', () => undefined);
    channel.once('close', () => this.destroy());
    // An error nobody awaits must not end the program.
    this.on('error', () => undefined);
  }

  /** As of a socket: emits `timeout` after this many milliseconds without a byte in either direction; 0: never. */
  setTimeout(milliseconds: number): this {
    clearTimeout(this.#silence);
    this.#silence =
      milliseconds === 0 || this.destroyed ? undefined : setTimeout(() => this.emit('timeout'), milliseconds).unref();
    return this;
  }

  /** As of a socket: ends it once everything was written. */
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
