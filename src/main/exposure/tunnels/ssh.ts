import type { Client } from 'ssh2';
import type { Door, RunningTunnel, TunnelProvider } from '../ports.ts';
import { takeConnections } from './forwarded-connections.ts';
import { connectSsh, type SshServer } from './ssh-connection.ts';
import { listenThere } from './ssh-listening.ts';
import { connectionLost } from './ssh-words.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';

export interface SshTunnelOptions extends SshServer {
  /** where the server listens for us */
  readonly bindAddress: string;
  readonly remotePort: number;
  /** what customers call; null: http://<host>:<remotePort> */
  readonly publicUrl: string | null;
  /** SHA256:…, as it was pinned; null: whatever the server shows first is taken */
  readonly hostKey: string | null;
  /** keeps the key of a server that was met for the first time */
  readonly pin: (hostKey: string) => void;
  /** gets each connection that comes through the server */
  readonly take: Door['take'];
}

/** Milliseconds that a server has to pass on the last answers: one that is busy takes its time, one that is gone is noticed before. */
const PASSING_ON = 6000;
/** Then, to say goodbye. */
const FAREWELL = 1000;

/** A port of the owner's own server, forwarded to this computer as `ssh -R` does. Rejects with TunnelError. */
export function sshTunnel(options: SshTunnelOptions): TunnelProvider {
  let pinned = options.hostKey;
  return {
    start: async (_port, signal) => {
      const { client, hostKey, closed } = await connectSsh(options, pinned, signal);
      const abandon = (): void => void client.destroy();
      signal.addEventListener('abort', abandon, { once: true });
      try {
        if (pinned === null) options.pin(hostKey);
        pinned = hostKey;
        const passedOn = takeConnections(client, options.take);
        await listenThere(client, options);
        signal.throwIfAborted();
        return runningTunnel(client, closed, passedOn, options);
      } catch (error) {
        client.destroy();
        throw error;
      } finally {
        signal.removeEventListener('abort', abandon);
      }
    },
  };
}

function runningTunnel(
  client: Client,
  closed: Promise<Error | undefined>,
  passedOn: () => Promise<unknown>,
  options: SshTunnelOptions,
): RunningTunnel {
  let isOpen = true;
  let isStopping = false;
  const ended = closed.then((error) => {
    isOpen = false;
    // A promise that never settles: who stopped it knows that it ended.
    return isStopping ? new Promise<never>(() => undefined) : connectionLost(options.host, error);
  });
  return {
    publicUrl: options.publicUrl === null ? addressOf(options) : withoutSlashes(options.publicUrl),
    isHealthy: () => Promise.resolve(isOpen),
    ended,
    stop: async () => {
      isStopping = true;
      if (!isOpen) return;
      // A server that is told goodbye drops what it has not passed on yet.
      await withinPatience(Promise.race([passedOn(), closed]));
      client.end();
      const late = setTimeout(() => client.destroy(), FAREWELL);
      await closed;
      clearTimeout(late);
    },
  };
}

async function withinPatience(awaited: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, PASSING_ON);
  await Promise.race([awaited.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}

function addressOf({ host, remotePort }: SshTunnelOptions): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}${remotePort === 80 ? '' : `:${remotePort}`}`;
}
