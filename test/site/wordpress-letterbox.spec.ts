import { expect, type Page, test as base } from '@playwright/test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wordpressLetterbox } from '#main/letterbox/wordpress-letterbox.ts';
import { zipOf } from '#main/site/site-zips.ts';
import type { LetterStatus } from '#shared/site/frames.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { BOX_KEY } from '../fixtures/website.ts';
import { startWordPress, whyNoWordPress, type WordPress, WORDPRESS_OWNER } from '../fixtures/wordpress.ts';
import { beginChat, chatIn, openChat, write } from './fixtures.ts';
import { feed, theChat } from './world.ts';

const missing = whyNoWordPress();
const KEPT = 'Sent, will be read when we’re back';
const zip = (key = BOX_KEY): Promise<Buffer> =>
  zipOf(wordpressLetterbox(fileURLToPath(new URL('../../out/site', import.meta.url)), key), new Date());

interface Started {
  readonly wordPress: WordPress;
  readonly startShop: (box: string) => Promise<Host>;
}

/** `isApart`: the web server's PHP may write above what it serves. `runs`: as of `startWordPress`. */
const test = base.extend<{
  readonly isApart: boolean;
  readonly runs: 'everything' | 'core';
  readonly started: Started;
}>({
  isApart: [true, { option: true }],
  runs: ['everything', { option: true }],
  started: async ({ isApart, runs }, use) => {
    const wordPress = await startWordPress({ isApart, runs });
    const hosts: Host[] = [];
    await use({
      wordPress,
      startShop: async (url) => {
        const box = { url, key: BOX_KEY, allowPlainHttp: true };
        const host = await startHost({
          provision: {
            operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }],
            channels: [{ name: 'Bella Lamps', publicId: 'lamps', kind: 'site', box }],
          },
        });
        hosts.push(host);
        await host.rpc('operators.setPresence', { presence: 'online' });
        return host;
      },
    });
    await Promise.all([...hosts.map((host) => host.remove()), wordPress.stop()]);
  },
});
test.skip(missing !== undefined, missing);

/** What the owner does in the dashboard. */
function dashboard(page: Page, { url }: WordPress) {
  const settings = `${url}/wp-admin/options-general.php?page=counterbell`;
  const upload = async (): Promise<void> => {
    await page.goto(`${url}/wp-admin/plugin-install.php?tab=upload`);
    const file = { name: 'counterbell.zip', mimeType: 'application/zip', buffer: await zip() };
    await page.locator('input[name=pluginzip]').setInputFiles(file);
    await page.getByRole('button', { name: 'Install Now' }).click();
  };
  return {
    signIn: async (): Promise<void> => {
      await page.goto(`${url}/wp-login.php`);
      await page.locator('#user_login').fill(WORDPRESS_OWNER.name);
      await page.locator('#user_pass').fill(WORDPRESS_OWNER.password);
      await page.locator('#wp-submit').click();
      await page.waitForURL(/wp-admin/);
    },
    install: async (): Promise<void> => {
      await upload();
      await page.getByRole('link', { name: 'Activate Plugin' }).click();
      await expect(page.getByText('Plugin activated.')).toBeVisible();
    },
    replace: async (): Promise<void> => {
      await upload();
      await page.getByRole('link', { name: 'Replace current with uploaded' }).click();
      await expect(page.getByText('Plugin updated successfully.')).toBeVisible();
    },
    /** shown once `title` is what it says of the connection */
    openSettings: async (title: string): Promise<void> => {
      await expect(async () => {
        await page.goto(settings);
        await expect(page.locator('.notice strong')).toHaveText(title, { timeout: 1000 });
      }).toPass({ timeout: 40_000 });
    },
    choose: async (remove: boolean): Promise<void> => {
      await page.goto(settings);
      await page.getByRole('checkbox').setChecked(remove);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Settings saved.')).toBeVisible();
      await page.goto(settings);
      await expect(page.getByRole('checkbox')).toBeChecked({ checked: remove });
    },
    deactivate: async (): Promise<void> => {
      await page.goto(`${url}/wp-admin/plugins.php`);
      await page.locator('#deactivate-counterbell').click();
      await expect(page.getByText('Plugin deactivated.')).toBeVisible();
    },
    remove: async (): Promise<void> => {
      await page.goto(`${url}/wp-admin/plugins.php`);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.locator('#delete-counterbell').click();
      await expect(page.getByText('was successfully deleted')).toBeVisible();
    },
  };
}

const scriptOn = async ({ url }: WordPress): Promise<string | undefined> =>
  /<script[^>]* src=['"]([^'"]*loader\.js[^'"]*)['"][^>]*>/.exec(await (await fetch(url)).text())?.[1];
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const dataFolders = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /^counterbell-[0-9a-f]{32}$/.test(name));

test(
  'the letterbox’s plugin, in a real WordPress: installed, written with, deactivated, deleted without and with everything',
  { tag: '@thorough' },
  async ({ page, browser, started: { wordPress, startShop } }) => {
    test.setTimeout(240_000);
    const folder = join(wordPress.root, 'counterbell');
    const owner = dashboard(page, wordPress);
    await owner.signIn();
    await owner.install();
    await owner.openSettings('Not connected yet');
    expect(await scriptOn(wordPress)).toMatch(/\/counterbell\/loader\.js\?ver=[0-9a-f]{12}$/);

    let host = await startShop(`${wordPress.url}/counterbell`);
    await owner.openSettings('Connected');
    await test.info().attach('settings', { body: await page.screenshot(), contentType: 'image/png' });

    const visitor = await (await browser.newContext()).newPage();
    const chat = await beginChat(visitor, wordPress.url, 'Hello from WordPress');
    await host.rpc('chats.reply', { chatId: await theChat({ host }), text: 'Hello from the shop' });
    await expect(chat.log.getByText('Hello from the shop')).toBeVisible();

    await host.stop();
    await owner.openSettings('Not connected');
    await test.info().attach('off', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
    await visitor.reload();
    await chat.button.click();
    await write(chat.field, 'Are you there?');
    await expect(chat.log.getByText(KEPT)).toBeVisible();
    await owner.deactivate();
    expect(await scriptOn(wordPress)).toBeUndefined();
    await visitor.reload();
    await expect(chatIn(visitor).button).toHaveCount(0);

    await owner.remove();
    expect(await wordPress.run(`var_export(get_site_option('counterbell'));`)).toBe('false');
    host = await host.restart();
    // What waited there is fetched from a website without the plugin.
    await expect.poll(async () => (await feed({ host })).at(-1)?.text, { timeout: 15_000 }).toBe('Are you there?');

    await owner.install();
    await owner.openSettings('Connected');
    // In the middle of an update the website goes on without the window.
    const plugin = join(wordPress.root, 'wp-content/plugins/counterbell');
    for (const part of ['version.php', 'page.php', 'folder/box-key.php']) {
      renameSync(join(plugin, part), join(plugin, 'elsewhere'));
      expect(await statusOf(wordPress.url)).toBe(200);
      expect(await statusOf(`${wordPress.url}/wp-admin/admin-ajax.php?action=none`)).toBe(400);
      renameSync(join(plugin, 'elsewhere'), join(plugin, part));
    }
    // A website that was moved without the folder has it again.
    rmSync(join(folder, 'loader.js'));
    await owner.choose(true);
    expect(existsSync(join(folder, 'loader.js'))).toBe(true);
    expect(dataFolders(dirname(wordPress.root))).toHaveLength(1);
    await owner.deactivate();
    await owner.remove();
    expect(existsSync(folder)).toBe(false);
    expect(dataFolders(dirname(wordPress.root))).toEqual([]);
    expect(await wordPress.run(`var_export(get_site_option('counterbell'));`)).toBe('false');
    await host.stop();
  },
);

test(
  'the letterbox of a WordPress in a sub-folder is in that folder, and a new key replaces the old one',
  { tag: '@thorough' },
  async () => {
    const wordPress = await startWordPress({ below: 'wp' });
    try {
      const home = `${wordPress.url}/wp/counterbell`;
      await wordPress.installPlugin(await zip(), 'counterbell/counterbell.php');
      expect(await scriptOn(wordPress)).toMatch(new RegExp(`^${home}/loader\\.js`));
      expect(await (await fetch(`${home}/box.php`)).json()).toEqual({ counterbell: 1 });
      const waiting = join(wordPress.root, 'wp/counterbell/c/window.txt');
      writeFileSync(waiting, 'as it was');
      await wordPress.run(`require 'wp-admin/includes/admin.php'; deactivate_plugins('counterbell/counterbell.php');
        delete_plugins(['counterbell/counterbell.php']);`);
      await wordPress.installPlugin(await zip('another key of thirty-two characters'), 'counterbell/counterbell.php');
      expect(readFileSync(join(wordPress.root, 'wp/counterbell/box-key.php'), 'utf8')).toContain('another key');
      expect(readFileSync(waiting, 'utf8')).toBe('as it was');
    } finally {
      await wordPress.stop();
    }
  },
);

test('the websites of a WordPress network share the letterbox of the first', { tag: '@thorough' }, async () => {
  const wordPress = await startWordPress({ isNetwork: true });
  try {
    await wordPress.installPlugin(await zip(), 'counterbell/counterbell.php');
    const second = { ...wordPress, url: `${wordPress.url}/second/` };
    for (const website of [wordPress, second])
      expect(await scriptOn(website)).toMatch(/^http:\/\/localhost(:\d+)?\/counterbell\/loader\.js\?ver=/);
    expect(await (await fetch(`${wordPress.url}/counterbell/box.php`)).json()).toEqual({ counterbell: 1 });
  } finally {
    await wordPress.stop();
  }
});

test.describe('where the hosting runs no programs in folders', () => {
  test.use({ runs: 'core' });
  test(
    'WordPress runs the letterbox, for the app and for visitors',
    { tag: '@thorough' },
    async ({ page, started: { wordPress, startShop } }) => {
      await wordPress.installPlugin(await zip(), 'counterbell/counterbell.php');
      const box = `${wordPress.url}/counterbell`;
      expect(await statusOf(`${box}/box.php`)).toBe(403);
      const host = await startShop(box);
      await expect.poll(async () => (await host.rpc('letterboxes.list', {})).letterboxes[0]?.state).toBe('open');
      const script = async () => ((await (await fetch(`${box}/c/window.txt`)).json()) as LetterStatus).window.script;
      // It is said once the app has found it.
      await host.rpc('letterboxes.check', { channelId: (await host.rpc('channels.list', {})).channels[0]?.id ?? '' });
      await expect.poll(script).toBe('/?rest_route=/counterbell/v1/box&to=');
      const chat = await beginChat(page, wordPress.url, 'Hello through WordPress');
      await host.rpc('chats.reply', { chatId: await theChat({ host }), text: 'Hello from the shop' });
      await expect(chat.log.getByText('Hello from the shop')).toBeVisible();
    },
  );
});

test.describe('where only the plugin’s own folder can be used', () => {
  test.use({ isApart: false });
  test(
    'the page says so, and what waits there outlives a new version of the plugin',
    { tag: '@thorough' },
    async ({ page, browser, started: { wordPress, startShop } }) => {
      test.setTimeout(240_000);
      const plugin = join(wordPress.root, 'wp-content/plugins/counterbell/folder');
      const others = join(wordPress.root, 'counterbell');
      mkdirSync(others);
      writeFileSync(join(others, 'page.html'), 'About our counter bells');
      const owner = dashboard(page, wordPress);
      await owner.signIn();
      await owner.install();
      await owner.openSettings('Not connected yet');
      await expect(page.getByText('Inside the plugin, because')).toBeVisible();
      const host = await startShop(`${wordPress.url}/wp-content/plugins/counterbell/folder`);
      await owner.openSettings('Connected');
      const visitor = await (await browser.newContext()).newPage();
      await beginChat(visitor, wordPress.url, 'One');
      await host.stop();
      await visitor.reload();
      const chat = await openChat(visitor, wordPress.url);
      await write(chat.field, 'Two');
      await expect(chat.log.getByText(KEPT)).toBeVisible();
      expect(dataFolders(plugin)).toHaveLength(1);

      await owner.replace();
      await owner.openSettings('Not connected');
      await test.info().attach('inside', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
      const again = await host.restart();
      await expect
        .poll(async () => (await feed({ host: again })).map(({ text }) => text), { timeout: 15_000 })
        .toEqual(expect.arrayContaining(['One', 'Two']));

      await owner.choose(true);
      await owner.deactivate();
      await owner.remove();
      expect(existsSync(dirname(plugin))).toBe(false);
      expect(readdirSync(others)).toEqual(['page.html']);
      await again.stop();
    },
  );
});
