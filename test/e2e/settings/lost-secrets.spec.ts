import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from '../../fixtures/host-client.ts';
import { expectAccessible, withoutMotion } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

/** The same shop after its key file was replaced. */
async function withAnotherKey(host: Host): Promise<Host> {
  expect(await host.stop()).toBe(0);
  await writeFile(join(host.dataDir, 'vault.key'), randomBytes(32).toString('base64'));
  return host.restart({ addresses: { listener: new URL(host.listener).host, console: new URL(host.console).host } });
}

test.use(withoutMotion('light'));

test('a channel and a bot with lost secrets: the console reports it, and both work again with the addresses in use', async ({
  shop,
  host,
  page,
}) => {
  const bot = await host.rpc('bots.create', {
    name: 'FAQ bot',
    endpoint: 'https://bot.example/events',
    channelIds: [shop.channel.id],
  });
  const { service, token } = await host.rpc('bots.addresses', { botId: bot.id });
  const toService = () =>
    fetch(service, { method: 'POST', body: JSON.stringify({ event: 'INVITE_AGENT', chat_id: '999999' }) });
  const again = await withAnotherKey(host);
  try {
    await page.goto(again.accessUrl);
    const above = page.getByRole('alert');
    await expect(above).toContainText(
      'Secrets can’t be read. Until they’re entered again, these don’t work: Shop website and FAQ bot.',
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
});

test('a channel whose address nobody has any more gets new ones', async ({ shop, host, page }) => {
  const again = await withAnotherKey(host);
  try {
    await page.goto(again.accessUrl);
    await page.getByRole('alert').getByRole('link').click();
    await page.getByRole('button', { name: 'Get new addresses' }).click();
    await expect(page.getByText('The new addresses work.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const { status } = await again.rpc('channels.addresses', { channelId: shop.channel.id });
    expect((await fetch(status)).status).toBe(200);
    expect((await shop.channel.status()).status).toBe(404);
  } finally {
    await again.stop();
  }
});

test('a tunnel with a lost key: the console reports that customers cannot connect, until the key is entered again', async ({
  host,
  page,
}) => {
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
});
