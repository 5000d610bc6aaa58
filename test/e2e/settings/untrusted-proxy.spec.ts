import { expectAccessible } from '../axe.ts';
import { openConnection } from '../connection-page.ts';
import { expect, test } from '../fixtures.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { noNginx, startNginx } from '../../fixtures/nginx.ts';

const whyNot = noNginx ?? (process.platform === 'linux' ? undefined : 'only Linux has all of 127.0.0.0/8');

test(
  'an untrusted proxy is reported live, one button trusts it, and limits then count the clients behind it',
  {
    tag: '@thorough',
  },
  async ({ host, shop, openConsole }) => {
    test.skip(whyNot !== undefined, whyNot);
    const nginx = await startNginx(host.listener);
    try {
      await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener } });
      const path = new URL(shop.channel.messageUrl).pathname;
      const say = async (from: string): Promise<number> => {
        const body = JSON.stringify({ sender: { id: from }, message: { type: 'text', text: 'Hello' } });
        return (await httpRequest(`${nginx.url}${path}`, { method: 'POST', localAddress: from, body })).status;
      };
      const page = await openConsole();
      await openConnection(page);
      const trust = page.getByRole('button', { name: 'Add 127.0.0.1 as my web server' });
      await expect(trust).toHaveCount(0);

      await host.rpc('connection.change', { own: { publicUrl: nginx.url }, limits: { perAddress: 1 } });
      const flood = () => Promise.all(Array.from({ length: 40 }, () => say('127.0.0.7')));
      expect((await flood()).filter((status) => status === 429).length).toBeGreaterThan(20);
      // To the listener both are nginx.
      expect(await Promise.all(Array.from({ length: 10 }, () => say('127.0.0.8')))).toContain(429);
      await expect(
        page.getByText('A web server on this computer (127.0.0.1) passes requests on, but isn’t entered here'),
      ).toBeVisible();
      await expectAccessible(page, 'Connection with a proxy that nobody trusts');

      await trust.click();
      await expect(page.getByText('Saved: Web servers in front')).toBeVisible();
      await expect(trust).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Web servers in front' })).toHaveValue('127.0.0.1');
      expect((await flood()).filter((status) => status === 429).length).toBeGreaterThan(20);
      expect(await say('127.0.0.9')).toBe(200);
      const { entries } = await host.rpc('journal.list', { channelId: shop.channel.id, text: '127.0.0.9' });
      expect(entries[0]?.from).toBe('127.0.0.9');

      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(trust).toBeVisible();
      expect((await host.rpc('connection.get', {})).settings.own.trustedProxies).toEqual([]);
    } finally {
      await nginx.stop();
    }
  },
);
