import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Client } from 'ssh2';
import { TunnelError } from '../ports.ts';
import { changedHostKey, connectWords, signInWords, unreadableKey } from './ssh-words.ts';

/** A server and how to sign in there. */
export interface SshServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly auth:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'key'; readonly key: string; readonly passphrase?: string | undefined };
}

export interface SshConnection {
  readonly client: Client;
  /** the fingerprint of the key that the server showed, as OpenSSH writes it */
  readonly hostKey: string;
  /** resolves when the connection is gone, with what broke it */
  readonly closed: Promise<Error | undefined>;
}

/** Milliseconds until a server that does not answer counts as not there. */
const CONNECT_LIMIT = 6000;
const SIGN_IN_LIMIT = 15_000;
/** A connection on which nothing comes back for three of these is gone: the status is true within five seconds. */
const KEEP_ALIVE = { keepaliveInterval: 1500, keepaliveCountMax: 2 };

/** Connects and signs in. Rejects with TunnelError; a server with another key than the pinned one is refused before anything secret is sent. */
export async function connectSsh(
  server: SshServer,
  pinned: string | null,
  signal: AbortSignal,
): Promise<SshConnection> {
  // Loaded when it is first wanted: most have no tunnel, or another.
  const ssh2 = await import('ssh2');
  const socket = await reach(server, signal);
  const client = new ssh2.Client();
  const closed = watchClose(client);
  let hostKey = '';
  try {
    const ready = signedIn(client, signal);
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
    await ready;
    return { client, hostKey, closed };
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    if (pinned !== null && hostKey !== '' && hostKey !== pinned)
      throw new TunnelError(changedHostKey(server.host), { isFinal: true, hostKey, cause: error });
    throw signInError(error, server);
  }
}

/** As `ssh-keygen -l` shows it. */
function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

async function reach({ host, port }: SshServer, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT)]);
  try {
    await once(socket, 'connect', { signal: limit });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw new TunnelError(connectWords(limit.aborted ? 'ETIMEDOUT' : codeOf(error), host, port), { cause: error });
  }
}

function signedIn(client: Client, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abandon = (): void => void client.destroy();
  signal.addEventListener('abort', abandon, { once: true });
  client.once('ready', resolve);
  client.once('error', reject);
  client.once('close', () => reject(new Error('The connection was closed')));
  // The caller may leave before it waits for this.
  promise.catch(() => undefined);
  return promise.finally(() => signal.removeEventListener('abort', abandon));
}

function watchClose(client: Client): Promise<Error | undefined> {
  let broken: Error | undefined;
  client.on('error', (error) => (broken ??= error));
  return new Promise((resolve) => {
    client.once('close', () => resolve(broken));
  });
}

function signInError(error: unknown, server: SshServer): TunnelError {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Cannot parse privateKey') || message.includes('(valid) private key'))
    return new TunnelError(unreadableKey(message), { isFinal: true, cause: error });
  const isRefused = error instanceof Error && 'level' in error && error.level === 'client-authentication';
  const cannotAgree = /no matching/i.test(message);
  return new TunnelError(signInWords(isRefused ? 'refused' : cannotAgree ? 'too-old' : 'lost', server), {
    isFinal: isRefused || cannotAgree,
    cause: error,
  });
}

function codeOf(error: unknown): string {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const codes = causes.map((cause) =>
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '',
  );
  return codes.find((code) => code !== '') ?? '';
}
