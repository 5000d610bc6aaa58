import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startNotificationService, type NotificationService } from '../fixtures/dbus/notification-service.ts';
import { startTrayHost, type TrayHost } from '../fixtures/dbus/tray-host.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { expect, skipWithoutRuntime, test as base, type Desktop, type StartOptions } from './fixtures.ts';

interface Shop {
  readonly host: Headless;
  readonly channel: TestChannel;
  /** an invitation for Ivan */
  readonly invite: () => Promise<string>;
}

interface Fixtures {
  readonly panel: TrayHost;
  readonly service: NotificationService;
  /** two shops on computers of their own */
  readonly shops: { readonly lamps: Shop; readonly chairs: Shop };
}

const test = base.extend<Fixtures>({
  panel: async ({}, use) => {
    skipWithoutRuntime();
    const panel = await startTrayHost();
    await use(panel);
    await panel.stop();
  },
  service: async ({}, use) => {
    skipWithoutRuntime();
    const service = await startNotificationService();
    await use(service);
    await service.stop();
  },
  shops: async ({}, use) => {
    skipWithoutRuntime();
    const [lamps, chairs] = await Promise.all([openShop('Lamps'), openShop('Chairs')]);
    await use({ lamps, chairs });
    await Promise.all([lamps.host.remove(), chairs.host.remove()]);
  },
});
test.skip(process.platform !== 'linux', 'trays and notifications of other systems cannot be used from outside');

async function openShop(name: string): Promise<Shop> {
  const host = await startHeadless({ args: ['--team', '127.0.0.1:0'] });
  await host.rpc('setup.finish', {});
  await host.rpc('team.change', { name });
  const channel = await openChannel(host, { name });
  const invite = async () => (await host.rpc('invitations.create', { name: 'Ivan', role: 'operator' })).app;
  return { host, channel, invite };
}

/** The app after it has joined this shop. */
async function joinFirst(launch: (options?: StartOptions) => Promise<Desktop>, shop: Shop): Promise<Desktop> {
  const first = await launch();
  // The test starts the app again itself.
  await first.app.evaluate(({ app }) => void (app.relaunch = () => undefined));
  const ended = once(first.app.process(), 'exit');
  await first.console.evaluate((link) => counterbell.desktop.call('join', link), await shop.invite());
  await ended;
  return launch();
}

const switcher = (page: Page) => page.getByRole('navigation', { name: 'Shops' });
const shopButton = (page: Page, name: RegExp | string) => switcher(page).getByRole('button', { name });

/** The page of the shop that is seen, and how its window looks from outside. */
const seen = ({ app }: Desktop): Promise<{ readonly url: string; readonly title: string } | undefined> =>
  app.evaluate(({ BrowserWindow, webContents }) => {
    const [window] = BrowserWindow.getAllWindows().filter((each) => !each.isAlwaysOnTop());
    const page = webContents.getFocusedWebContents();
    return window && page ? { url: page.getURL(), title: window.getTitle() } : undefined;
  });

/** Joins one more shop from the page of the first, without a restart; resolves to its page. */
async function joinAnother(desktop: Desktop, page: Page, shop: Shop, name: string): Promise<Page> {
  const opened = desktop.app.waitForEvent('window');
  await page.evaluate(`location.hash = '#/join'`);
  await page.getByRole('textbox', { name: 'Invitation' }).fill(await shop.invite());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Join ${name}?` })).toBeVisible();
  await expect(page.getByText('Counterbell then restarts', { exact: false })).toHaveCount(0);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  return opened;
}

const answers = async (shop: Shop): Promise<readonly (string | undefined)[]> =>
  (await shop.host.rpc('messages.list', { chatId: '1' })).messages
    .filter(({ from }) => from === 'operator')
    .map(({ text }) => text);

test('an app joins a second shop beside the first: counts, tray and notifications of both, each answered in its own', async ({
  launch,
  panel,
  service,
  shops: { lamps, chairs },
}) => {
  const desktop = await joinFirst(launch, lamps);
  const first = desktop.console;
  await expect(first.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(switcher(first)).toHaveCount(0);
  const second = await joinAnother(desktop, first, chairs, 'Chairs');
  expect(second.url()).toMatch(/^app:\/\/shop-[0-9a-f]{32}\/index\.html/);
  expect(new URL(second.url()).host).not.toBe(new URL(first.url()).host);
  await expect(shopButton(second, 'Lamps')).toBeVisible();
  await expect(shopButton(second, 'Chairs')).toHaveAttribute('aria-current', 'true');
  await expect(shopButton(first, 'Lamps')).toHaveAttribute('aria-current', 'true');
  await expect(first.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await expect.poll(async () => (await seen(desktop))?.url).toBe(second.url());

  // A chat of the shop that isn't seen is announced with its name while the other has the focus.
  await desktop.rpc('operators.setPresence', { presence: 'online' });
  await lamps.channel.say('anna', 'Is the lamp in stock?');
  await expect
    .poll(() => service.shownNotifications().map(({ title, body }) => `${title}: ${body}`))
    .toEqual([expect.stringMatching(/ · Lamps: Is the lamp in stock\?$/)]);
  await expect(shopButton(second, 'Lamps, 1 waiting')).toBeVisible();
  await chairs.channel.say('cleo', 'Is the chair in stock?');
  await expect(shopButton(second, 'Chairs, 1 waiting')).toBeVisible();
  await expect(shopButton(first, 'Chairs, 1 waiting')).toBeVisible();
  await expect.poll(() => panel.launcherCount()).toBe(2);
  await expect.poll(() => panel.tooltip()).toContain('Lamps: 1 waiting\nChairs: 1 waiting');
  const lines = async () => (await panel.menu()).map(({ label }) => label).filter((label) => label !== '');
  await expect
    .poll(lines)
    .toEqual(
      expect.arrayContaining([
        'Lamps',
        expect.stringMatching(/Is the lamp in stock\?$/),
        'Chairs',
        expect.stringMatching(/Is the chair in stock\?$/),
      ]),
    );

  // What is written in one shop stays while the other is seen.
  await second.getByRole('option').filter({ hasText: 'Is the chair in stock?' }).click();
  await second.getByRole('textbox', { name: 'Message' }).fill('Let me look');
  service.press(service.shownNotifications()[0]?.id ?? 0, 'default');
  const { host: lampsHost } = new URL(first.url());
  await expect.poll(async () => (await seen(desktop))?.url).toMatch(new RegExp(`//${lampsHost}/.*#/chat/1$`));
  await expect(first.getByRole('article').filter({ hasText: 'Is the lamp in stock?' })).toBeVisible();
  await shopButton(first, /^Chairs/).click();
  await expect.poll(async () => (await seen(desktop))?.url).toBe(second.url());
  await expect(second.getByRole('textbox', { name: 'Message' })).toHaveValue('Let me look');

  // The reply window answers in the shop whose chat was chosen, though both chats have the same number.
  const opened = desktop.app.waitForEvent('window');
  const line = (await lines()).find((label) => label.endsWith('Is the lamp in stock?')) ?? '';
  await panel.choose(line);
  const reply = await opened;
  await expect(reply.getByText('Lamps', { exact: true })).toBeVisible();
  await reply.getByRole('textbox', { name: 'Message' }).fill('The lamp is.');
  await reply.keyboard.press('Enter');
  await expect.poll(() => answers(lamps)).toEqual(['The lamp is.']);
  expect(await answers(chairs)).toEqual([]);
});

test('a page of one shop reaches nothing of the other', async ({ launch, shops: { lamps, chairs } }) => {
  const desktop = await joinFirst(launch, lamps);
  const first = desktop.console;
  const second = await joinAnother(desktop, first, chairs, 'Chairs');
  await lamps.channel.say('anna', 'Only for lamps');
  await chairs.channel.say('cleo', 'Only for chairs');
  const chats = (page: Page) =>
    page.evaluate(async () => {
      const answer = await counterbell.request('chats.list', {});
      return JSON.stringify(answer);
    });
  await expect.poll(() => chats(first)).toContain('Only for lamps');
  await expect.poll(() => chats(second)).toContain('Only for chairs');
  expect(await chats(first)).not.toContain('Only for chairs');
  expect(await chats(second)).not.toContain('Only for lamps');
  const host = new URL(second.url()).host;
  expect(
    await first.evaluate(
      (other) =>
        fetch(`app://${other}/media/${'0'.repeat(64)}/photo.png`).then(
          () => 'answered',
          () => 'refused',
        ),
      host,
    ),
  ).toBe('refused');
  // Neither does it get there by leaving its own address.
  const before = first.url();
  await first.evaluate(`location.assign('app://${host}/index.html#/')`);
  await expect.poll(() => chats(first)).toContain('Only for lamps');
  expect(new URL(first.url()).host).toBe(new URL(before).host);
});

test('one shop’s computer is off while the other works; its unsent reply is counted and goes out in the background; both and the choice survive a restart; one that removed this computer is dismissed', async ({
  launch,
  shops: { lamps, chairs },
}) => {
  const desktop = await joinFirst(launch, lamps);
  const first = desktop.console;
  const second = await joinAnother(desktop, first, chairs, 'Chairs');
  await lamps.channel.say('anna', 'Is the lamp in stock?');
  await chairs.channel.say('cleo', 'Is the chair in stock?');
  await shopButton(second, /^Lamps/).click();
  await first.getByRole('option').filter({ hasText: 'Is the lamp in stock?' }).click();
  const team = new URL(lamps.host.team ?? '').host;
  await lamps.host.stop();
  await expect(first.getByText('hasn’t been reachable since', { exact: false })).toBeVisible();
  await first.getByRole('textbox', { name: 'Message' }).fill('Two are left.');
  await first.keyboard.press('Enter');
  await expect(shopButton(first, /^Lamps, can’t be reached, (1 waiting, )?1 message to send$/)).toBeVisible();
  await shopButton(first, /^Chairs/).click();
  await second.getByRole('option').filter({ hasText: 'Is the chair in stock?' }).click();
  await second.getByRole('textbox', { name: 'Message' }).fill('It is.');
  await second.keyboard.press('Enter');
  await expect.poll(() => answers(chairs)).toEqual(['It is.']);
  await expect(shopButton(second, /^Lamps, can’t be reached, .*1 message to send$/)).toBeVisible();

  await desktop.quit();
  const again = await lamps.host.restart({ args: ['--team', team] });
  const next = await launch();
  expect(new URL(next.console.url()).host).toBe(new URL(second.url()).host);
  await expect(shopButton(next.console, /^Chairs/)).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => answers({ ...lamps, host: again })).toEqual(['Two are left.']);
  await expect(shopButton(next.console, 'Lamps')).toBeVisible();

  const lost = next.app.windows().find((page) => page.url().includes(new URL(first.url()).host));
  if (lost === undefined) throw new Error('the lost shop has no page');
  await shopButton(next.console, /^Lamps/).click();
  await lost.getByRole('textbox', { name: 'Message' }).fill('Shall I keep one?');
  const { devices } = await again.rpc('devices.list', {});
  await again.rpc('devices.remove', { deviceId: devices[0]?.id ?? '' });
  await expect(shopButton(lost, 'Lamps, this computer was removed')).toBeVisible();
  await expect(lost.getByRole('heading', { name: 'This computer was removed from Lamps' })).toBeVisible();
  // What was being written is there to be copied.
  const unsent = lost.getByRole('region', { name: '1 message you wrote wasn’t sent' });
  await expect(unsent.getByRole('listitem')).toHaveText('Shall I keep one?');
  await expect(unsent).toContainText('“Remove from this app” deletes everything');
  await lost.getByRole('button', { name: 'Remove from this app' }).click();
  await expect(switcher(next.console)).toHaveCount(0);
  await expect.poll(async () => (await seen(next))?.url).toContain(new URL(second.url()).host);
  expect(await next.rpc('operators.me', {})).toMatchObject({ name: 'Ivan' });
  await next.quit();
  await again.remove();
});

test('a shop whose key can be read again works without a restart, and says when it still cannot', async ({
  launch,
  dataDir,
  shops: { lamps },
}) => {
  const desktop = await joinFirst(launch, lamps);
  await desktop.quit();
  const keyFile = join(dataDir, 'vault.key');
  test.skip(!existsSync(keyFile), 'this system has a keyring, and no test may touch it');
  const key = await readFile(keyFile);
  await writeFile(keyFile, randomBytes(32).toString('base64'));

  const next = await launch();
  await expect(next.console.getByRole('heading', { name: 'This computer can’t read its key to Lamps' })).toBeVisible();
  await next.console.getByRole('button', { name: 'Try again' }).click();
  await expect(next.console.getByText('It still can’t be read.')).toBeVisible();
  await writeFile(keyFile, key);
  const reopened = next.app.waitForEvent('window');
  await next.console.getByRole('button', { name: 'Try again' }).click();
  const again = await reopened;
  await expect(again.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await lamps.channel.say('anna', 'Is the lamp in stock?');
  await expect(again.getByRole('option').filter({ hasText: 'Is the lamp in stock?' })).toBeVisible();
  await next.quit();
});

test('a shop whose key cannot be read says so while the others work; joined again it works, and once it is left nothing of its pages remains', async ({
  launch,
  dataDir,
  shops: { lamps, chairs },
}) => {
  const desktop = await joinFirst(launch, lamps);
  const second = await joinAnother(desktop, desktop.console, chairs, 'Chairs');
  await second.evaluate(() => localStorage.setItem('draft', 'It is.'));
  await shopButton(second, /^Lamps/).click();
  await desktop.quit();
  const file = join(dataDir, 'seats.json');
  const stored: { seats: { shop: string; deviceKey: string }[]; shown: string } = JSON.parse(
    await readFile(file, 'utf8'),
  );
  for (const seat of stored.seats) if (seat.shop === 'Chairs') seat.deviceKey = 'sealed by nobody';
  await writeFile(file, JSON.stringify(stored));

  const next = await launch();
  expect(await next.rpc('operators.me', {})).toMatchObject({ name: 'Ivan' });
  await lamps.channel.say('anna', 'Is the lamp in stock?');
  await expect(next.console.getByRole('option').filter({ hasText: 'Is the lamp in stock?' })).toBeVisible();
  const opened = next.app.waitForEvent('window');
  await shopButton(next.console, 'Chairs, its key can’t be read').click();
  const lost = await opened;
  await expect(lost.getByRole('heading', { name: 'This computer can’t read its key to Chairs' })).toBeVisible();
  await lost.getByRole('link', { name: 'Join again' }).click();
  const { operators } = await chairs.host.rpc('operators.list', {});
  const ivan = operators.find(({ name }) => name === 'Ivan')?.id ?? '';
  const { app: link } = await chairs.host.rpc('invitations.create', { operatorId: ivan });
  const { host } = new URL(lost.url());
  const reopened = next.app.waitForEvent('window');
  await lost.getByRole('textbox', { name: 'Invitation' }).fill(link);
  await lost.keyboard.press('Enter');
  await lost.getByRole('button', { name: 'Join', exact: true }).click();
  const again = await reopened;
  expect(new URL(again.url()).host).toBe(host);
  await expect(again.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  expect(await again.evaluate(() => localStorage.getItem('draft'))).toBe('It is.');

  const closed = again.waitForEvent('close');
  await again.evaluate(() => void counterbell.desktop.call('leaveShop'));
  await closed;
  await expect(switcher(next.console)).toHaveCount(0);
  const rejoined = await joinAnother(
    next,
    next.console,
    { ...chairs, invite: async () => (await chairs.host.rpc('invitations.create', { operatorId: ivan })).app },
    'Chairs',
  );
  expect(new URL(rejoined.url()).host).toBe(host);
  expect(await rejoined.evaluate(() => localStorage.getItem('draft'))).toBeNull();
});

test('if the file of seats cannot be read, the window opens on this computer’s own installation, and the file is set aside', async ({
  launchUnseen,
  dataDir,
}) => {
  const damaged = { installationId: 'lamps', operatorId: '2', shop: 'Lamps' };
  await writeFile(join(dataDir, 'seats.json'), JSON.stringify({ seats: [damaged] }));
  const app = await launchUnseen({});
  const isOwn = (page: Page): boolean => page.url().startsWith('app://counterbell/');
  const own = app.windows().find(isOwn) ?? (await app.waitForEvent('window', isOwn));
  await expect(own.getByRole('heading', { name: 'Welcome to Counterbell' })).toBeVisible();
  const kept = await readdir(dataDir);
  expect(kept.filter((name) => name.startsWith('seats'))).not.toContain('seats.json');
});
