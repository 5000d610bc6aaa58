import { readFile } from 'node:fs/promises';
import { openSettings } from '../settings-page.ts';
import { request } from 'node:https';
import type { Locator } from '@playwright/test';
import { makeAuthority, makeServerCertificate } from '#main/exposure/authority.ts';
import { certificate } from '../../fixtures/certificates.ts';
import { makeStandIn } from '../../fixtures/cloudflared.ts';
import { startReverseProxy } from '../../fixtures/reverse-proxy.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { expectAccessible } from '../axe.ts';
import { fillIn, showWay, openConnection, reachPanel, shownAddress } from '../connection-page.ts';
import { chatRow } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

/** Posts over HTTPS as a device that trusts `root`; returns the status. */
function postOverHttps(address: string, root: string, body: unknown): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(
      address,
      { method: 'POST', ca: root, headers: { 'content-type': 'application/json' }, agent: false },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    asked.once('error', reject);
    asked.end(JSON.stringify(body));
  });
}

async function choose(dialog: Locator, field: string, name: string, content: string | Buffer): Promise<void> {
  const chooser = dialog.page().waitForEvent('filechooser');
  await dialog.getByRole('button', { name: `${field} Choose file…` }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
}

test('from this computer only to the local network, over HTTPS trusted by a device, and back', async ({
  host,
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  await expect(page.getByRole('link', { name: /^Local only/ })).toBeVisible();
  await openConnection(page);
  await expect(reachPanel(page)).toContainText('Only programs on this computer can reach you');
  await expectAccessible(page, 'this computer only');
  await showWay(page, 'Local network');
  await fillIn(page, 'Port', String(await freePort()));
  await page.getByRole('button', { name: 'Use the local network' }).click();
  await expect(reachPanel(page)).toContainText('Devices on your network can reach you');
  expect(await shownAddress(page)).toMatch(/^https:\/\//);
  await expectAccessible(page, 'local network');
  await expect(page.getByText('Counterbell on this computer')).toBeVisible();

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download root certificate' }).click();
  const root = await readFile(await (await downloaded).path(), 'utf8');
  const { message } = await host.rpc('channels.addresses', { channelId: shop.channel.id });
  expect(message.startsWith(await shownAddress(page))).toBe(true);
  expect(
    await postOverHttps(message, root, {
      sender: { id: 'anna', name: 'Anna' },
      message: { type: 'text', text: 'From the till' },
    }),
  ).toBe(200);
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(chatRow(page, 'From the till')).toBeVisible();
  await page.getByRole('link', { name: /^Reachable/ }).click();

  await showWay(page, 'This computer only');
  await page.getByRole('button', { name: 'Use this computer only' }).click();
  await expect(reachPanel(page)).toContainText('Only programs on this computer can reach you');
  await expect(postOverHttps(message, root, {})).rejects.toThrow('ECONNREFUSED');
});

test(
  'an own address: refused if missing, reachable through a web server that one button trusts, broken without it, and back',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    const proxy = await startReverseProxy(host.listener);
    try {
      const page = await openConsole();
      await openConnection(page);
      await showWay(page, 'Own address');
      const use = page.getByRole('button', { name: 'Use your own address' });
      await use.click();
      await expect(page.getByRole('alert')).toContainText('Not saved.');
      await expect(reachPanel(page)).toContainText('Only programs on this computer can reach you');
      await expectAccessible(page, 'own address');
      await fillIn(page, 'Public address', proxy.url);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await use.click();
      await expect(reachPanel(page)).toContainText('Customers can reach you');
      expect(await shownAddress(page)).toBe(proxy.url);
      // The web server passes requests on and is not entered yet.
      expect((await fetch(`${proxy.url}${new URL(shop.channel.statusUrl).pathname}`)).status).toBe(200);
      const trust = page.getByRole('button', { name: 'Add 127.0.0.1 as my web server' });
      await trust.click();
      await expect(page.getByText('Saved: Web servers in front')).toBeVisible();
      await expect(trust).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Web servers in front' })).toHaveValue('127.0.0.1');

      await proxy.stop();
      await page.getByRole('button', { name: 'Check everything' }).click();
      await expect(reachPanel(page)).toContainText('Customers can’t reach you');
      await page.getByRole('button', { name: /other results?$/ }).click();
      // The panel above says it already.
      await expect(page.getByRole('list', { name: 'To do' })).not.toContainText('Reachable from outside');
      await expectAccessible(page, 'broken');
      await openSettings(page, 'Channels');
      await expect(
        page.getByRole('alert').filter({ hasText: 'Customers have been unable to reach you since' }),
      ).toContainText('What customers write right now doesn’t arrive.');
      await expectAccessible(page, 'notice and chip');
      await page.setViewportSize({ width: 760, height: 800 });
      await expectAccessible(page, 'notice, narrow');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('link', { name: /Shop website/ }).click();
      await page.getByRole('tab', { name: 'On your website' }).click();
      await expect(page.getByText('Customers can’t reach these addresses right now')).toBeVisible();
      await expect(page.getByText(`${proxy.url}/••••••••/${shop.channel.publicId}`, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Open Connection' }).click();

      await proxy.start();
      await page.getByRole('button', { name: 'Check everything' }).click();
      await expect(reachPanel(page)).toContainText('Customers can reach you');
      await expect(page.getByRole('alert')).toHaveCount(0);
    } finally {
      await proxy.stop();
    }
  },
);

test('a certificate is imported from files, and errors are explained; one that expires soon is announced on every page', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openConnection(page);
  await showWay(page, 'Local network');
  await fillIn(page, 'Port', String(await freePort()));
  const [trusted, stranger] = [certificate('trusted'), certificate('stranger')];
  await page.getByRole('button', { name: 'Import a certificate…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('Choose a file first.')).toHaveCount(2);
  await expectAccessible(page, 'import a certificate');
  await choose(dialog, 'Certificate', 'server.crt', trusted.cert);
  await choose(dialog, 'Key', 'server.key', stranger.key);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await choose(dialog, 'Key', 'server.key', trusted.key);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Certificate imported.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Your own', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Use the local network' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'localhost' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download root certificate' })).toHaveCount(0);

  // Certificates last 397 days here; this one was made long ago.
  const longAgo = Date.now() - 390 * 86_400_000;
  const authority = await makeAuthority('shop', longAgo);
  const { certificate: chain, key } = await makeServerCertificate(authority, ['localhost', '127.0.0.1'], longAgo);
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await host.rpc('connection.importCertificate', { certificate: chain, key });
  const line = page.getByRole('status').filter({ hasText: 'The certificate expires in 6 days.' });
  await expect(line).toBeVisible();
  await line.getByRole('link', { name: 'Open Connection' }).click();
  await expect(page.getByText('Import the newer one. Open connections stay open.')).toBeVisible();
});

test.describe('with a stand-in for cloudflared:', () => {
  let standIn: Awaited<ReturnType<typeof makeStandIn>>;
  test.use({
    host: async ({ host }, use) => {
      const { PATH: before = '' } = process.env;
      standIn = await makeStandIn({ quickUrls: ['https://brass-lamp-stand-in.trycloudflare.com'] });
      process.env['PATH'] = `${standIn.folder}:${before}`;
      await use(host);
      process.env['PATH'] = before;
      await standIn.remove();
    },
  });

  test(
    'a quick tunnel is described as such, and its changed address is shown until it was passed on',
    { tag: '@thorough' },
    async ({ host, shop, openConsole }) => {
      const proxy = await startReverseProxy(host.listener);
      try {
        await host.rpc('connection.change', { way: 'own', own: { publicUrl: proxy.url } });
        const page = await openConsole();
        await expect(page.getByRole('link', { name: /^Reachable/ })).toBeVisible();
        await openConnection(page);
        await showWay(page, 'Address from a service');
        await expect(page.getByText('Found, version 2026.10.1.')).toBeVisible();
        await page.getByRole('button', { name: 'Use the Cloudflare tunnel' }).click();
        // The stand-in forwards nothing, so the page must not claim that customers can connect.
        await expect(reachPanel(page)).toContainText('Customers can’t reach you');
        expect(await shownAddress(page)).toBe('https://brass-lamp-stand-in.trycloudflare.com');

        const moved = page.getByRole('status').filter({ hasText: 'The public address changed.' });
        await expect(moved).toContainText(`Before: ${proxy.url} Now: https://brass-lamp-stand-in.trycloudflare.com.`);
        await moved.getByRole('link', { name: 'Show channels' }).click();
        await page.getByRole('link', { name: /Shop website/ }).click();
        await page.getByRole('tab', { name: 'On your website' }).click();
        await expect(
          page.getByText(`https://brass-lamp-stand-in.trycloudflare.com/••••••••/${shop.channel.publicId}`, {
            exact: true,
          }),
        ).toBeVisible();
        await moved.getByRole('button', { name: 'I’ve told them' }).click();
        await expect(moved).toHaveCount(0);
        await page.reload();
        await expect(page.getByRole('heading', { level: 2, name: 'Shop website' })).toBeVisible();
        await expect(moved).toHaveCount(0);
      } finally {
        await proxy.stop();
      }
    },
  );
});

test('the key of a tunnel can be entered, replaced and removed, and is never shown again', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openConnection(page);
  await showWay(page, 'Address from a service');
  await expectAccessible(page, 'Cloudflare');
  await showWay(page, 'ngrok');
  await page.getByRole('button', { name: 'Use the ngrok tunnel' }).click();
  await expect(page.getByRole('alert')).toContainText('Not saved.');
  await expectAccessible(page, 'ngrok');
  const key = page.getByLabel('Key from ngrok', { exact: true });
  await key.fill('2abc-not-a-real-token');
  await key.press('Enter');
  await expect(page.getByText('Stored encrypted. It’s never shown again.')).toBeVisible();
  const view = await host.rpc('connection.get', {});
  expect(view.secrets.ngrokToken).toBe(true);
  expect(JSON.stringify(view)).not.toContain('2abc-not-a-real-token');
  await expect(key).toHaveValue('');
  await key.fill('2abc-another-token');
  await page.getByRole('button', { name: 'Save: Key from ngrok' }).click();
  await expect(key).toHaveValue('');
  await page.getByRole('button', { name: 'Remove: Key from ngrok' }).click();
  await expect(page.getByText('Key from ngrok removed.')).toBeVisible();
  expect((await host.rpc('connection.get', {})).secrets.ngrokToken).toBe(false);
});
