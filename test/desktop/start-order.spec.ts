import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { startNotificationService } from '../fixtures/dbus/notification-service.ts';
import { startTrayHost } from '../fixtures/dbus/tray-host.ts';
import { shownWindows } from './customers.ts';
import { startHeld, type HeldStart } from './held-start.ts';
import { findRuntime } from './runtime.ts';

const test = base.extend<{ launch: (listener: string) => Promise<HeldStart> }>({
  launch: async ({}, use) => {
    const runtime = findRuntime();
    test.skip('missing' in runtime, 'missing' in runtime ? runtime.missing : undefined);
    if ('missing' in runtime) return;
    const folder = await mkdtemp(join(tmpdir(), 'counterbell-desktop-'));
    const started: HeldStart[] = [];
    await use(async (listener) => {
      const held = await startHeld(folder, { COUNTERBELL_LISTENER: listener });
      started.push(held);
      return held;
    });
    await Promise.all(started.map(({ kill }) => kill()));
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
});

test(
  'the window loads hidden, and is shown once its page can be answered',
  { tag: '@thorough' },
  async ({ launch }) => {
    const { app, release } = await launch('127.0.0.1:0');
    const console = await app.firstWindow();
    await console.waitForLoadState();
    expect(await shownWindows(app)).toHaveLength(0);
    release();
    await expect.poll(() => shownWindows(app)).toHaveLength(1);
  },
);

test('closed the moment it appears, it goes to the tray, and says so', { tag: '@thorough' }, async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');
  const [host, notifications] = [await startTrayHost(), await startNotificationService()];
  const { app, release } = await launch('127.0.0.1:0');
  await expect(() =>
    app.evaluate(({ app: main, BrowserWindow }) => {
      const heed = (window: Electron.BrowserWindow): void => void window.once('show', () => window.close());
      for (const window of BrowserWindow.getAllWindows()) heed(window);
      main.on('browser-window-created', (_event, window) => heed(window));
    }),
  ).toPass();
  release();
  await expect
    .poll(() => notifications.asked.map(({ body }) => body))
    .toEqual([expect.stringContaining('from its icon in the tray')]);
  expect(
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => [window.isVisible(), window.isMinimized()]),
    ),
  ).toEqual([[false, false]]);
  await host.click();
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await Promise.all([host.stop(), notifications.stop()]);
});

test('if the engine cannot start, it says why and ends', async ({ launch }) => {
  const { app, release } = await launch('203.0.113.1:8787');
  const program = app.process();
  const ended = once(program, 'exit');
  let said = '';
  program.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect(() =>
    app.evaluate(({ dialog }) => {
      dialog.showErrorBox = (_title, content) => void process.stderr.write(`box: ${content}\n`);
    }),
  ).toPass();
  release();
  const [code] = (await ended) as [number | null];
  expect(code).toBe(1);
  expect(said).toContain('box: Counterbell cannot start: 203.0.113.1 is not an address of this computer.');
});
