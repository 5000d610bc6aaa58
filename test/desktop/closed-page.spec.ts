import type { ElectronApplication, Page } from '@playwright/test';
import { KEPT } from '#main/desktop/windows/release.ts';
import { openChannel as openChannelOf } from '../fixtures/channels.ts';
import { startNotificationService, type NotificationService } from '../fixtures/dbus/notification-service.ts';
import { startTrayHost } from '../fixtures/dbus/tray-host.ts';
import { openShop, inviteIvan, launchJoined } from './colleagues.ts';
import { openChannel, shownWindows } from './customers.ts';
import { expect, skipWithoutRuntime, test, type Desktop } from './fixtures.ts';

test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');

/** Lets the time that a page is kept pass at once; every other timer runs as it would. */
async function passKeptTime({ app }: Desktop): Promise<void> {
  await app.evaluate((_electron, kept) => {
    const wait = globalThis.setTimeout;
    const shortened = (run: () => void, delay?: number): NodeJS.Timeout => wait(run, delay === kept ? 1 : delay);
    globalThis.setTimeout = Object.assign(shortened, wait);
  }, KEPT);
}

/** Closes the console's window; resolves once its page has been asked whether it can go. */
async function closeAndAsk({ app, page }: { readonly app: ElectronApplication; readonly page: Page }): Promise<void> {
  const asked = page.evaluate(
    () => new Promise<void>((resolve) => void counterbell.desktop.on('mayEnd', () => resolve())),
  );
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await asked;
}

const windows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

async function closeUntilGone(app: ElectronApplication, page: Page): Promise<void> {
  const gone = page.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await gone;
  expect(await windows(app)).toBe(0);
}

/** Presses the notification of this message. */
async function press(service: NotificationService, words: string): Promise<void> {
  const shown = () => service.shownNotifications().find(({ body }) => body.includes(words));
  await expect.poll(shown).toBeDefined();
  service.press(shown()?.id ?? 0, 'default');
}

test('a window closed to the tray gives up its page once nothing would be lost; messages call as before, and whatever opens it finds the chat and the half-written words', async ({
  launch,
  startAgain,
}) => {
  skipWithoutRuntime();
  const [service, host] = [await startNotificationService(), await startTrayHost()];
  const desktop = await launch();
  const { app, rpc, console: first } = desktop;
  await expect.poll(() => host.items()).toHaveLength(1);
  await rpc('setup.finish', {});
  await rpc('operators.setPresence', { presence: 'online' });
  const write = await openChannel(desktop);
  await write('anna', 'Is it in stock?');
  await passKeptTime(desktop);

  await first.getByRole('option').filter({ hasText: 'Is it in stock?' }).click();
  await first.getByRole('textbox', { name: 'Message' }).fill('Two are le');
  const path = await first.evaluate<string>('location.hash');
  await first.getByRole('button', { name: 'Note', exact: true }).click();
  await first.getByRole('textbox', { name: 'Note', exact: true }).fill('She always ta');

  // A word in a field that keeps nothing holds the page.
  await first.evaluate(`void (location.hash = '/search')`);
  await first.getByRole('searchbox').fill('lamp');
  await closeAndAsk({ app, page: first });
  await host.click();
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await expect(first.getByRole('searchbox')).toHaveValue('lamp');
  await first.goBack();
  await expect(first.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('She always ta');
  await closeUntilGone(app, first);

  // A call, and the chat that it is for.
  const opened = app.waitForEvent('window');
  await write('ben', 'Hello');
  await press(service, 'Hello');
  const second = await opened;
  await expect(second.getByRole('article').filter({ hasText: 'Hello' })).toBeVisible();
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  // Where the first page was, with its words.
  await second.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
  await expect(second.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('She always ta');
  await second.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(second.getByRole('textbox', { name: 'Message' })).toHaveValue('Two are le');
  await closeUntilGone(app, second);

  // The tray, and then a second start.
  const third = app.waitForEvent('window');
  await host.click();
  await expect((await third).getByRole('textbox', { name: 'Message' })).toHaveValue('Two are le');
  await closeUntilGone(app, await third);
  const fourth = app.waitForEvent('window');
  expect(await startAgain()).toBe(0);
  await expect((await fourth).getByRole('textbox', { name: 'Message' })).toHaveValue('Two are le');
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await closeUntilGone(app, await fourth);

  const ended = app.waitForEvent('close');
  await host.choose('Quit');
  await ended;
  expect(await desktop.quit()).toBe(0);
  await host.stop();
  await service.stop();
});

test('a seat gives up its page as well, and keeps it while a reply waits for the host', async ({ launch }) => {
  skipWithoutRuntime();
  const [service, host] = [await startNotificationService(), await startTrayHost()];
  const lamps = await openShop('Lamps');
  const seat = await launchJoined(launch, await inviteIvan(lamps));
  const { app, console: first } = seat;
  await expect.poll(() => host.items()).toHaveLength(1);
  await seat.rpc('operators.setPresence', { presence: 'online' });
  const channel = await openChannelOf(lamps);
  await channel.say('anna', 'Is it in stock?');
  await passKeptTime(seat);
  await first.getByRole('option').filter({ hasText: 'Is it in stock?' }).click();
  await closeUntilGone(app, first);

  const opened = app.waitForEvent('window');
  await channel.say('ben', 'Hello');
  await press(service, 'Hello');
  const second = await opened;
  await expect(second.getByRole('article').filter({ hasText: 'Hello' })).toBeVisible();

  await lamps.stop();
  await expect(second.getByText('hasn’t been reachable since', { exact: false })).toBeVisible();
  await second.getByRole('textbox', { name: 'Message' }).fill('Two are left.');
  await second.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(second.getByText('Waiting for the connection.')).toBeVisible();
  await closeAndAsk({ app, page: second });
  const gone = second.waitForEvent('close');
  const again = await lamps.restart({ args: ['--team', new URL(lamps.team ?? '').host] });
  await gone;
  const { chats } = await again.rpc('chats.list', {});
  expect(chats.map(({ lastMessage }) => lastMessage?.text)).toContain('Two are left.');
  await seat.quit();
  await again.remove();
  await host.stop();
  await service.stop();
});
