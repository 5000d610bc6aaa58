/** @module-tag thorough */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { noNginx, startNginx, type Nginx } from '../../fixtures/nginx.ts';
import { siteRequests, writer } from '../../fixtures/site-client.ts';

describe.skipIf(noNginx !== undefined)(
  `behind a real nginx, below a path${noNginx === undefined ? '' : ` (skipped: ${noNginx})`}`,
  () => {
    let host: Host;
    let nginx: Nginx;

    beforeAll(async () => {
      host = await startHost();
      nginx = await startNginx(host.listener, { prefix: '/support' });
      await host.rpc('connection.change', { way: 'own', own: { publicUrl: nginx.url, trustedProxies: ['127.0.0.1'] } });
      await host.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
    });
    afterAll(async () => {
      await host.remove();
      await nginx.stop();
    });

    test('the chat page leads to the script, and the script is there', async () => {
      const page = await httpRequest(`${nginx.url}/chat/shop`);
      expect(page.status).toBe(200);
      const [, source = ''] = /<script async src="([^"]+)"/.exec(page.body) ?? [];
      const script = new URL(source, `${nginx.url}/chat/shop`).href;
      expect(script).toBe(`${nginx.url}/site/shop.js`);
      expect((await httpRequest(script)).headers['content-type']).toMatch(/^text\/javascript/);
      expect((await httpRequest(`${nginx.url}/site/shop/status`)).json()).toMatchObject({ show: true });
    });

    test('messages by WebSocket', async () => {
      const { visitor } = await writer(nginx.url, 'shop', 'Through the proxy');
      expect((await visitor.next('message')).message.text).toBe('Through the proxy');
      await visitor.leave();
    });

    test('polls and files', async () => {
      const { hello, post, upload } = siteRequests(nginx.url, 'shop');
      const connection = await hello();
      expect((await post('send', { connection, frames: [{ kind: 'begin' }] })).status).toBe(204);
      const [{ token = '' }] = (await post('poll', { connection })).json() as [{ readonly token?: string }];
      expect((await upload(token, 'a.txt', 'x'.repeat(500_000))).status).toBe(200);
    });
  },
);
