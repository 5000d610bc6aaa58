import { homedir } from 'node:os';
import type { ConnectionSettings } from '#shared/contract/connection.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { KeptTunnel, TunnelSurroundings, TunnelType } from '../ports.ts';
import type { TunnelStart } from '../tunnel-door.ts';
import { cloudflareType, findCloudflared, type FoundCloudflared } from './cloudflare.ts';
import { hasNgrok, ngrokType } from './ngrok.ts';
import { sshType } from './ssh.ts';
import { keepTunnel } from './supervisor.ts';

/** What is known of the tunnel that is set. */
export function tunnelType({ kind, ssh, cloudflare, ngrok }: ConnectionSettings['tunnel']): TunnelType {
  switch (kind) {
    case 'ssh':
      return sshType(ssh);
    case 'cloudflare':
      return cloudflareType(cloudflare);
    case 'ngrok':
      return ngrokType(ngrok);
  }
}

export interface TunnelTools {
  readonly start: (start: TunnelStart) => KeptTunnel;
  /** what is found on this computer */
  readonly find: () => Promise<{ readonly cloudflared: FoundCloudflared | null; readonly ngrok: boolean }>;
}

/** The tunnels that there are, each kept up until it is stopped. */
export function createTunnelTools({
  clock,
  ...around
}: Pick<TunnelSurroundings, 'folder' | 'env'> & { readonly clock: Clock }): TunnelTools {
  return {
    start: ({ settings, secrets, take, onHostKey, port, onChange }) => {
      const provider = tunnelType(settings).provider(secrets, { ...around, take, onHostKey });
      return keepTunnel({ provider, port, clock, random: Math.random, onChange });
    },
    find: async () => ({
      cloudflared: (await findCloudflared({ platform: process.platform, env: around.env, home: homedir() })) ?? null,
      ngrok: await hasNgrok(),
    }),
  };
}
