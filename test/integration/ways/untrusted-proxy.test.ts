import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Forwarder } from '#shared/contract/connection.ts';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { noNginx, startNginx, type Nginx } from '../../fixtures/nginx.ts';
import { freePort } from '../../fixtures/free-port.ts';

const whyNot = noNginx ?? (process.platform === 'linux' ? undefined : 'only Linux has all of 127.0.0.0/8');

describe.skipIf(whyNot !== undefined)(
  `a proxy that nobody trusts${whyNot === undefined ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    let host: Host;
    let channel: TestChannel;
    let nginx: Nginx | undefined;

    beforeAll(async () => {
      host = await startHost();
      channel = await openChannel(host);
    });
    afterEach(async () => {
      await nginx?.stop();
      nginx = undefined;
      await host.rpc('connection.change', {
        way: 'local',
        own: { publicUrl: null, trustedProxies: [] },
      });
    });
    afterAll(() => host.remove());

    const say = (base: string, from: string, headers: Record<string, string> = {}) =>
      httpRequest(`${base}${new URL(channel.messageUrl).pathname}`, {
        method: 'POST',
        localAddress: from,
        headers,
        body: JSON.stringify({ sender: { id: from }, message: { type: 'text', text: `from ${from}` } }),
      });
    const forwarders = async (through: Forwarder['through'] = 'port'): Promise<readonly Forwarder[]> =>
      (await host.rpc('connection.get', {})).forwarders.filter((forwarder) => forwarder.through === through);

    test('in front of an own address: reported at once to open windows, until it is trusted', async () => {
      nginx = await startNginx(host.listener);
      await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener } });
      expect(await forwarders()).toEqual([]);
      const events = await host.events();
      const told = events.until(async () => ((await forwarders()).length > 0 ? forwarders() : undefined));
      await say(nginx.url, '127.0.2.1');
      expect(await told).toMatchObject([{ address: '127.0.0.1', isLikely: true }]);
      events.close();
      await host.rpc('connection.change', { own: { trustedProxies: ['127.0.0.1'] } });
      await say(nginx.url, '127.0.2.1');
      expect(await forwarders()).toEqual([]);
    });

    test('from the network: a sender that also sends requests unforwarded is a router, and not to be trusted', async () => {
      const port = await freePort();
      await host.rpc('connection.change', { way: 'lan', network: { port, https: false } });
      const base = `http://127.0.0.1:${port}`;
      const stranger = { 'x-forwarded-for': '203.0.113.9' };
      await say(base, '127.0.2.5', stranger);
      expect(await forwarders('network')).toMatchObject([{ isLikely: true }]);
      await say(base, '127.0.2.5');
      await say(base, '127.0.2.5', stranger);
      expect(await forwarders('network')).toMatchObject([{ isLikely: false }]);
    });

    test('this computer only: nothing is counted, and no proxy is suggested', async () => {
      await say(host.listener, '127.0.2.4', { 'x-forwarded-for': '203.0.113.9' });
      expect((await host.rpc('connection.get', {})).forwarders).toEqual([]);
    });
  },
);
