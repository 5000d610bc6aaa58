import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test, type Desktop } from './fixtures.ts';
import { writeAsCustomer } from './customers.ts';

const bounds = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());

/** Closes the console's window of an owner for whom that means quitting. */
async function quitByClosing({ app, console, quit }: Desktop): Promise<void> {
  await console.evaluate(() => counterbell.desktop.call('change', { closeToTray: false }));
  const ended = app.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await ended;
  expect(await quit()).toBe(0);
}

test('closed and reopened, the window has the same place and content', async ({ launch, dataDir }) => {
  const first = await launch();
  await first.rpc('setup.finish', {});
  await writeAsCustomer(first, 'Still there?');
  await first.console.getByRole('option').filter({ hasText: 'Still there?' }).click();
  await expect(first.console.getByRole('article').filter({ hasText: 'Still there?' })).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1210, height: 760 }),
  );
  await expect.poll(() => bounds(first.app)).toEqual({ x: 40, y: 30, width: 1210, height: 760 });
  await quitByClosing(first);
  expect(existsSync(join(dataDir, 'engine.lock'))).toBe(false);

  const second = await launch();
  await expect(second.console.getByRole('article').filter({ hasText: 'Still there?' })).toBeVisible();
  expect(await bounds(second.app)).toEqual({ x: 40, y: 30, width: 1210, height: 760 });
});

test('a reloaded page receives each event once', async ({ launch }) => {
  const desktop = await launch();
  await desktop.rpc('setup.finish', {});
  await desktop.console.reload();
  await expect(desktop.console.getByRole('navigation')).toBeVisible();
  await writeAsCustomer(desktop, 'Hello?');
  await expect(desktop.console.getByRole('option').filter({ hasText: 'Hello?' })).toHaveCount(1);
});

test('a second start focuses the first and ends', async ({ launch, startAgain }) => {
  const { app } = await launch();
  const visible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
  await expect.poll(visible).toEqual([true]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await visible()).toEqual([false]);
  expect(await startAgain()).toBe(0);
  await expect.poll(visible).toEqual([true]);
});

test('a signal ends it properly', async ({ launch, dataDir }) => {
  const { app, rpc, quit } = await launch();
  const { listenerUrl } = await rpc('setup.get', {});
  const ended = app.waitForEvent('close');
  app.process().kill('SIGTERM');
  await ended;
  expect(await quit()).toBe(0);
  expect(existsSync(join(dataDir, 'engine.lock'))).toBe(false);
  await expect(fetch(listenerUrl)).rejects.toThrow();
});

test('the end of the session ends it properly, although closing would only hide it', async ({ launch, dataDir }) => {
  const { app, quit } = await launch();
  const ended = app.waitForEvent('close');
  // Only Windows sends this, to each window.
  await app
    .evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.emit('session-end')))
    .catch(() => undefined);
  await ended;
  expect(await quit()).toBe(0);
  expect(existsSync(join(dataDir, 'engine.lock'))).toBe(false);
});
