/** @module-tag thorough */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest, type RawRequest } from '../../fixtures/http-request.ts';
import { noNginx, startNginx, type Nginx } from '../../fixtures/nginx.ts';

let host: Host;
let nginx: Nginx;
let channel: TestChannel;
let path: string;

describe.skipIf(noNginx !== undefined || process.platform !== 'linux')(
  `behind a real nginx${noNginx === undefined ? '' : ` (skipped: ${noNginx})`}`,
  () => {
    beforeAll(async () => {
      host = await startHost();
      nginx = await startNginx(host.listener);
      await host.rpc('connection.change', { way: 'own', own: { publicUrl: nginx.url, trustedProxies: ['127.0.0.1'] } });
      channel = await openChannel(host);
      path = new URL(channel.messageUrl).pathname;
    });

    afterAll(async () => {
      await host.remove();
      await nginx.stop();
    });

    /** Posts from an address of this computer other than the proxy's. */
    const say = async (to: string, from: string, sender: string, request: RawRequest = {}) =>
      httpRequest(`${to}${path}`, {
        method: 'POST',
        localAddress: from,
        body: JSON.stringify({ sender: { id: sender }, message: { type: 'text', text: `from ${sender}` } }),
        ...request,
      });
    const addressOf = async (text: string): Promise<string | undefined> => {
      const { entries } = await host.rpc('journal.list', { channelId: channel.id, text });
      return entries[0]?.from;
    };

    test('customers get the address of the proxy', () => {
      expect(channel.messageUrl).toBe(`${nginx.url}${path}`);
    });

    test('the client is the one seen by nginx', async () => {
      expect((await say(nginx.url, '127.0.0.5', 'plain')).status).toBe(200);
      expect(await addressOf('plain')).toBe('127.0.0.5');
    });

    test('X-Forwarded-For written by a client is not trusted', async () => {
      await say(nginx.url, '127.0.0.5', 'spoofed', {
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' },
      });
      expect(await addressOf('spoofed')).toBe('127.0.0.5');
    });

    test('nobody but the proxy is trusted, not even on this computer', async () => {
      await say(host.listener, '127.0.0.6', 'direct', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      expect(await addressOf('direct')).toBe('127.0.0.6');
    });

    test('bodies with a length, in chunks and of the largest size arrive', async () => {
      expect((await say(nginx.url, '127.0.0.5', 'chunks', { chunkSize: 7 })).status).toBe(200);
      expect((await channel.receivedBy('"chunks"')).map(({ text }) => text)).toEqual(['from chunks']);
      const large = JSON.stringify({ sender: { id: 'large' }, message: { type: 'text', text: 'x'.repeat(250_000) } });
      expect((await httpRequest(channel.messageUrl, { method: 'POST', body: large })).status).toBe(200);
      expect(
        (await channel.receivedBy('"large"'))
          .map(({ text }) => text?.length)
          .reduce<number>((sum, length = 0) => sum + length, 0),
      ).toBe(250_000);
    });

    test('a client that floods through the proxy is refused; others behind it are not', async () => {
      await host.rpc('connection.change', { limits: { perAddress: 1 } });
      const statuses = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => (await say(nginx.url, '127.0.0.7', `flood-${index}`)).status),
      );
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(12);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(18);
      const refused = await say(nginx.url, '127.0.0.7', 'flood');
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 1]);
      expect((await say(nginx.url, '127.0.0.8', 'honest')).status).toBe(200);
      await host.rpc('connection.change', { limits: { perAddress: 300 } });
    });
  },
);
