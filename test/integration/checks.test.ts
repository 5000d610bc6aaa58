import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../src/shared/contract/connection.ts';
import { startHost, type Host } from '../fixtures/host.ts';
import { answer, startIntegrator, type Integrator } from '../fixtures/integrator.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { naming } from '../fixtures/stale-answers.ts';

const CANARIES = {
  secret: 'canary-path-secret-1',
  token: 'canary-bot-token-2',
  key: 'canary-endpoint-key-3',
  operator: 'canary-operator-key-4',
} as const;

let integrator: Integrator;
let host: Host;
let proxy: Server;
/** maximum body size in bytes that the proxy accepts */
let largest: number;

/** Someone else's proxy in front of the listener, as an owner may have one. */
async function startProxy(): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => {
      const body = Buffer.concat(pieces);
      if (body.length > largest) return void response.writeHead(413).end();
      const { method = 'GET', url = '/' } = request;
      const passed = httpRequest(
        `${host.listener}${url}`,
        { method, headers: { 'content-length': body.length }, agent: false },
        (came) => {
          response.writeHead(came.statusCode ?? 502, came.headers);
          came.pipe(response);
        },
      );
      passed.on('error', () => void (response.headersSent ? response.destroy() : response.writeHead(502).end()));
      passed.end(body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

beforeAll(async () => {
  largest = 256 * 1024;
  [integrator, proxy] = await Promise.all([startIntegrator(), startProxy()]);
  integrator.endpoint('replies', `?key=${CANARIES.key}`).react(answer.error('unknown', `nobody here ${CANARIES.key}`));
  integrator
    .endpoint('bot', `?key=${CANARIES.key}`)
    .react(answer.body(`{"error":{"message":"${CANARIES.token}"}}`, 401));
  host = await startHost({
    provision: {
      operators: [{ name: 'Olga', accessKey: CANARIES.operator }],
      channels: [
        {
          name: 'Shop',
          publicId: 'shop',
          secret: CANARIES.secret,
          endpoint: `${integrator.origin}/replies?key=${CANARIES.key}`,
        },
      ],
      bots: [
        {
          name: 'Greeter',
          providerId: 'p1',
          token: CANARIES.token,
          endpoint: `${integrator.origin}/bot?key=${CANARIES.key}`,
          channels: ['shop'],
        },
        { name: 'Twin', providerId: 'p2', token: 'the-same-token', channels: [] },
        { name: 'Other twin', providerId: 'p3', token: 'the-same-token', channels: [] },
      ],
    },
  });
});
afterAll(async () => {
  await host.remove();
  proxy.closeAllConnections();
  proxy.close();
  await integrator.stop();
});

const publicUrl = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

type Worded = Omit<Finding, 'detail'> & { readonly detail: string };

async function check(): Promise<(start: string) => Worded> {
  const { findings } = await host.rpc('checks.run', {});
  expect(JSON.stringify(findings)).not.toMatch(/canary/);
  return (start) => {
    const found = findings.find(({ id, title }) => id === start || toEnglish(title) === start);
    if (found === undefined) throw new Error(`no line ${start}`);
    return { ...found, detail: toEnglish(found.detail) };
  };
}

test('an installation reachable from this computer only', async () => {
  const line = await check();
  expect(line('listener')).toMatchObject({ state: 'passed', detail: expect.stringContaining(host.listener) });
  expect(line('reach').state).toBe('skipped');
  expect(line('body.length').state).toBe('passed');
  expect(line('body.chunked').state).toBe('passed');
  expect(line('Replies from “Shop”')).toMatchObject({
    state: 'passed',
    detail: expect.stringContaining('its own error'),
  });
  expect(line('Bot “Greeter”')).toMatchObject({ state: 'failed', detail: expect.stringContaining('401') });
  expect(line('tokens')).toMatchObject({
    state: 'failed',
    detail: '“Twin”, “Other twin” use the same token, so none of them works',
  });
  expect(line('store').state).toBe('passed');
  expect(host.log()).not.toMatch(/canary/);
});

test("the check's requests are in the journal, but in no inbox", async () => {
  await check();
  const { entries } = await host.rpc('journal.list', { limit: 200 });
  expect(
    entries.filter(
      ({ direction, notes }) => direction === 'out' && notes.some(({ code }) => code === 'errors:calls.byCheck'),
    ),
  ).not.toEqual([]);
  expect(entries.filter(({ direction, kind }) => direction === 'in' && kind === 'typeout')).not.toEqual([]);
  expect((await host.rpc('chats.list', {})).chats).toEqual([]);
});

test('bodies are sent as customers’ sites send them', async () => {
  await host.rpc('connection.change', { way: 'own', own: { publicUrl: publicUrl(), trustedProxies: ['127.0.0.1'] } });
  const open = await check();
  expect(open('reach')).toMatchObject({ state: 'passed', detail: expect.stringContaining(publicUrl()) });
  expect(open('https').state).toBe('warning');
  expect(open('body.chunked')).toMatchObject({
    state: 'passed',
    detail: expect.stringContaining('through the public address'),
  });

  largest = 64 * 1024;
  const narrow = await check();
  expect(narrow('body.length')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('refuses large messages'),
  });
});

test('an address of someone else receives no secret', async () => {
  const stranger = integrator.endpoint('elsewhere');
  await host.rpc('connection.change', { way: 'own', own: { publicUrl: stranger.url } });
  const line = await check();
  expect(line('reach').state).toBe('failed');
  expect(line('body.length').state).toBe('skipped');
  expect(stranger.received.filter(({ url, raw }) => /canary/.test(url + raw))).toEqual([]);
});

test('a window is notified of each line', async () => {
  const events = await host.events();
  const [{ findings }] = await Promise.all([
    host.rpc('checks.run', {}),
    events.waitFor('answers.stale', naming('checks.latest')),
  ]);
  expect((await host.rpc('checks.latest', {})).findings).toEqual(findings);
  events.close();
});
