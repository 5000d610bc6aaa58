import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNotificationService } from '../fixtures/dbus/notification-service.ts';
import { startTrayHost } from '../fixtures/dbus/tray-host.ts';
import { openChannel, shownWindows } from './customers.ts';
import { expect, skipWithoutRuntime, test, type Desktop } from './fixtures.ts';

test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');

const closeConsole = ({ app }: Desktop): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
/** Counts how often the window is minimized, instead of doing it: a display without a window manager cannot. */
async function countMinimizing({ app }: Desktop): Promise<() => Promise<number>> {
  await app.evaluate(({ BrowserWindow }) => {
    const counted = Object.assign(globalThis, { minimized: 0 });
    BrowserWindow.prototype.minimize = () => void (counted.minimized += 1);
  });
  return () => app.evaluate(() => (globalThis as unknown as { minimized: number }).minimized);
}

test('closing the window minimizes it, or leaves the app in the tray once there is one; each is announced once; when the tray disappears, the window reopens and says why; its menu quits', async ({
  launch,
}) => {
  skipWithoutRuntime();
  const notifications = await startNotificationService();
  const told = () => notifications.asked.map(({ title, body }) => `${title}: ${body}`);
  const hint = (words: string): unknown =>
    expect.stringMatching(new RegExp(`^Counterbell keeps running: .*${words}`, 's'));
  const desktop = await launch();
  const { app, console, rpc } = desktop;
  const hasTray = () => console.evaluate(async () => (await counterbell.desktop.call('status')).hasTray);
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  expect(await hasTray()).toBe(false);
  const minimized = await countMinimizing(desktop);
  for (const times of [1, 2]) {
    await closeConsole(desktop);
    await expect.poll(minimized).toBe(times);
    await expect.poll(told).toEqual([hint('show tray icons')]);
  }

  let host = await startTrayHost();
  await expect.poll(() => host.items()).toHaveLength(1);
  expect(await hasTray()).toBe(true);
  await closeConsole(desktop);
  await expect.poll(() => shownWindows(app)).toEqual([]);
  expect((await rpc('setup.get', {})).version).toMatch(/^\d/);
  await expect.poll(told).toEqual([expect.anything(), hint('from its icon in the tray')]);
  notifications.press(notifications.asked[1]?.id ?? 0, 'default');
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await closeConsole(desktop);
  await expect.poll(() => shownWindows(app)).toEqual([]);
  await host.click();
  await expect.poll(() => shownWindows(app)).toHaveLength(1);

  for (const [what, end] of [
    ['its watcher ends', () => host.stop()],
    ['its panel no longer draws icons', async () => host.setDrawn(false)],
  ] as const) {
    await closeConsole(desktop);
    await expect.poll(() => shownWindows(app), what).toEqual([]);
    await end();
    await expect.poll(() => shownWindows(app), what).toHaveLength(1);
    await expect.poll(told, what).toEqual([expect.anything(), expect.anything(), hint('The window is back')]);
    expect(await hasTray(), what).toBe(false);
    await host.stop();
    host = await startTrayHost();
    await expect.poll(() => host.items(), what).toHaveLength(1);
  }

  // A panel that only restarts gets the icon again, and the window stays hidden.
  await closeConsole(desktop);
  await expect.poll(() => shownWindows(app)).toEqual([]);
  await host.stop();
  host = await startTrayHost();
  await expect.poll(() => host.items()).toHaveLength(1);
  expect(await host.tooltip()).toContain('Counterbell');
  expect(await shownWindows(app)).toEqual([]);

  // What it notified of goes with it.
  await rpc('setup.finish', {});
  await rpc('operators.setPresence', { presence: 'online' });
  await (
    await openChannel(desktop)
  )('ben', 'Hi');
  const waiting = () => notifications.shownNotifications().filter(({ title }) => title === 'Ben is waiting');
  await expect.poll(waiting).toHaveLength(1);
  const ended = app.waitForEvent('close');
  await host.choose('Quit');
  await ended;
  expect(await desktop.quit()).toBe(0);
  expect(waiting()).toEqual([]);
  await expect.poll(() => host.items()).toEqual([]);
  await host.stop();
  await notifications.stop();
});

test('started hidden it stays in the tray without a window, which opens when the tray disappears', async ({
  launchUnseen,
  dataDir,
}) => {
  skipWithoutRuntime();
  const host = await startTrayHost();
  const app = await launchUnseen();
  await expect.poll(() => host.items()).toHaveLength(1);
  await expect.poll(() => readFileSync(join(dataDir, 'logs', 'counterbell.log'), 'utf8')).toContain('"hidden":true');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  const opened = app.waitForEvent('window');
  await host.stop();
  expect((await opened).url()).toContain('app://counterbell/');
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
});
