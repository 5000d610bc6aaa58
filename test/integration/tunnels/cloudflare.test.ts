import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { TunnelError } from '#main/exposure/ports.ts';
import { cloudflareTunnel, type CloudflareTunnelOptions, findCloudflared } from '#main/exposure/tunnels/cloudflare.ts';
import { makeStandIn, type StandIn, type StandInRun, type StandInScript } from '../../fixtures/cloudflared.ts';
import { isUp, isWaiting, watchTunnel, type WatchedTunnel } from '../../fixtures/tunnel-status.ts';
import { phrase } from '#shared/locales/phrase.ts';

const TOKEN = 'eyJhIjoiYWNjb3VudCIsInQiOiJ0dW5uZWwiLCJzIjoic2VjcmV0In0=';
const NAMED: CloudflareTunnelOptions['tunnel'] = { kind: 'named', token: TOKEN, publicUrl: 'https://chat.example/' };
const QUICK: CloudflareTunnelOptions['tunnel'] = { kind: 'quick' };

const clearing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clear of clearing.splice(0).toReversed()) await clear();
});

async function standIn(script: StandInScript = {}): Promise<StandIn> {
  const made = await makeStandIn(script);
  clearing.push(made.remove);
  return made;
}

function options({ program, folder }: StandIn, tunnel: CloudflareTunnelOptions['tunnel']): CloudflareTunnelOptions {
  return { program, folder, tunnel, env: { ...process.env, TUNNEL_HOSTNAME: 'other.example', TUNNEL_TOKEN: 'other' } };
}

function keep(agent: StandIn, tunnel: CloudflareTunnelOptions['tunnel']): WatchedTunnel {
  const supervised = watchTunnel(cloudflareTunnel(options(agent, tunnel)), 8791);
  clearing.push(supervised.stop);
  return supervised;
}

async function latest(agent: StandIn): Promise<StandInRun> {
  const run = (await agent.runs()).at(-1);
  if (run === undefined) throw new Error('it was not started');
  return run;
}

const isAlive = (pid: number): boolean => {
  // A process that nobody has waited for yet is a zombie, not alive.
  try {
    process.kill(pid, 0);
    return existsSync(`/proc/${pid}/exe`) || process.platform !== 'linux';
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('with a stand-in for cloudflared', () => {
  test('a quick tunnel has the address from the output', async () => {
    const agent = await standIn();
    const tunnel = keep(agent, QUICK);
    expect(await tunnel.until(isUp)).toEqual({ state: 'up', url: 'https://spare-lamp-brass-door.trycloudflare.com' });
    const { args, tunnelVariables, config } = await latest(agent);
    expect(args).toEqual([
      'tunnel',
      '--config',
      `${agent.folder}/cloudflared.yml`,
      '--no-autoupdate',
      '--metrics',
      '127.0.0.1:0',
      '--grace-period',
      '2s',
      '--url',
      'http://127.0.0.1:8791',
    ]);
    expect(tunnelVariables).toEqual([]);
    expect(config).not.toContain('ingress');
  });

  test('a named tunnel gets its token only by its environment, and has the address of the settings', async () => {
    const agent = await standIn();
    const tunnel = keep(agent, NAMED);
    expect(await tunnel.until(isUp)).toEqual({ state: 'up', url: 'https://chat.example' });
    const { args, token, tunnelVariables } = await latest(agent);
    expect(args.at(-1)).toBe('run');
    expect(args.join(' ')).not.toContain(TOKEN);
    expect({ token, tunnelVariables }).toEqual({ token: TOKEN, tunnelVariables: ['TUNNEL_TOKEN'] });
  });

  test(
    "a killed process is reported at once and restarted, and a quick tunnel's new address is reported",
    { tags: ['thorough'] },
    async () => {
      const agent = await standIn({
        quickUrls: ['https://one-two.trycloudflare.com', 'https://three-four.trycloudflare.com'],
      });
      const tunnel = keep(agent, QUICK);
      await tunnel.until(isUp);
      process.kill((await latest(agent)).pid, 'SIGKILL');
      const broken = await tunnel.until(isWaiting, 5000);
      expect(broken.problem?.what).toEqual(phrase('findings:reach.cloudflare.ended.text'));
      expect(await tunnel.until(isUp, 10_000)).toEqual({ state: 'up', url: 'https://three-four.trycloudflare.com' });
    },
  );

  test('a lost connection is reported within five seconds, without a restart when it is back', async () => {
    const agent = await standIn();
    const tunnel = keep(agent, QUICK);
    const up = await tunnel.until(isUp);
    const { control, pid } = await latest(agent);
    await fetch(`${control}/lose`, { method: 'POST' });
    const lost = await tunnel.until(isWaiting, 5000);
    expect(lost).toMatchObject({ url: up.url, problem: { what: phrase('findings:reach.tunnel.lost.text') } });
    await fetch(`${control}/regain`, { method: 'POST' });
    expect(await tunnel.until(isUp, 5000)).toEqual(up);
    expect((await agent.runs()).map((run) => run.pid)).toEqual([pid]);
  });

  test.each([
    ['and what it started ends with it', { wraps: true }],
    ['also where it does not want to', { wraps: true, stubborn: true }],
  ])('stop ends the process, %s', async (_name, script) => {
    const agent = await standIn(script);
    const tunnel = keep(agent, QUICK);
    await tunnel.until(isUp);
    const { pid, child = 0 } = await latest(agent);
    expect([pid, child].map(isAlive)).toEqual([true, true]);
    await tunnel.stop();
    expect(isAlive(pid)).toBe(false);
    // It was told to end with the other, which takes the system a moment.
    await expect.poll(() => isAlive(child), { timeout: 5000 }).toBe(false);
    expect(tunnel.status()).toEqual({ state: 'off' });
  });

  test('a stop during the start ends it too', async () => {
    const agent = await standIn({ fails: { lines: ['2026-11-21T08:00:00Z INF Starting tunnel tunnelID=1'] } });
    const tunnel = keep(agent, NAMED);
    // A process starts when the computer gets to it.
    await expect.poll(async () => (await agent.runs()).length, { timeout: 30_000 }).toBe(1);
    await tunnel.stop();
    expect(isAlive((await latest(agent)).pid)).toBe(false);
  });

  test('it does not outlive a killed app', { tags: ['thorough'] }, async () => {
    const agent = await standIn({ wraps: true });
    const module = fileURLToPath(new URL('../../../src/main/exposure/tunnels/agent-process.ts', import.meta.url));
    const start = `import { startAgent } from '${module}'; startAgent({ program: '${agent.program}', args: ['--url', 'http://127.0.0.1:1'], env: process.env, onLine: (line) => console.log(line) });`;
    const app = spawn(process.execPath, ['--input-type=module', '-e', start], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(app.stdout);
    await new Promise<void>((resolve) => {
      lines.on('line', (line) => line.includes('Registered') && resolve());
    });
    const { pid, child = 0 } = await latest(agent);
    expect([pid, child].map(isAlive)).toEqual([true, true]);
    app.kill('SIGKILL');
    await expect.poll(() => [pid, child].map(isAlive), { timeout: 5000 }).toEqual([false, false]);
  });

  const refusal = async (script: StandInScript, tunnel: CloudflareTunnelOptions['tunnel']): Promise<TunnelError> => {
    const agent = await standIn(script);
    const error: unknown = await cloudflareTunnel(options(agent, tunnel))
      .start(8791, new AbortController().signal)
      .catch((cause: unknown) => cause);
    if (!(error instanceof TunnelError)) throw new Error('it was not refused');
    expect(JSON.stringify([error.problem, String(error.cause)])).not.toContain(TOKEN);
    return error;
  };
  const ERR = '2026-11-21T08:00:00Z ERR';

  test.each<readonly [string, StandInScript, CloudflareTunnelOptions['tunnel'], Partial<TunnelError>]>([
    [
      'a token that is none',
      {
        fails: {
          lines: [`Provided Tunnel token is not valid: ${TOKEN}`, "See 'cloudflared tunnel run --help'."],
          code: 255,
        },
      },
      NAMED,
      { isFinal: true, message: 'Cloudflare doesn’t accept this key' },
    ],
    [
      'a token that was replaced',
      {
        fails: {
          lines: Array.from(
            { length: 4 },
            () =>
              `${ERR} Register tunnel error from server side error="Unauthorized: Invalid tunnel secret" connIndex=0 event=0 ip=198.41.192.77`,
          ),
        },
      },
      NAMED,
      { isFinal: true, message: 'Cloudflare doesn’t know this tunnel, or its key was replaced' },
    ],
    [
      'no network',
      {
        fails: {
          lines: [
            'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: lookup api.trycloudflare.com on 127.0.0.11:53: no such host',
          ],
          code: 1,
        },
      },
      QUICK,
      { isFinal: false, message: 'cloudflared can’t reach Cloudflare' },
    ],
    [
      'too many quick tunnels',
      {
        fails: {
          lines: [
            `${ERR} Error unmarshaling QuickTunnel response: error code: 1015 error="invalid character 'e' looking for beginning of value" status_code="429 Too Many Requests"`,
            'failed to unmarshal quick Tunnel: invalid character',
          ],
          code: 1,
        },
      },
      QUICK,
      {
        isFinal: false,
        message: 'Cloudflare won’t open more quick tunnels for this connection right now',
        retryAfter: 300_000,
      },
    ],
    [
      'an old cloudflared',
      { fails: { lines: ['Incorrect Usage: flag provided but not defined: -grace-period'], code: 1 } },
      QUICK,
      { isFinal: true, message: 'This version of cloudflared is too old' },
    ],
    [
      'an end without a word',
      { fails: { lines: [], code: 3 } },
      QUICK,
      { isFinal: false, message: 'cloudflared stopped with code 3' },
    ],
    ['no token', {}, { ...NAMED, token: '' }, { isFinal: true, message: 'The tunnel has no key' }],
    [
      'no address',
      {},
      { ...NAMED, publicUrl: null },
      { isFinal: true, message: 'Counterbell doesn’t know the tunnel’s address' },
    ],
  ])('%s is reported as text', async (_name, script, tunnel, expected) => {
    const error = await refusal(script, tunnel);
    expect(error).toMatchObject(expected);
    expect(error.problem.todo).not.toBe('');
  });

  test('a missing program is not tried again', async () => {
    const tunnel = keep({ ...(await standIn()), program: '/nowhere/cloudflared' }, QUICK);
    const refused = await tunnel.until(isWaiting);
    expect(refused.problem?.todo).toEqual(phrase('findings:reach.cloudflare.missing.todo'));
    expect(refused.retryAt).toBeUndefined();
  });

  test('it is found on the path, with its version', async () => {
    const agent = await standIn();
    const places = { platform: process.platform, home: '/nowhere', env: { PATH: `relative:/nowhere:${agent.folder}` } };
    expect(await findCloudflared(places)).toEqual({ path: agent.program, version: '2026.10.1' });
  });
});
