import { once } from 'node:events';
import type { Client, ClientChannel } from 'ssh2';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { TunnelSettings } from '#shared/contract/tunnels.ts';
import { toUrlHost, withoutSlashes } from '#shared/domain/addresses.ts';
import {
  TunnelError,
  type RunningTunnel,
  type TunnelProvider,
  type TunnelRunner,
  type TunnelContext,
  within,
} from '../ports.ts';
import { takeConnections, connectSsh, type SshServer } from './ssh-connection.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';

export type SshTunnelOptions = SshServer &
  Pick<TunnelSettings['ssh'], 'bindAddress' | 'remotePort' | 'publicUrl' | 'hostKey'> &
  Pick<TunnelContext, 'take' | 'pin'>;

/** Milliseconds for a server to forward the last answers: a busy one needs time, a dead one is noticed earlier. */
const FORWARD_TIMEOUT = 6000;
/** Afterwards, for the disconnect. */
const STOP_TIMEOUT = 1000;

/** Milliseconds for an earlier connection of ours to notice that it is dead. */
const STALE_TIMEOUT = 2000;

/** SSH to the owner's server. */
export const ssh: TunnelRunner<TunnelSettings['ssh']> = {
  provider: ({ auth, ...server }, { sshPassword = '', sshKey = '', sshPassphrase }, { take, pin }) =>
    sshTunnel({
      ...server,
      auth:
        auth === 'password'
          ? { kind: auth, password: sshPassword }
          : { kind: auth, key: sshKey, passphrase: sshPassphrase },
      pin,
      take,
    }),
};

/** A port of the owner's server, forwarded to this computer like `ssh -R`. Rejects with TunnelError. */
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
        const allForwarded = takeConnections(client, options.take);
        await listenOnServer(client, options);
        signal.throwIfAborted();
        return runningTunnel(client, closed, allForwarded, options);
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
  allForwarded: () => Promise<unknown>,
  options: SshTunnelOptions,
): RunningTunnel {
  let isOpen = true;
  const ended = closed.then((error) => {
    isOpen = false;
    return connectionLost(options.host, error);
  });
  return {
    publicUrl: options.publicUrl === null ? addressOf(options) : withoutSlashes(options.publicUrl),
    isHealthy: async () => isOpen,
    ended,
    stop: async () => {
      if (!isOpen) return;
      // On a disconnect, a server drops what it has not forwarded yet.
      await within(Promise.race([allForwarded(), closed]), AbortSignal.timeout(FORWARD_TIMEOUT)).catch(() => undefined);
      client.end();
      await within(closed, AbortSignal.timeout(STOP_TIMEOUT)).catch(() => client.destroy());
      await closed;
    },
  };
}

function addressOf({ host, remotePort }: SshTunnelOptions): string {
  return `http://${toUrlHost(host)}${remotePort === 80 ? '' : `:${remotePort}`}`;
}

/** Makes the server listen for us. Rejects with TunnelError: the port is taken there, or forwarding is not allowed. */
async function listenOnServer(client: Client, listening: SshTunnelOptions): Promise<void> {
  const { host, remotePort } = listening;
  if (await isGranted(client, listening, remotePort)) return;
  // Servers do not say why they refuse; if another port is granted, this one is taken.
  if (!(await isGranted(client, listening, 0)))
    throw new TunnelError(problemOf('reach.ssh.forbidden', { host, port: remotePort }), { isFinal: true });
  if (remotePort < 1024) throw new TunnelError(problemOf('reach.ssh.low', { port: remotePort, host }));
  await closeStaleForward(client, listening);
  if (await isGranted(client, listening, remotePort)) return;
  throw new TunnelError(problemOf('reach.ssh.taken', { port: remotePort, host }));
}

function connectionLost(host: string, error: Error | undefined): ConnectionProblem {
  return error?.message === 'Keepalive timeout'
    ? { what: phrase('findings:reach.ssh.keepalive', { host }), todo: phrase('findings:reach.tunnel.lost.todo') }
    : problemOf('reach.ssh.ended', { host });
}

/** A port for 0 is released at once. */
function isGranted(client: Client, { host, bindAddress }: SshTunnelOptions, port: number): Promise<boolean> {
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
 * After a silent network failure, the server may keep the port for a dead connection of ours. One byte sent through it
 * reaches no connection on this side, which shows the server that it is dead.
 */
async function closeStaleForward(client: Client, { bindAddress, remotePort }: SshTunnelOptions): Promise<void> {
  const target = ['', '*', '0.0.0.0', '::'].includes(bindAddress) ? '127.0.0.1' : bindAddress;
  const channel = await new Promise<ClientChannel | undefined>((resolve) => {
    client.forwardOut('127.0.0.1', 0, target, remotePort, (error, opened) =>
      resolve(error === undefined ? opened : undefined),
    );
  });
  if (channel === undefined) return;
  channel.on('error', () => undefined).resume();
  const gone = once(channel, 'close', { signal: AbortSignal.timeout(STALE_TIMEOUT) });
  channel.write('\n');
  await gone.catch(() => undefined);
  channel.destroy();
}
