import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';

let host: Host;
let channel: TestChannel;
let removed: TestChannel;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
  removed = await openChannel(host);
  await host.rpc('channels.remove', { channelId: removed.id });
});

afterAll(() => host.remove());

/** The entire response on the wire, with the time of day blanked. */
async function wire(method: string, path: string, body = ''): Promise<string> {
  const { hostname, port, host: name } = new URL(host.listener);
  const socket = connect(Number(port), hostname);
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.end(`${method} ${path} HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n${length}\r\n${body}`);
  await once(socket, 'close');
  return Buffer.concat(pieces)
    .toString('latin1')
    .replace(/^date: .*$/im, 'date: -');
}

const hello = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } });

function pathsThatAreNotThere(): readonly string[] {
  const [, secret = '', publicId = ''] = new URL(channel.messageUrl).pathname.split('/');
  const lastChanged = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
  return [
    `/${secret}/nobody`,
    `/${lastChanged}/${publicId}`,
    `/${secret.slice(0, -1)}/${publicId}`,
    `/${secret}x/${publicId}`,
    `/${secret.toUpperCase()}X/${publicId}`,
    `/x/${publicId}`,
    '/x/nobody',
    new URL(removed.messageUrl).pathname,
  ];
}

describe('404', () => {
  test('is byte-identical for an unknown channel, a wrong secret and a removed channel', async () => {
    const messages = await Promise.all(pathsThatAreNotThere().map((path) => wire('POST', path, hello)));
    const [first = ''] = messages;
    expect(first).toMatch(/^HTTP\/1\.1 404 /);
    expect(first).toMatch(/\{"error":\{"code":"[^"]+","message":"[^"]+"\}\}$/);
    expect(new Set(messages).size).toBe(1);
    const statuses = await Promise.all(pathsThatAreNotThere().map((path) => wire('GET', `${path}/status`)));
    expect(new Set([...statuses, first]).size).toBe(1);
  });

  test('reveals nothing of the request', async () => {
    const answered = await wire('POST', '/guessed-secret/guessed-channel', hello);
    expect(answered).not.toMatch(/guessed/);
  });

  test('is the same for requests with further errors', async () => {
    const whole = await wire('POST', '/x/nobody', hello);
    for (const [method, body] of [
      ['POST', '{'],
      ['POST', ''],
      ['PUT', hello],
      ['DELETE', ''],
      ['PATCH', ''],
    ] as const) {
      expect(await wire(method, '/x/nobody', body)).toBe(whole);
    }
  });

  test.each(['/index.html', '/..%2f..%2fetc/passwd', '/%ff/%fe', '/%', '//', '/a/b/c/d'])(
    'answers %s',
    async (path) => {
      expect((await wire('GET', path)).split('\r\n')[0]).toMatch(/^HTTP\/1\.1 40[04] /);
    },
  );
});

describe('405', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s on the message address, with Allow', async (method) => {
    const { status, headers, json } = await httpRequest(channel.messageUrl, { method });
    expect([status, headers.allow]).toEqual([405, 'POST']);
    expect(json()).toEqual({ error: { code: expect.any(String) as string, message: expect.any(String) as string } });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on the status address, with Allow', async (method) => {
    const { status, headers, json } = await httpRequest(channel.statusUrl, { method, body: hello });
    expect([status, headers.allow?.split(/, ?/)[0]]).toEqual([405, 'GET']);
    expect(json()).toEqual({ error: { code: expect.any(String) as string, message: expect.any(String) as string } });
  });
});

describe('secrets', () => {
  test('appear in no list, log or error', async () => {
    const [, secret = ''] = new URL(channel.messageUrl).pathname.split('/');
    await channel.say('a', 'Hello');
    await channel.post('{');
    await httpRequest(`${host.listener}/${secret}/nobody`, { method: 'POST', body: hello });
    const lists = await Promise.all([
      host.ask('channels.list', {}),
      host.ask('journal.list', { limit: 200 }),
      host.ask('chats.list', {}),
      host.ask('setup.get', {}),
      host.ask('channels.update', { channelId: channel.id, endpoint: 'http://shop.example' }),
    ]);
    expect(JSON.stringify(lists)).not.toContain(secret);
    expect(host.log()).not.toContain(secret);
    expect(secret.length).toBeGreaterThanOrEqual(16);
  });
});
