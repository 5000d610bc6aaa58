import { writeFile, access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import path, { join } from 'node:path';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { TunnelSettings } from '#shared/contract/tunnels.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { TunnelError, type RunningTunnel, type TunnelProvider, type TunnelRunner, within } from '../ports.ts';
import { startAgent, type Agent } from './agent-process.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';
import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { promisify } from 'node:util';

export interface CloudflareTunnelOptions {
  /** the owner's cloudflared: see findCloudflared */
  readonly program: string;
  /** a quick tunnel has a new address each time; a named one is set up by the owner at Cloudflare */
  readonly tunnel:
    | { readonly kind: 'quick' }
    | { readonly kind: 'named'; readonly token: string; readonly publicUrl: string | null };
  /** a folder for the app's own files */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds until cloudflared must be connected. */
const START_LIMIT = 45_000;
const HEALTH_LIMIT = 2000;

/** Without a file of ours cloudflared uses the owner's own, with the rules of other tunnels in it. */
const CONFIG =
  '# Written by Counterbell, so that other tunnels of this computer stay out of this one.\nno-autoupdate: true\n';
/** A shell's messages about a program that it cannot start. */
const NOT_STARTED = [126, 127];

/** Cloudflare, using the owner's cloudflared. */
export const cloudflare: TunnelRunner<TunnelSettings['cloudflare']> = {
  provider: ({ mode, publicUrl }, { cloudflareToken: token = '' }, folder) => ({
    start: async (toPort, signal) => {
      const found = await findInstalled();
      if (found === undefined) throw new TunnelError(NOT_INSTALLED, { isFinal: true });
      const tunnel = mode === 'named' ? { kind: mode, token, publicUrl } : { kind: mode };
      return cloudflareTunnel({ program: found.path, tunnel, folder, env: process.env }).start(toPort, signal);
    },
  }),
  find: async () => (await findInstalled()) ?? null,
};

const findInstalled = () => findCloudflared({ platform: process.platform, env: process.env, home: homedir() });

/** Runs a tunnel with the owner's cloudflared, as a separate process. Rejects with TunnelError. */
export function cloudflareTunnel(options: CloudflareTunnelOptions): TunnelProvider {
  return {
    start: async (port, signal) => {
      const { tunnel } = options;
      if (tunnel.kind === 'named' && tunnel.token === '') {
        const todo = phrase('findings:reach.cloudflare.noToken.todo');
        throw new TunnelError({ what: phrase('findings:reach.tunnel.noToken'), todo }, { isFinal: true });
      }
      if (tunnel.kind === 'named' && tunnel.publicUrl === null)
        throw new TunnelError(problemOf('reach.cloudflare.noAddress'), { isFinal: true });
      const configFile = join(options.folder, 'cloudflared.yml');
      await writeFile(configFile, CONFIG);
      const output = readCloudflared(tunnel.kind === 'named' ? [tunnel.token] : []);
      const agent = startAgent({
        program: options.program,
        args: argumentsFor(tunnel, configFile, port),
        env: environmentFor(options),
        onLine: output.read,
      });
      try {
        const publicUrl = await waitUntilConnected(agent, output, tunnel, signal);
        return runningTunnel(agent, output, publicUrl);
      } catch (error) {
        await agent.stop();
        throw error;
      }
    },
  };
}

function argumentsFor(tunnel: CloudflareTunnelOptions['tunnel'], configFile: string, port: number): readonly string[] {
  const quiet = ['--no-autoupdate', '--metrics', '127.0.0.1:0', '--grace-period', '2s'];
  const common = ['tunnel', '--config', configFile, ...quiet];
  return tunnel.kind === 'quick' ? [...common, '--url', `http://127.0.0.1:${port}`] : [...common, 'run'];
}

/** The token is passed where other users cannot read it; variables that would change the tunnel are removed. */
function environmentFor({ tunnel, env }: CloudflareTunnelOptions): NodeJS.ProcessEnv {
  const allowed = Object.entries(env).filter(([name]) => !/^(TUNNEL_|NO_AUTOUPDATE)/i.test(name));
  return { ...Object.fromEntries(allowed), ...(tunnel.kind === 'named' && { TUNNEL_TOKEN: tunnel.token }) };
}

/** Resolves with the public address once a connection to Cloudflare is registered. */
async function waitUntilConnected(
  agent: Agent,
  output: CloudflaredOutput,
  tunnel: CloudflareTunnelOptions['tunnel'],
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]);
  const over = agent.ended.then(({ error, code }): never => {
    if (error !== undefined || NOT_STARTED.includes(code ?? 0))
      throw new TunnelError(NOT_INSTALLED, { isFinal: true, cause: error });
    throw failureOf(output) ?? new TunnelError(endedProblem(code, output.lastError()));
  });
  const until = (fits: () => boolean): Promise<void> =>
    within(Promise.race([over, output.until(fits)]), limit).catch((error: unknown) => {
      if (!limit.aborted || signal.aborted) throw error;
      throw failureOf(output) ?? new TunnelError(timeoutProblem(output.lastError()));
    });
  await until(() => output.isRegistered() || failureOf(output)?.isFinal === true);
  const failure = failureOf(output);
  if (!output.isRegistered() && failure !== undefined) throw failure;
  if (tunnel.kind === 'named') return withoutSlashes(tunnel.publicUrl ?? '');
  await until(() => output.url() !== undefined);
  return output.url() ?? '';
}

function runningTunnel(agent: Agent, output: CloudflaredOutput, publicUrl: string): RunningTunnel {
  let hasEnded = false;
  const ended = agent.ended.then(({ code }) => {
    hasEnded = true;
    return endedProblem(code, output.lastError());
  });
  return {
    publicUrl,
    ended,
    isHealthy: async () => {
      if (hasEnded) return false;
      const metrics = output.metrics();
      if (metrics === undefined) return output.isRegistered();
      const answer = await fetch(`http://${metrics}/ready`, {
        signal: AbortSignal.timeout(HEALTH_LIMIT),
        redirect: 'error',
      });
      await answer.body?.cancel();
      return answer.status === 200;
    },
    stop: agent.stop,
  };
}

/** Milliseconds until Cloudflare creates another quick tunnel after too many requests. */
const RATE_LIMIT_DELAY = 5 * 60_000;

interface Refusal {
  readonly pattern: RegExp;
  readonly problem: ConnectionProblem;
  /** retrying is useless after this many repetitions */
  readonly finalAfter?: number;
  readonly retryAfter?: number;
}

/** The most specific first: one cause appears in several lines. */
const REFUSALS: readonly Refusal[] = [
  {
    pattern: /tunnel token is not valid/i,
    problem: problemOf('reach.cloudflare.token'),
    finalAfter: 1,
  },
  {
    // Sometimes reported by a tunnel that works a moment later.
    pattern: /Unauthorized|Tunnel not found|Account doesn't have tunnel/i,
    problem: problemOf('reach.cloudflare.unknown'),
    finalAfter: 4,
  },
  {
    pattern: /flag provided but not defined|Incorrect Usage|No help topic/i,
    problem: problemOf('reach.cloudflare.old'),
    finalAfter: 1,
  },
  {
    pattern: /429|Too Many Requests|error code: 1015/i,
    problem: problemOf('reach.cloudflare.often'),
    retryAfter: RATE_LIMIT_DELAY,
  },
  {
    pattern: /no such host|network is unreachable|server misbehaving|temporary failure in name resolution/i,
    problem: { what: phrase('findings:reach.cloudflare.notReached'), todo: phrase('findings:reach.internet.todo') },
  },
  {
    pattern: /failed to (request|unmarshal|read) quick/i,
    problem: problemOf('reach.cloudflare.noQuick'),
  },
  {
    pattern:
      /Unable to establish connection with Cloudflare edge|failed to dial|handshake.*(timeout|timed out)|DialContext error|no recent network activity/i,
    problem: problemOf('reach.cloudflare.notThrough'),
  },
];

/** The meaning of its errors; undefined if none is known. */
function failureOf(output: CloudflaredOutput): TunnelError | undefined {
  const errors = output.errors();
  const refusal = REFUSALS.find(({ pattern }) => errors.some((line) => pattern.test(line)));
  if (refusal === undefined) return undefined;
  const times = errors.filter((line) => refusal.pattern.test(line)).length;
  return new TunnelError(refusal.problem, {
    isFinal: times >= (refusal.finalAfter ?? Infinity),
    retryAfter: refusal.retryAfter,
    cause: output.lastError(),
  });
}

const NOT_INSTALLED = problemOf('reach.cloudflare.missing');

function endedProblem(exitCode: number | null, lastError: string | undefined): ConnectionProblem {
  const { what: plain, todo } = problemOf('reach.cloudflare.ended');
  const code = exitCode ?? 0;
  if (lastError === undefined)
    return { what: code === 0 ? plain : phrase('findings:reach.cloudflare.endedCode', { code }), todo };
  const reason = lastError.slice(0, 200);
  if (code === 0) return { what: phrase('findings:reach.cloudflare.endedSaying', { reason }), todo };
  return { what: phrase('findings:reach.cloudflare.endedCodeSaying', { code, reason }), todo };
}

function timeoutProblem(lastError: string | undefined): ConnectionProblem {
  const problem = problemOf('reach.cloudflare.slow');
  if (lastError === undefined) return problem;
  return { ...problem, what: phrase('findings:reach.cloudflare.slowSaying', { reason: lastError.slice(0, 200) }) };
}

/** Output of a cloudflared process so far. */
type CloudflaredOutput = ReturnType<typeof readCloudflared>;

const MAX_ERRORS = 20;

/** `2024-06-18T14:02:11Z INF …`: time and level. */
const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)\s+(DBG|INF|WRN|ERR|FTL|PNC)\s+(.*)$/;
const QUICK_URL = /https:\/\/[a-z0-9-]+\.trycloudflare\.com/i;

/** Parses cloudflared's output, whose format has not changed since 2022. `secrets` are removed from what is kept. */
function readCloudflared(secrets: readonly string[]) {
  let url: string | undefined;
  let metrics: string | undefined;
  const connections = new Set<string>();
  const errors: string[] = [];
  const lines = new EventEmitter();

  const take = (line: string): void => {
    const [, level, text = line] = LINE.exec(line) ?? [];
    // The address of the service that creates quick tunnels is not a tunnel.
    const found = QUICK_URL.exec(text)?.[0].toLowerCase();
    if (found !== undefined && found !== 'https://api.trycloudflare.com') url ??= found;
    metrics = /Starting metrics server on ((?:127\.0\.0\.1|\[::1\]|localhost):\d+)/i.exec(text)?.[1] ?? metrics;
    const connection = /\bconnIndex=(\d+)/.exec(text)?.[1] ?? '0';
    if (/^Registered tunnel connection|^Connection \S+ registered/i.test(text)) connections.add(connection);
    else if (
      /^(Unregistered tunnel connection|Lost connection with the edge|Connection terminated|Serve tunnel error|Retrying connection)/i.test(
        text,
      )
    )
      connections.delete(connection);
    // Lines before its log begins, and about wrong commands, have no level.
    if (level === 'ERR' || level === 'FTL' || level === 'PNC' || (level === undefined && line.trim() !== ''))
      errors.push(text.trim());
    if (errors.length > MAX_ERRORS) errors.shift();
  };

  return {
    read: (line: string) => {
      take(secrets.filter((secret) => secret !== '').reduce((text, secret) => text.replaceAll(secret, '***'), line));
      lines.emit('line');
    },
    /** of a quick tunnel */
    url: () => url,
    /** `host:port` at which it reports its state */
    metrics: () => metrics,
    /** at least one connection to Cloudflare is up */
    isRegistered: () => connections.size > 0,
    /** the latest error lines without secrets, the newest last */
    errors: () => errors,
    lastError: () => errors.at(-1),
    /** resolves once the output makes it true */
    until: async (fits: () => boolean) => {
      while (!fits()) await once(lines, 'line');
    },
  };
}

export interface FoundCloudflared {
  readonly path: string;
  /** such as 2026.10.0 */
  readonly version: string;
}

interface SearchEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const VERSION_LIMIT = 5000;

/** The owner's cloudflared: on the path (often short for a desktop app), else in its installers' locations. */
export async function findCloudflared(environment: SearchEnvironment): Promise<FoundCloudflared | undefined> {
  for (const candidate of candidates(environment)) {
    const version = await versionOf(candidate);
    if (version !== undefined) return { path: candidate, version };
  }
  return undefined;
}

function candidates({ platform, env, home }: SearchEnvironment): readonly string[] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const name = platform === 'win32' ? 'cloudflared.exe' : 'cloudflared';
  const onPath = (env['PATH'] ?? env['Path'] ?? '').split(platform === 'win32' ? ';' : ':');
  const below = (variable: string, ...folder: string[]): string => paths.join(env[variable] ?? '', ...folder);
  const installFolders = {
    win32: [
      below('ProgramFiles', 'cloudflared'),
      below('ProgramFiles(x86)', 'cloudflared'),
      below('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
      below('ProgramData', 'chocolatey', 'bin'),
      paths.join(home, 'scoop', 'shims'),
    ],
    darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', paths.join(home, '.cloudflared', 'bin')],
    other: [
      '/usr/local/bin',
      '/usr/bin',
      '/snap/bin',
      '/home/linuxbrew/.linuxbrew/bin',
      paths.join(home, '.local', 'bin'),
      paths.join(home, 'bin'),
    ],
  };
  const folders = [...onPath, ...installFolders[platform === 'win32' || platform === 'darwin' ? platform : 'other']];
  // A relative folder would be resolved against this process's working directory.
  const absolute = folders.filter((folder) => paths.isAbsolute(folder));
  return [...new Set(absolute.map((folder) => paths.join(folder, name)))];
}

/** `cloudflared version 2024.6.1 (built 2024-06-18-1402 UTC)`; undefined for anything else. */
async function versionOf(program: string): Promise<string | undefined> {
  try {
    await access(program, constants.X_OK);
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      timeout: VERSION_LIMIT,
      windowsHide: true,
      maxBuffer: 64 * 1024,
    });
    return /cloudflared version (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
