import { omitUndefined } from '#shared/protocol/fields.ts';
import type {
  ConnectionProblem,
  ConnectionSettings,
  TunnelPrograms,
  TunnelStatus,
} from '#shared/contract/connection.ts';
import {
  type ConnectionSecrets,
  TUNNEL_KINDS,
  tunnelConfig,
  type TunnelKind,
  tunnelPin,
  type TunnelSettings,
  withPin,
} from '#shared/contract/tunnels.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { ExtraServer, ListenerControl, SupervisedTunnel, TunnelContext, TunnelRunner } from '../ports.ts';
import { cloudflare } from './cloudflare.ts';
import { ngrok } from './ngrok.ts';
import { ssh } from './ssh.ts';
import { superviseTunnel } from './supervisor.ts';
import { problemOf } from '#shared/locales/phrase.ts';

const runners: { readonly [Kind in TunnelKind]: TunnelRunner<TunnelSettings[Kind]> } = { ssh, cloudflare, ngrok };

/** The configured tunnel, kept up until it is stopped. */
export function startTunnel(
  { settings, secrets, port, onChange, ...start }: TunnelStart,
  { clock, ...context }: Omit<TunnelContext, 'take'> & { readonly clock: Clock },
): SupervisedTunnel {
  const providerOf = <Kind extends TunnelKind>(kind: Kind) =>
    runners[kind].provider(settings[kind], secrets, { ...context, ...start });
  return superviseTunnel({ provider: providerOf(settings.kind), port, clock, random: Math.random, onChange });
}

/** The programs for tunnels that this computer has. */
export async function findTunnelPrograms(env: NodeJS.ProcessEnv): Promise<TunnelPrograms> {
  const found = TUNNEL_KINDS.map(async (kind) => [kind, await runners[kind].find?.(env)] as const);
  return omitUndefined(Object.fromEntries(await Promise.all(found)));
}

interface TunnelStart extends Pick<TunnelContext, 'take'> {
  readonly settings: TunnelSettings;
  readonly secrets: ConnectionSecrets;
  /** of the tunnel's server, on loopback */
  readonly port: number;
  readonly onChange: () => void;
}

interface Opened {
  readonly server: ExtraServer;
  readonly kept: SupervisedTunnel;
  readonly opening: string;
}

/** Keeps the configured tunnel and its server as the settings require. */
export function createTunnelServer(options: {
  readonly listener: ListenerControl;
  readonly startTunnel: (start: TunnelStart) => SupervisedTunnel;
  readonly onChange: () => void;
}) {
  let opened: Opened | undefined;
  let broken: ConnectionProblem | undefined;

  const close = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    // The server first: open requests are still answered through the tunnel.
    await before?.server.stop();
    await before?.kept.stop();
  };
  const open = async (settings: ConnectionSettings, secrets: ConnectionSecrets, opening: string): Promise<void> => {
    const { tunnel } = settings;
    const server = await options.listener.open({
      through: 'tunnel',
      host: '127.0.0.1',
      ...tunnelConfig(tunnel).localServer,
    });
    const onChange = (): void => {
      if (opened?.opening === opening) options.onChange();
    };
    const { port, take } = server;
    const kept = options.startTunnel({ settings: tunnel, secrets, port, take, onChange });
    opened = { server, opening, kept };
  };

  return {
    /** opens, changes or closes both; never rejects: errors are in the status */
    become: async (settings: ConnectionSettings, secrets: ConnectionSecrets): Promise<void> => {
      const { tunnel } = settings;
      // Pinning a key while the tunnel runs is no reason to restart it.
      const set = withPin(tunnel, { ...tunnelPin(tunnel), value: null })[tunnel.kind];
      const opening = JSON.stringify([tunnel.kind, set, secrets]);
      if (settings.way === 'tunnel' && opened?.opening === opening) return;
      broken = undefined;
      await close();
      if (settings.way !== 'tunnel') return;
      await open(settings, secrets, opening).catch(() => {
        broken = problemOf('reach.tunnel.door');
      });
    },
    status: (): TunnelStatus =>
      opened?.kept.status() ?? (broken === undefined ? { state: 'off' } : { state: 'waiting', problem: broken }),
    wake: () => opened?.kept.wake(),
    retryNow: () => {
      if (opened?.kept.status().state === 'waiting') opened.kept.retryNow();
    },
    stop: close,
  };
}
