import { homedir } from 'node:os';
import type { Clock } from '#main/clock/clock.ts';
import type { RunningTunnel, TunnelProvider } from '../ports.ts';
import { TunnelError } from '../ports.ts';
import type { KeptTunnel, TunnelStart } from '../tunnel-door.ts';
import { cloudflareTunnel } from './cloudflare.ts';
import { NOT_THERE } from './cloudflared-words.ts';
import { findCloudflared, type FoundCloudflared } from './find-cloudflared.ts';
import { hasNgrok, ngrokTunnel } from './ngrok.ts';
import { sshTunnel } from './ssh.ts';
import { keepTunnel } from './supervisor.ts';

export interface TunnelTools {
  readonly start: (start: TunnelStart) => KeptTunnel;
  /** what is found on this computer */
  readonly find: () => Promise<{ readonly cloudflared: FoundCloudflared | null; readonly ngrok: boolean }>;
}

/** The tunnels that there are, each kept up until it is stopped. `folder`: for what their agents need on disk. */
export function createTunnelTools({
  folder,
  clock,
  env,
}: {
  readonly folder: string;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
}): TunnelTools {
  const find = (): Promise<FoundCloudflared | undefined> =>
    findCloudflared({ platform: process.platform, env, home: homedir() });
  const cloudflare = async (
    { settings, secrets }: TunnelStart,
    port: number,
    signal: AbortSignal,
  ): Promise<RunningTunnel> => {
    const found = await find();
    if (found === undefined) throw new TunnelError(NOT_THERE, { isFinal: true });
    const { mode, publicUrl } = settings.cloudflare;
    const tunnel =
      mode === 'quick'
        ? { kind: 'quick' as const }
        : { kind: 'named' as const, token: secrets.cloudflareToken ?? '', publicUrl };
    return cloudflareTunnel({ program: found.path, tunnel, folder, env }).start(port, signal);
  };
  const providerOf = (start: TunnelStart): TunnelProvider => {
    const { kind, settings, secrets } = start;
    if (kind === 'cloudflare') return { start: (port, signal) => cloudflare(start, port, signal) };
    if (kind === 'ngrok') return ngrokTunnel({ token: secrets.ngrokToken ?? '', domain: settings.ngrok.domain });
    const { auth: chosen, behindProxy: _behindProxy, ...server } = settings.ssh;
    const auth =
      chosen === 'password'
        ? { kind: chosen, password: secrets.sshPassword ?? '' }
        : { kind: chosen, key: secrets.sshKey ?? '', passphrase: secrets.sshPassphrase };
    return sshTunnel({ ...server, auth, pin: start.onHostKey, take: start.take });
  };
  return {
    start: (start) =>
      keepTunnel({
        provider: providerOf(start),
        port: start.port,
        clock,
        random: Math.random,
        onChange: start.onChange,
      }),
    find: async () => ({ cloudflared: (await find()) ?? null, ngrok: await hasNgrok() }),
  };
}
