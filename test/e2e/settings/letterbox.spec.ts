import type { Locator, Page } from '@playwright/test';
import { startStandIn, type StandIn } from '../../fixtures/letterbox-stand-in.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { readZip } from '../../fixtures/zip.ts';
import { expectAccessible } from '../axe.ts';
import { openConnection, reachPanel } from '../connection-page.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ readonly website: StandIn; readonly channelId: string }>({
  website: async ({}, use) => {
    const website = await startStandIn();
    await use(website);
    await website.stop();
  },
  channelId: async ({ host }, use) => {
    const { id } = await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'bella' });
    await use(id);
  },
});

const step = (page: Page, title: string): Locator => page.getByRole('button', { name: new RegExp(`^${title}`) });

/** The key in what this tab of the page offers; `folder`: where the letterbox is in it. */
async function keyFrom(page: Page, tab: string, link: string, folder: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('link', { name: link }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('counterbell.zip');
  const files = await readZip(await file.path());
  expect(files.has(`${folder}/loader.js`)).toBe(true);
  return keyIn(files, folder);
}
const keyIn = (files: ReadonlyMap<string, Buffer>, folder: string): string =>
  /'([0-9a-f.]{64,})'/.exec(files.get(`${folder}/box-key.php`)?.toString() ?? '')?.[1] ?? '';
const keyInFolder = (page: Page): Promise<string> =>
  keyFrom(page, 'Another website with PHP', 'Download the folder', 'counterbell');
const keyInPlugin = (page: Page): Promise<string> =>
  keyFrom(page, 'WordPress', 'Download the plugin', 'counterbell/folder');

/** How the website answers, and what the owner reads then. */
const troubles = [
  [401, 'asks for a password.', 'Customers are asked for it too.'],
  [403, 'A firewall at your hosting turns Counterbell away.', 'tell them this number: 403.'],
  [503, 'answers with an error (503).', 'Their messages wait, and none is lost.'],
  [200, 'Something else answers at', 'Either the website has no PHP'],
] as const;

const connect = (host: Host, channelId: string, website: StandIn) =>
  host.rpc('letterboxes.set', { channelId, url: website.website });

test('an owner enters the website, uploads the folder, and reads at each step what is there and what to do', async ({
  host,
  website,
  channelId,
  openConsole,
}) => {
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${channelId}/guide`);
  const address = page.getByRole('textbox', { name: 'Address of your website' });
  await expect(page.getByRole('heading', { name: /^Through my website/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No PHP on your website?' })).toBeVisible();
  await expectAccessible(page, 'the address of the website is asked');
  await address.fill('lamps');
  await address.press('Enter');
  await expect(page.getByText('Enter the address of your website, such as shop.example')).toBeVisible();
  await address.fill('http://shop.example');
  await address.press('Enter');
  await expect(page.getByText('This address isn’t encrypted.')).toBeVisible();
  await address.fill(website.website);
  await address.press('Enter');

  await expect(page.getByText(`Waiting for ${website.website}…`)).toBeVisible();
  await expect(page.getByText('The folder “counterbell” isn’t there yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the plugin' })).toBeVisible();
  await expectAccessible(page, 'the plugin is offered');
  await page.getByRole('tab', { name: 'Another website with PHP' }).click();
  await expect(page.getByText(`<script async src="${website.url}/loader.js"></script>`)).toBeVisible();
  await expect(step(page, 'Your address')).toContainText('Not yet');
  await expectAccessible(page, 'the website is waited for');
  for (const [status, what, todo] of troubles) {
    website.answer({ status });
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText(what)).toBeVisible();
    await expect(page.getByText(todo)).toBeVisible();
  }
  // While it looks, it is dimmed.
  await expect(page.getByRole('button', { name: 'Check now' })).toHaveCSS('opacity', '1');
  await expectAccessible(page, 'the website is in trouble');
  website.answer({ key: 'another key of at least thirty-two characters' });
  await expect(page.getByText(`The folder at ${website.website} has another key.`)).toBeVisible();

  // What is uploaded is noticed without a press.
  const key = await keyInPlugin(page);
  expect(await keyInFolder(page)).toBe(key);
  website.answer({ key });
  await expect(page.getByText(`Found at ${website.website}.`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Write something there.' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open chat page/ })).toHaveAttribute('href', `${website.url}/`);
  await expect(step(page, 'Your address')).toContainText('Done');
  await expectAccessible(page, 'the website was found');
  website.answer({ key, isExposed: true });
  await host.rpc('letterboxes.check', { channelId });
  await expect(page.getByText(`What waits at ${website.website} can be downloaded from there.`)).toBeVisible();
  await expectAccessible(page, 'what waits is sent to strangers');

  // Everything on the channel's page leads there, too.
  await page.goto(`${host.console}/#/settings/channels/${channelId}/website`);
  await expect(page.getByText(`Found at ${website.website}.`)).toBeVisible();
  await expect(page.getByText(`<script async src="${website.url}/loader.js"></script>`)).toBeVisible();
  await expect(page.getByRole('img', { name: `QR code of ${website.url}/` })).toBeVisible();
  await expect(page.getByText('Only programs on this computer can reach these addresses.')).toHaveCount(0);
});

test('a channel for an app leads through a website, too', async ({ host, website, openConsole }) => {
  const { id } = await host.rpc('channels.create', { name: 'App', publicId: 'app-1' });
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${id}/website`);
  await page.getByRole('button', { name: 'Show the addresses' }).click();
  await expect(page.getByText(`${host.listener}/`).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of your website' }).fill(website.website);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`Waiting for ${website.website}…`)).toBeVisible();
  // It has no window, hence neither the plugin nor a line for the pages.
  await expect(page.getByRole('tab', { name: 'WordPress' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the folder' }).click();
  website.answer({ key: keyIn(await readZip(await (await download).path()), 'counterbell') });
  await expect(page.getByText('The addresses above lead there now.', { exact: false })).toBeVisible();
  const { message } = await host.rpc('channels.addresses', { channelId: id });
  expect(message.startsWith(`${website.url}/box.php/`)).toBe(true);
  await expect(page.getByText(message, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the addresses' }).click();
  await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'a channel for an app leads through a website');
});

test('the header and Connection say whether messages come from the website, which is renewed and disconnected there', async ({
  host,
  website,
  channelId,
  openConsole,
}) => {
  const page = await openConsole();
  await expect(page.getByRole('link', { name: /^Local only/ })).toBeVisible();
  await connect(host, channelId, website);
  await expect(page.getByRole('link', { name: /^Website not connected: No messages come from/ })).toBeVisible();
  await openConnection(page);
  await expect(page.getByRole('radio', { name: 'Through my website', exact: true })).toBeChecked();
  const row = page.getByRole('list', { name: 'Your websites' }).getByRole('listitem');
  await expect(row).toContainText(website.website);
  await expect(row).toContainText('Not connected');
  await expect(row).toContainText('Upload it.');
  await expectAccessible(page, 'a website that is not connected');

  await row.getByRole('link', { name: 'Bella Lamps' }).click();
  const key = await keyInFolder(page);
  website.answer({ key });
  await openConnection(page);
  await expect(row).toContainText('Connected');
  await expect(reachPanel(page)).toContainText('Customers can write. Messages arrive within seconds');
  await expectAccessible(page, 'a connected website');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('link', { name: /^Reachable: Customers can write/ })).toBeVisible();
  website.answer({ status: 503 });
  await host.rpc('letterboxes.check', { channelId });
  const unfetched = /^Website not reached: Your website can’t be reached from here: messages wait there, none is lost/;
  await page.getByRole('link', { name: unfetched }).click();
  await expect(row).toContainText('Not reached since');
  await expect(reachPanel(page)).toContainText('messages wait there, none is lost');
  await expectAccessible(page, 'a website that is not reached');

  website.answer({ key });
  await row.getByRole('button', { name: 'Renew the key' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew the key' }).click();
  await expect(page.getByText('Key renewed. Now upload the folder again.')).toBeVisible();
  await expect(row).toContainText('has another key');
  await row.getByRole('link', { name: 'Bella Lamps' }).click();
  website.answer({ key: await keyInFolder(page) });
  await openConnection(page);
  await expect(row).toContainText('Connected');

  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText(`${website.website} is disconnected.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(website.said.at(-1)).toMatchObject({ online: false, empty: true });
  await expect(reachPanel(page)).toContainText('Only programs on this computer can reach you');
  await expect(page.getByRole('list', { name: 'Connect a website' }).getByRole('link')).toContainText('Bella Lamps');
});
