import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { type Host, refusalToStart, startHost } from '../fixtures/host.ts';
import { acceptingAddress } from '../fixtures/integrator.ts';

const TOKEN = 'token-for-prometheus-0001';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('GET /metrics', () => {
  let host: Host;
  let channel: TestChannel;
  beforeAll(async () => {
    host = await startHost({ metricsToken: TOKEN });
    channel = await openChannel(host, { name: 'Shop', publicId: 'shop-1', endpoint: await acceptingAddress() });
  });
  afterAll(() => host.remove());

  const ask = (authorization?: string) =>
    fetch(`${host.console}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
  const scrape = async (): Promise<Readonly<Record<string, number>>> => {
    const answer = await ask(`Bearer ${TOKEN}`);
    expect(answer.status).toBe(200);
    const samples = (await answer.text()).matchAll(/^(?!#)(\w+)\S* (\S+)$/gm);
    return Object.fromEntries(samples.map(([, name, value]) => [name, Number(value)]));
  };

  test('counts messages both ways, chats and windows, and never says a word of a customer', async () => {
    const before = await scrape();
    expect(before).toMatchObject({ counterbell_ready: 1, counterbell_chats_open: 0, counterbell_windows: 0 });
    const events = await host.events();
    await channel.post({ sender: { id: 'ann', name: 'Ann Secret' }, message: { type: 'text', text: 'Secret words' } });
    const [chat] = (await host.rpc('chats.list', {})).chats;
    expect(await scrape()).toMatchObject({
      counterbell_chats_open: 1,
      counterbell_chats_waiting: 1,
      counterbell_messages_received_total: 1,
      counterbell_messages_sent_total: 0,
      counterbell_windows: 1,
      counterbell_visitors: 0,
    });
    await host.rpc('chats.reply', { chatId: chat?.id ?? '', text: 'Good day' });
    await events.waitFor('message.changed', ({ message }) => message.delivery?.state === 'delivered');
    const after = await scrape();
    expect(after).toMatchObject({
      counterbell_chats_waiting: 0,
      counterbell_chats_undelivered: 0,
      counterbell_deliveries_sending: 0,
      counterbell_messages_sent_total: 1,
    });
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(Object.values(after).every((value) => value >= 0 && value < 1e12)).toBe(true);
    const answer = await ask(`Bearer ${TOKEN}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const said = await answer.text();
    expect(said).not.toMatch(/secret/i);
    expect(said).toMatch(/^counterbell_info\{version="\d+\.\d+\.\d+",node="[^"]*"\} 1$/m);
  });

  test('says of hosts over one database how many there are, and how this one does', async () => {
    const ofNodes = async () =>
      Object.entries(await scrape()).filter(([name]) => /_(?:nodes|leads|behind|listens)$/.test(name));
    if (inject('postgresUrl') === undefined) return expect(await ofNodes()).toEqual([]);
    await vi.waitFor(
      async () =>
        expect(Object.fromEntries(await ofNodes())).toMatchObject({ counterbell_nodes: 2, counterbell_listens: 1 }),
      10_000,
    );
    const seen = new Set<number>();
    await vi.waitFor(async () => {
      const { counterbell_leads: leads = -1, counterbell_behind: behind = -1 } = Object.fromEntries(await ofNodes());
      expect(behind).toBeGreaterThanOrEqual(0);
      expect(seen.add(leads)).toEqual(new Set([0, 1]));
    });
  });

  test('shows for how long the process answered nobody', async () => {
    // A time that begins with a scrape is not measured.
    await vi.waitFor(async () => {
      const until = performance.now() + 100;
      while (performance.now() < until);
      expect((await scrape())['nodejs_eventloop_lag_max_seconds']).toBeGreaterThan(0.09);
    }, 10_000);
  });

  test('is read by Prometheus without a complaint', { tags: ['thorough'] }, async ({ skip }) => {
    skip(!hasPromtool, 'promtool is not installed; apt-get install prometheus');
    const check = spawn('promtool', ['check', 'metrics']);
    check.stdin.end(await (await ask(`Bearer ${TOKEN}`)).text());
    const [said, [code]] = await Promise.all([text(check.stderr), once(check, 'exit')]);
    expect([said, code]).toEqual(['', 0]);
  });

  test('needs its own token: neither none, nor another, nor an access key opens it, and guessing is slowed down', async () => {
    const key = new URL(host.accessUrl).searchParams.get('key') ?? '';
    for (const authorization of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${key}`, TOKEN])
      expect([authorization, (await ask(authorization)).status]).toEqual([authorization, 401]);
    // Each of several hosts counts by itself.
    if (inject('postgresUrl') !== undefined) return;
    for (let tries = 5; tries < 10; tries += 1) await ask('Bearer wrong');
    expect((await ask('Bearer wrong')).status).toBe(429);
    expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200);
    // The token opens nothing else.
    const chats = await fetch(`${host.console}/rpc/chats.list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: '{}',
    });
    expect(chats.status).toBe(429);
  });
});

test('without a token there is no /metrics; one that could be guessed is refused', async () => {
  const host = await startHost();
  expect((await fetch(`${host.console}/metrics`)).status).toBe(404);
  await host.remove();
  expect(await refusalToStart({ metricsToken: 'short' })).toContain('COUNTERBELL_METRICS_TOKEN wants at least 16');
});
