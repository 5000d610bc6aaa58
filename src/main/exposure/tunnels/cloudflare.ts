import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionProblem, ConnectionSettings } from '#shared/contract/connection.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { LOOPBACK, TunnelError, type RunningTunnel, type TunnelProvider, type TunnelType } from '../ports.ts';
import { agentEnvironment, startAgent, type Agent } from './agent-process.ts';
import { readCloudflared, type CloudflaredSays } from './cloudflared-output.ts';
import { endedWords, failureOf, NO_ADDRESS, NO_TOKEN, NOT_THERE, tookTooLong } from './cloudflared-words.ts';
import { findCloudflared } from './find-cloudflared.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface CloudflareTunnelOptions {
  /** the owner's cloudflared: see findCloudflared */
  readonly program: string;
  /** a quick tunnel has an address of its own each time; a named one has what the owner set up at Cloudflare */
  readonly tunnel:
    | { readonly kind: 'quick' }
    | { readonly kind: 'named'; readonly token: string; readonly publicUrl: string | null };
  /** a folder of the app's own */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds until cloudflared must carry. */
const START_LIMIT = 45_000;
const HEALTH_LIMIT = 2000;

/** Without a file of ours cloudflared takes the owner's own, with the rules of other tunnels in it. */
const CONFIG =
  '# Written by Counterbell, so that other tunnels of this computer stay out of this one.\nno-autoupdate: true\n';
/** What a shell says of a program that it cannot start. */
const NOT_STARTED = [126, 127];

/** Cloudflare, by the owner's cloudflared. A named tunnel is told there where to come, so its door has a port of its own. */
export function cloudflareType({ mode, port, publicUrl }: ConnectionSettings['tunnel']['cloudflare']): TunnelType {
  const isNamed = mode === 'named';
  return {
    door: { port: isNamed ? port : 0, trustedProxies: LOOPBACK },
    expectedUrl: isNamed ? (publicUrl ?? undefined) : undefined,
    secrets: isNamed ? ['cloudflareToken'] : [],
    needs: ({ cloudflareToken }) =>
      isNamed
        ? [
            [publicUrl !== null, 'tunnel.cloudflare.publicUrl', phrase('errors:refusals.way.cloudflareUrl')],
            [cloudflareToken !== undefined, 'secrets.cloudflareToken', phrase('errors:refusals.way.cloudflareToken')],
          ]
        : [],
    provider: ({ cloudflareToken: token = '' }, { folder, env }) => ({
      start: async (toPort, signal) => {
        const found = await findCloudflared({ platform: process.platform, env, home: homedir() });
        if (found === undefined) throw new TunnelError(NOT_THERE, { isFinal: true });
        const tunnel = isNamed ? ({ kind: 'named', token, publicUrl } as const) : ({ kind: 'quick' } as const);
        return cloudflareTunnel({ program: found.path, tunnel, folder, env }).start(toPort, signal);
      },
    }),
  };
}

/** A tunnel by the owner's cloudflared, as a process of its own. Rejects with TunnelError. */
export function cloudflareTunnel(options: CloudflareTunnelOptions): TunnelProvider {
  return {
    start: async (port, signal) => {
      const { tunnel } = options;
      if (tunnel.kind === 'named' && tunnel.token === '') throw new TunnelError(NO_TOKEN, { isFinal: true });
      if (tunnel.kind === 'named' && tunnel.publicUrl === null) throw new TunnelError(NO_ADDRESS, { isFinal: true });
      const configFile = join(options.folder, 'cloudflared.yml');
      await writeFile(configFile, CONFIG);
      const said = readCloudflared(tunnel.kind === 'named' ? [tunnel.token] : []);
      const agent = startAgent({
        program: options.program,
        args: argumentsFor(tunnel, configFile, port),
        env: environmentFor(options),
        onLine: said.read,
      });
      try {
        const publicUrl = await carrying(agent, said, tunnel, signal);
        return runningTunnel(agent, said, publicUrl);
      } catch (error) {
        await agent.stop();
        throw error;
      }
    },
  };
}

function argumentsFor(tunnel: CloudflareTunnelOptions['tunnel'], configFile: string, port: number): readonly string[] {
  const common = [
    'tunnel',
    '--config',
    configFile,
    '--no-autoupdate',
    '--metrics',
    '127.0.0.1:0',
    '--grace-period',
    '2s',
  ];
  return tunnel.kind === 'quick' ? [...common, '--url', `http://127.0.0.1:${port}`] : [...common, 'run'];
}

/** The token goes where other users of the computer cannot read it; variables that would change the tunnel stay out. */
function environmentFor({ tunnel, env }: CloudflareTunnelOptions): Readonly<Record<string, string>> {
  return agentEnvironment(
    env,
    /^(TUNNEL_|NO_AUTOUPDATE)/i,
    tunnel.kind === 'named' ? { TUNNEL_TOKEN: tunnel.token } : {},
  );
}

/** Resolves with the public address once a connection to Cloudflare is registered. */
async function carrying(
  agent: Agent,
  said: CloudflaredSays,
  tunnel: CloudflareTunnelOptions['tunnel'],
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const onLimit = (): void =>
    reject(signal.aborted ? signal.reason : (failureOf(said) ?? new TunnelError(tookTooLong(said.lastError()))));
  limit.addEventListener('abort', onLimit, { once: true });
  if (limit.aborted) onLimit();
  void agent.ended.then(({ error, code }) => {
    const isMissing = error !== undefined || NOT_STARTED.includes(code ?? 0);
    reject(
      isMissing
        ? new TunnelError(NOT_THERE, { isFinal: true, cause: error })
        : (failureOf(said) ?? new TunnelError(endedWords(code, said.lastError()))),
    );
  });
  try {
    await Promise.race([over, said.until(() => said.isRegistered() || failureOf(said)?.isFinal === true)]);
    const failure = failureOf(said);
    if (!said.isRegistered() && failure !== undefined) throw failure;
    if (tunnel.kind === 'named') return withoutSlashes(tunnel.publicUrl ?? '');
    await Promise.race([over, said.until(() => said.url() !== undefined)]);
    return said.url() ?? '';
  } finally {
    limit.removeEventListener('abort', onLimit);
  }
}

function runningTunnel(agent: Agent, said: CloudflaredSays, publicUrl: string): RunningTunnel {
  let isStopping = false;
  let hasEnded = false;
  const ended = agent.ended.then(({ code }): ConnectionProblem | Promise<never> => {
    hasEnded = true;
    return isStopping ? new Promise<never>(() => undefined) : endedWords(code, said.lastError());
  });
  return {
    publicUrl,
    ended,
    isHealthy: async () => {
      if (hasEnded) return false;
      const metrics = said.metrics();
      if (metrics === undefined) return said.isRegistered();
      const answer = await fetch(`http://${metrics}/ready`, {
        signal: AbortSignal.timeout(HEALTH_LIMIT),
        redirect: 'error',
      });
      await answer.body?.cancel();
      return answer.status === 200;
    },
    stop: async () => {
      isStopping = true;
      await agent.stop();
    },
  };
}
