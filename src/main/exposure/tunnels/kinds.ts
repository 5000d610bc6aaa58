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
  type TunnelSettings,
} from '#shared/contract/tunnels.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { ExtraServer, ListenerControl, SupervisedTunnel, TunnelRunner } from '../ports.ts';
import { cloudflare } from './cloudflare.ts';
import { ngrok } from './ngrok.ts';
import { superviseTunnel } from './supervisor.ts';
import { problemOf } from '#shared/locales/phrase.ts';

const runners: { readonly [Kind in TunnelKind]: TunnelRunner<TunnelSettings[Kind]> } = { cloudflare, ngrok };

/** Addresses from which the agents of tunnels send requests. */
const AGENT: readonly string[] = ['127.0.0.1', '::1'];

/** The programs for tunnels that this computer has. */
export async function findTunnelPrograms(): Promise<TunnelPrograms> {
  const found = TUNNEL_KINDS.map(async (kind) => [kind, await runners[kind].find?.()] as const);
  return omitUndefined(Object.fromEntries(await Promise.all(found)));
}

interface Opened {
  readonly server: ExtraServer;
  readonly supervised: SupervisedTunnel;
  readonly opening: string;
}

/** Keeps the configured tunnel and its server as the settings require. */
export function createTunnelServer(options: {
  readonly listener: ListenerControl;
  /** for files of an agent */
  readonly folder: string;
  readonly clock: Clock;
  readonly onChange: () => void;
}) {
  let opened: Opened | undefined;
  let broken: ConnectionProblem | undefined;

  const close = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    // The server first: open requests are still answered through the tunnel.
    await before?.server.stop();
    await before?.supervised.stop();
  };
  const open = async (tunnel: TunnelSettings, secrets: ConnectionSecrets, opening: string): Promise<void> => {
    const { port = 0 } = tunnelConfig(tunnel);
    const server = await options.listener.open({ host: '127.0.0.1', port, trustedProxies: AGENT });
    const providerOf = <Kind extends TunnelKind>(kind: Kind) =>
      runners[kind].provider(tunnel[kind], secrets, options.folder);
    const supervised = superviseTunnel({
      provider: providerOf(tunnel.kind),
      port: server.port,
      clock: options.clock,
      random: Math.random,
      onChange: () => {
        if (opened?.opening === opening) options.onChange();
      },
    });
    opened = { server, opening, supervised };
  };

  return {
    /** opens, changes or closes both; never rejects: errors are in the status */
    become: async (settings: ConnectionSettings, secrets: ConnectionSecrets): Promise<void> => {
      const { tunnel } = settings;
      const opening = JSON.stringify([tunnel.kind, tunnel[tunnel.kind], secrets]);
      if (settings.way === 'tunnel' && opened?.opening === opening) return;
      broken = undefined;
      await close();
      if (settings.way !== 'tunnel') return;
      await open(tunnel, secrets, opening).catch(() => {
        broken = problemOf('reach.tunnel.port');
      });
    },
    status: (): TunnelStatus =>
      opened?.supervised.status() ?? (broken === undefined ? { state: 'off' } : { state: 'waiting', problem: broken }),
    wake: () => opened?.supervised.wake(),
    retryNow: () => {
      if (opened?.supervised.status().state === 'waiting') opened.supervised.retryNow();
    },
    stop: close,
  };
}
