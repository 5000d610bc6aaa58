import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { writeAsCustomer } from './customers.ts';
import { expect, test, type Desktop } from './fixtures.ts';

const PLACE = { x: 40, y: 30, width: 1210, height: 760 };

const bounds = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
const visible = ({ app }: Desktop): Promise<boolean[]> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
const preferencesOf = async ({ console }: Desktop) =>
  (await console.evaluate(() => counterbell.desktop.call('status'))).preferences;

test('closed and reopened, the window has the same place, content and zoom, and the preferences are kept, unless their file is damaged; a second start or a link shows it; the end of the session, a signal and closing end it properly', async ({
  launch,
  startAgain,
  dataDir,
}) => {
  /** Waits until the app has ended in order by itself. */
  const ending = async ({ app, quit }: Desktop, end: () => Promise<unknown>): Promise<void> => {
    const ended = app.waitForEvent('close');
    await end();
    await ended;
    expect(await quit()).toBe(0);
    expect(existsSync(join(dataDir, 'engine.lock'))).toBe(false);
  };

  const first = await launch();
  await first.rpc('setup.finish', {});
  const parcel = await writeAsCustomer(first, 'Where is my parcel?');
  await writeAsCustomer(first, 'Still there?');
  await first.console.getByRole('option').filter({ hasText: 'Still there?' }).click();
  await expect(first.console.getByRole('article').filter({ hasText: 'Still there?' })).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]?.setBounds(place), PLACE);
  await expect.poll(() => bounds(first.app)).toEqual(PLACE);
  const changed = first.console.evaluate(
    () => new Promise<string>((resolve) => void counterbell.desktop.on('status', () => resolve('changed'))),
  );
  await first.console.evaluate(() =>
    counterbell.desktop.call('change', { awayAfterMinutes: 42, closeToTray: false, notifications: { sound: false } }),
  );
  expect(await changed).toBe('changed');
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(1));
  await ending(first, () => first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()));

  const second = await launch();
  await expect(second.console.getByRole('article').filter({ hasText: 'Still there?' })).toBeVisible();
  expect(await bounds(second.app)).toEqual(PLACE);
  expect(await preferencesOf(second)).toMatchObject({
    awayAfterMinutes: 42,
    closeToTray: false,
    notifications: { sound: false, newChat: true },
  });
  await expect
    .poll(() =>
      second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel()),
    )
    .toBe(1);
  const hide = () => second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await hide();
  expect(await visible(second)).toEqual([false]);
  expect(await startAgain(`counterbell://chat/${parcel}`)).toBe(0);
  await expect(second.console.getByRole('article').filter({ hasText: 'Where is my parcel?' })).toBeVisible();
  await expect.poll(() => visible(second)).toEqual([true]);
  await second.console.evaluate(`void (location.hash = '/settings')`);
  await hide();
  expect(await startAgain(`counterbell://settings/${parcel}`, 'counterbell://chat/1/../x')).toBe(0);
  await expect.poll(() => visible(second)).toEqual([true]);
  expect(second.console.url()).toContain('#/settings');
  // Only Windows sends this, to each window.
  await second.console.evaluate(() => counterbell.desktop.call('change', { closeToTray: true }));
  await ending(second, () =>
    second.app
      .evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.emit('session-end')))
      .catch(() => undefined),
  );

  writeFileSync(join(dataDir, 'desktop.json'), '{"awayAfterMin');
  const third = await launch({ args: [`counterbell://chat/${parcel}`] });
  await expect(third.console.getByRole('article').filter({ hasText: 'Where is my parcel?' })).toBeVisible();
  expect((await preferencesOf(third)).awayAfterMinutes).toBe(10);
  const { listenerUrl } = await third.rpc('setup.get', {});
  await ending(third, async () => third.app.process().kill('SIGTERM'));
  await expect(fetch(listenerUrl)).rejects.toThrow();
});

test('started hidden without a tray, it still has a window, which a second start shows; one that only passes a token ends with the app', async ({
  launch,
  startAgain,
  dataDir,
}) => {
  const desktop = await launch({ args: ['--hidden'] });
  await desktop.rpc('setup.finish', {});
  await expect(desktop.console.getByRole('navigation')).toBeVisible();
  expect(readFileSync(join(dataDir, 'logs', 'counterbell.log'), 'utf8')).toContain('"hidden":true');
  expect(await startAgain()).toBe(0);
  await expect.poll(() => visible(desktop)).toEqual([true]);
  await desktop.quit();
  expect(await startAgain('--activation=token')).toBe(0);
});
