import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNotificationService } from '../fixtures/dbus/notification-service.ts';
import { startTrayHost, type TrayHost } from '../fixtures/dbus/tray-host.ts';
import { shownWindows } from './customers.ts';
import { expect, skipWithoutRuntime, test as base, type Desktop } from './fixtures.ts';

const test = base.extend<{ readonly host: TrayHost }>({
  host: async ({}, use) => {
    skipWithoutRuntime();
    const host = await startTrayHost();
    await use(host);
    await host.stop();
  },
});
test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');

const closeConsole = ({ app }: Desktop): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('closing the window leaves the app in the tray, which is announced once, and the tray reopens it', async ({
  host,
  launch,
}) => {
  const notifications = await startNotificationService();
  const desktop = await launch();
  await expect.poll(() => host.items()).toHaveLength(1);
  for (const round of ['first', 'second']) {
    await expect.poll(() => shownWindows(desktop.app), round).toHaveLength(1);
    await closeConsole(desktop);
    await expect.poll(() => shownWindows(desktop.app), round).toEqual([]);
    expect((await desktop.rpc('setup.get', {})).version).toMatch(/^\d/);
    await host.click();
  }
  await expect.poll(() => shownWindows(desktop.app)).toHaveLength(1);
  expect(notifications.asked.map(({ title, body }) => [title, body])).toEqual([
    ['Counterbell keeps running', expect.stringContaining('tray')],
  ]);
  await notifications.stop();
});

test('clicking the announcement of where the window went reopens it', async ({ host, launch }) => {
  const notifications = await startNotificationService();
  const desktop = await launch();
  await expect.poll(() => host.items()).toHaveLength(1);
  await expect.poll(() => shownWindows(desktop.app)).toHaveLength(1);
  await closeConsole(desktop);
  await expect.poll(() => shownWindows(desktop.app)).toEqual([]);
  await expect.poll(() => notifications.asked).toHaveLength(1);
  notifications.press(notifications.asked[0]?.id ?? 0, 'default');
  await expect.poll(() => shownWindows(desktop.app)).toHaveLength(1);
  await notifications.stop();
});

test('started hidden it stays in the tray, without a window', async ({ host, launchUnseen, dataDir }) => {
  const app = await launchUnseen();
  await expect.poll(() => host.items()).toHaveLength(1);
  await expect.poll(() => readFileSync(join(dataDir, 'logs', 'counterbell.log'), 'utf8')).toContain('"hidden":true');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  const opened = app.waitForEvent('window');
  await host.click();
  expect((await opened).url()).toContain('app://counterbell/');
});

test('with closing set to quit it quits, even with a tray', async ({ host, launch }) => {
  const desktop = await launch();
  await expect.poll(() => host.items()).toHaveLength(1);
  await desktop.console.evaluate(() => counterbell.desktop.call('change', { closeToTray: false }));
  const ended = desktop.app.waitForEvent('close');
  await closeConsole(desktop);
  await ended;
  expect(await desktop.quit()).toBe(0);
  await expect.poll(() => host.items()).toEqual([]);
});

for (const [what, end] of [
  ['its watcher ends', (host: TrayHost) => host.stop()],
  ['its panel no longer draws icons', async (host: TrayHost) => host.setDrawn(false)],
] as const) {
  test(`when the tray disappears while the window is hidden (${what}), the window reopens and says why`, async ({
    launch,
  }) => {
    const host = await startTrayHost();
    const notifications = await startNotificationService();
    const desktop = await launch();
    await expect.poll(() => host.items()).toHaveLength(1);
    await expect.poll(() => shownWindows(desktop.app)).toHaveLength(1);
    await closeConsole(desktop);
    await expect.poll(() => shownWindows(desktop.app)).toEqual([]);
    await end(host);
    await expect.poll(() => shownWindows(desktop.app)).toHaveLength(1);
    await expect
      .poll(() => notifications.asked.map(({ body }) => body))
      .toEqual([expect.stringContaining('from its icon in the tray'), expect.stringContaining('The window is back')]);
    expect(await desktop.console.evaluate(async () => (await counterbell.desktop.call('status')).hasTray)).toBe(false);

    await host.stop();
    const next = await startTrayHost();
    await expect.poll(() => next.items()).toHaveLength(1);
    await closeConsole(desktop);
    await expect.poll(() => shownWindows(desktop.app)).toEqual([]);
    await next.click();
    await expect.poll(() => shownWindows(desktop.app)).toHaveLength(1);
    await next.stop();
    await notifications.stop();
  });
}

test('started hidden, it opens its window when its tray disappears', async ({ launchUnseen }) => {
  const host = await startTrayHost();
  const app = await launchUnseen();
  await expect.poll(() => host.items()).toHaveLength(1);
  const opened = app.waitForEvent('window');
  await host.stop();
  expect((await opened).url()).toContain('app://counterbell/');
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
});
