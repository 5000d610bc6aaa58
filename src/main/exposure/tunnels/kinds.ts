import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import type { TunnelPrograms } from '#shared/contract/connection.ts';
import { TUNNEL_KINDS, type TunnelKind, type TunnelSettings } from '#shared/contract/tunnels.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { SupervisedTunnel, TunnelRunner, TunnelContext } from '../ports.ts';
import type { TunnelStart } from '../tunnel-server.ts';
import { cloudflare } from './cloudflare.ts';
import { ngrok } from './ngrok.ts';
import { ssh } from './ssh.ts';
import { superviseTunnel } from './supervisor.ts';

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
