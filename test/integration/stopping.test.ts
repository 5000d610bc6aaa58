import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { openChannel, channelByPublicId } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { httpRequest } from '../fixtures/http-request.ts';

let host: Host;

afterEach(() => host.remove());

test.each(['SIGTERM', 'SIGINT'] as const)('%s: ends with exit code 0', async (signal) => {
  const own = await startHeadless();
  host = own;
  const stream = await own.events();
  const ended = once(own.process, 'exit');
  own.process.kill(signal);
  expect(await ended).toEqual([0, null]);
  await stream.closed;
});

test('with --drain it is not ready and still takes messages, until the time is over', async () => {
  const own = await startHeadless({ args: ['--drain', '2'] });
  host = own;
  const channel = await openChannel(own);
  const ended = once(own.process, 'exit');
  own.process.kill('SIGTERM');
  const ready = async () => (await httpRequest(`${own.listener}/ready`, { method: 'GET' })).status;
  await vi.waitFor(async () => expect(await ready()).toBe(503));
  await channel.say('late', 'Still here?');
  expect(own.process.exitCode).toBe(null);
  expect(await ended).toEqual([0, null]);
});

test('connections without a request do not delay the end', async () => {
  host = await startHost();
  const sockets = [host.listener, host.console].map((address) => connect(Number(new URL(address).port), '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Both servers have accepted them once they answer others.
  for (const address of [host.listener, host.console]) await httpRequest(address, { method: 'GET' });
  const closed = sockets.map((socket) => once(socket.resume(), 'close'));
  expect(await host.stop()).toBe(0);
  await Promise.all(closed);
});

test('messages answered with 200 are stored, others were not answered or with 503', async () => {
  host = await startHost();
  const channel = await openChannel(host);
  const accepted: string[] = [];
  let stopped: Promise<number | null> | undefined;
  await Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      for (let ordinal = 0; ; ordinal += 1) {
        const text = `${index}-${ordinal}`;
        const body = JSON.stringify({ sender: { id: index }, message: { type: 'text', text } });
        const status = await httpRequest(channel.messageUrl, { method: 'POST', body }).then(
          (answered) => answered.status,
          () => 0,
        );
        if (status !== 200) return expect([0, 503]).toContain(status);
        accepted.push(text);
        if (accepted.length === 400) stopped = host.stop();
      }
    }),
  );
  expect(await stopped).toBe(0);
  host = await host.restart();
  const again = await channelByPublicId(host, channel.publicId);
  const stored = new Set<string | undefined>();
  for (const sender of new Set(accepted.map((text) => text.split('-')[0])))
    for (const { text } of await again.receivedBy(String(sender))) stored.add(text);
  expect(accepted.filter((text) => !stored.has(text))).toEqual([]);
});

test('a request in progress is answered', async () => {
  host = await startHost();
  const channel = await openChannel(host);
  const body = JSON.stringify({ sender: { id: 'slow' }, message: { type: 'text', text: 'slowly' } });
  const sent = request(channel.messageUrl, {
    method: 'POST',
    headers: { 'content-length': Buffer.byteLength(body), expect: '100-continue' },
  });
  sent.flushHeaders();
  // The server has read the headers: from here on the request is in progress.
  await once(sent, 'continue');
  const stopped = host.stop();
  const answered = once(sent, 'response');
  sent.end(body);
  const [response] = (await answered) as [{ statusCode: number; resume: () => void }];
  response.resume();
  expect([200, 503]).toContain(response.statusCode);
  expect(await stopped).toBe(0);
  host = await host.restart();
  const again = await channelByPublicId(host, channel.publicId);
  const stored = (await again.findChat('"slow"')) === undefined ? 0 : (await again.receivedBy('"slow"')).length;
  expect(stored).toBe(response.statusCode === 200 ? 1 : 0);
});

test('a second host on the same data folder does not start', async () => {
  host = await startHost();
  await expect(host.restart()).rejects.toThrow();
  expect((await host.rpc('operators.me', {})).name).toBe('Olga');
});
