import { describe, expect, test } from 'vitest';
import { TunnelError } from '../ports.ts';
import { hasNgrok, ngrokTunnel, type NgrokAgent } from './ngrok.ts';
import { phrase } from '#shared/locales/phrase.ts';

// Uses a stand-in for ngrok's agent, which behaves like the real one and never contacts ngrok.

const TOKEN = '2abcDEF_secret';
const never = new AbortController().signal;

type Config = Parameters<NgrokAgent['forward']>[0];

function standIn() {
  const asked: Config[] = [];
  const { promise: joined, resolve: end, reject: fail } = Promise.withResolvers<void>();
  let closed = 0;
  const agent: NgrokAgent = {
    forward: (config) => {
      asked.push(config);
      return Promise.resolve({
        url: () => 'https://lamp-shop.ngrok-free.app',
        join: () => joined,
        close: () => Promise.resolve(void (closed += 1)),
      });
    },
  };
  return { agent, asked, end, fail, closed: () => closed, load: () => Promise.resolve(agent) };
}

async function refusal(message: string, errorCode?: string): Promise<TunnelError> {
  const load = (): Promise<NgrokAgent> =>
    Promise.resolve({
      forward: () => Promise.reject(Object.assign(new Error(message), errorCode !== undefined && { errorCode })),
    });
  const error: unknown = await ngrokTunnel({ token: TOKEN, domain: '', load })
    .start(8791, never)
    .catch((cause: unknown) => cause);
  if (!(error instanceof TunnelError)) throw new Error('it was not refused');
  expect(JSON.stringify(error) + String(error.stack)).not.toContain(TOKEN);
  expect(error.problem.todo).not.toBe('');
  return error;
}

describe('a tunnel by ngrok', () => {
  test('is requested with the token and the domain, and has the address that ngrok assigns', async () => {
    const { load, asked } = standIn();
    const tunnel = await ngrokTunnel({ token: TOKEN, domain: 'lamp-shop.ngrok-free.app', load }).start(8791, never);
    expect(tunnel.publicUrl).toBe('https://lamp-shop.ngrok-free.app');
    expect(asked).toEqual([
      {
        addr: '127.0.0.1:8791',
        authtoken: TOKEN,
        domain: 'lamp-shop.ngrok-free.app',
        force_new_session: true,
        onStatusChange: expect.any(Function),
      },
    ]);
  });

  test('leaves the domain to the account if none is set', async () => {
    const { load, asked } = standIn();
    await ngrokTunnel({ token: TOKEN, domain: '', load }).start(8791, never);
    expect(asked[0]).not.toHaveProperty('domain');
  });

  test('is healthy as long as ngrok reports that it is connected', async () => {
    const { load, asked } = standIn();
    const tunnel = await ngrokTunnel({ token: TOKEN, domain: '', load }).start(8791, never);
    expect(await tunnel.isHealthy()).toBe(true);
    asked[0]?.onStatusChange('closed');
    expect(await tunnel.isHealthy()).toBe(false);
    asked[0]?.onStatusChange('connected');
    expect(await tunnel.isHealthy()).toBe(true);
  });

  test('reports why it ended', async () => {
    const { load, fail } = standIn();
    const tunnel = await ngrokTunnel({ token: TOKEN, domain: '', load }).start(8791, never);
    fail(new Error('session closed: ERR_NGROK_107'));
    expect(await tunnel.ended).toMatchObject({ what: phrase('findings:reach.ngrok.token.text') });
    expect(await tunnel.isHealthy()).toBe(false);
  });

  test('is closed when stopped', async () => {
    const { load, closed } = standIn();
    const tunnel = await ngrokTunnel({ token: TOKEN, domain: '', load }).start(8791, never);
    await tunnel.stop();
    expect(closed()).toBe(1);
  });

  test('is closed if it comes up after being cancelled', async () => {
    const { agent, closed } = standIn();
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
    const calledOff = new AbortController();
    const load = (): Promise<NgrokAgent> =>
      Promise.resolve({ forward: async (config) => (await late, agent.forward(config)) });
    const started = ngrokTunnel({ token: TOKEN, domain: '', load }).start(8791, calledOff.signal);
    calledOff.abort();
    await expect(started).rejects.toThrow('aborted');
    arrive();
    await expect.poll(closed).toBe(1);
  });

  test.each([
    ['ERR_NGROK_107', true, phrase('findings:reach.ngrok.token.text')],
    ['ERR_NGROK_105', true, phrase('findings:reach.ngrok.token.text')],
    ['ERR_NGROK_4018', true, phrase('findings:reach.ngrok.wantsAccount.text')],
    ['ERR_NGROK_320', true, phrase('findings:reach.ngrok.foreign.text')],
    ['ERR_NGROK_319', true, phrase('findings:reach.ngrok.foreign.text')],
    ['ERR_NGROK_108', false, phrase('findings:reach.ngrok.agents.text')],
    ['ERR_NGROK_334', false, phrase('findings:reach.ngrok.used.text')],
    ['ERR_NGROK_9999', false, phrase('findings:reach.ngrok.code.text', { code: 'ERR_NGROK_9999' })],
  ])('%s gets a clear message', async (code, isFinal, what) => {
    expect(await refusal(`failed to connect session: Your authtoken: ${TOKEN} error_code: ${code}`)).toMatchObject({
      isFinal,
      problem: { what },
    });
    expect(await refusal('failed', code)).toMatchObject({ isFinal, problem: { what } });
  });

  test('a missing network gets a clear message and is retried', async () => {
    expect(await refusal('failed to connect session: failed to establish tcp connection')).toMatchObject({
      isFinal: false,
      problem: { what: phrase('findings:reach.ngrok.notReached.text') },
    });
  });

  test('an installation without the agent is reported', async () => {
    const load = (): Promise<NgrokAgent> =>
      Promise.reject(Object.assign(new Error("Cannot find package '@ngrok/ngrok'"), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(ngrokTunnel({ token: TOKEN, domain: '', load }).start(8791, never)).rejects.toMatchObject({
      isFinal: true,
      problem: { what: phrase('findings:reach.ngrok.missing.text') },
    });
    expect(await hasNgrok(load)).toBe(false);
    expect(await hasNgrok(standIn().load)).toBe(true);
  });

  test('a missing token is reported before any request', async () => {
    const { load, asked } = standIn();
    await expect(ngrokTunnel({ token: '', domain: '', load }).start(8791, never)).rejects.toMatchObject({
      isFinal: true,
      problem: { what: phrase('findings:reach.tunnel.noToken') },
    });
    expect(asked).toEqual([]);
  });
});
