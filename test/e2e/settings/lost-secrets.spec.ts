import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from '../../fixtures/host-client.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

/** The same shop after its key file was replaced. */
async function withAnotherKey(host: Host): Promise<Host> {
  expect(await host.stop()).toBe(0);
  await writeFile(join(host.dataDir, 'vault.key'), randomBytes(32).toString('base64'));
  return host.restart({ addresses: { listener: new URL(host.listener).host, console: new URL(host.console).host } });
}

/** The status of what a website asks for to show its window. */
const windowStatus = async (host: Host): Promise<number> =>
  (await fetch(`${host.listener}/site/bella/status`, { headers: { origin: 'https://bella-lamps.example' } })).status;

test(
  'channels and a bot with lost secrets: the console reports it; all work again, with the addresses in use, with new ones, or with a new key',
  { tag: '@thorough' },
  async ({ shop, host, page }) => {
    const old = await host.rpc('channels.create', { name: 'Old app' });
    const site = { sites: ['bella-lamps.example'] };
    await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'bella', site });
    expect(await windowStatus(host)).toBe(200);
    const bot = await host.rpc('bots.create', {
      name: 'FAQ bot',
      endpoint: 'https://bot.example/events',
      channelIds: [shop.channel.id],
    });
    const { service, token } = await host.rpc('bots.addresses', { botId: bot.id });
    const toService = () =>
      fetch(service, { method: 'POST', body: JSON.stringify({ event: 'INVITE_AGENT', chat_id: '999999' }) });
    const before = await host.rpc('channels.addresses', { channelId: old.id });
    const again = await withAnotherKey(host);
    try {
      await page.goto(again.accessUrl);
      const above = page.getByRole('alert');
      await expect(above).toContainText(
        'Secrets can’t be read. Until they’re entered again, these don’t work: Shop website, Old app, Bella Lamps and FAQ bot.',
      );

      await above.getByRole('link', { name: 'Shop website' }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Shop website' })).toBeVisible();
      await expect(page.getByText('Customers can’t write here.')).toBeVisible();
      await expect(page.getByText('Message address')).toHaveCount(0);
      await expectAccessible(page, 'channel without its address');
      const address = page.getByRole('textbox', { name: 'Address in use' });
      await address.fill('https://chat.example/secret/another-shop');
      await page.getByRole('button', { name: 'Use this address' }).click();
      await expect(page.getByText('This address isn’t this channel’s')).toBeVisible();
      expect((await shop.channel.status()).status).toBe(404);
      await address.fill(shop.channel.statusUrl);
      await page.getByRole('button', { name: 'Use this address' }).click();
      await expect(page.getByText('Shop website can be reached again')).toBeVisible();
      await page.getByRole('tab', { name: 'On your website' }).click();
      await page.getByRole('button', { name: 'Show the addresses' }).click();
      await expect(page.getByText('Message address')).toBeVisible();
      await shop.channel.say('anna', 'At the old address');

      // Nobody has this one's address any more.
      await above.getByRole('link', { name: 'Old app' }).click();
      await page.getByRole('button', { name: 'Get new addresses' }).click();
      await expect(page.getByText('The new addresses work.')).toBeVisible();
      const renewed = await again.rpc('channels.addresses', { channelId: old.id });
      expect((await fetch(renewed.status)).status).toBe(200);
      expect((await fetch(before.status)).status).toBe(404);

      expect(await windowStatus(again)).toBe(404);
      await above.getByRole('link', { name: 'Bella Lamps' }).click();
      await expect(page.getByText('The window can’t be used.')).toBeVisible();
      await expect(page.getByText('Visitors who come back begin a new chat', { exact: false })).toBeVisible();
      await page.getByRole('button', { name: 'Renew the key' }).click();
      await expect(page.getByText('The window can’t be used.')).toHaveCount(0);
      expect(await windowStatus(again)).toBe(200);

      await expect(above).toContainText('these don’t work: FAQ bot.');
      await above.getByRole('link', { name: 'FAQ bot' }).click();
      await expect(page.getByText('This bot doesn’t work and gets no new chats.')).toBeVisible();
      await expectAccessible(page, 'bot without its token');
      expect((await toService()).status).toBe(401);
      await page.getByRole('textbox', { name: 'Token' }).fill(token);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('FAQ bot has its token again.')).toBeVisible();
      await expect(above).toHaveCount(0);
      expect((await toService()).status).not.toBe(401);
    } finally {
      await again.stop();
    }
  },
);

test(
  'a tunnel with a lost key: the console reports that customers cannot connect, until the key is entered again',
  { tag: '@thorough' },
  async ({ host, page }) => {
    await host.rpc('connection.change', {
      way: 'tunnel',
      tunnel: { kind: 'ngrok' },
      secrets: { ngrokToken: 'of-nobody' },
    });
    const again = await withAnotherKey(host);
    try {
      await page.goto(again.accessUrl);
      const line = page.getByRole('alert').filter({ hasText: 'these don’t work: the tunnel.' });
      await line.getByRole('link', { name: 'the tunnel' }).click();
      const problem = page.getByText('The tunnel’s key can no longer be read');
      await expect(problem.first()).toBeVisible();
      await again.rpc('connection.change', { secrets: { ngrokToken: 'of-nobody' } });
      await expect(line).toHaveCount(0);
      await expect(problem).toHaveCount(0);
    } finally {
      await again.stop();
    }
  },
);
