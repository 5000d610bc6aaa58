import type { ElectronApplication, Page } from '@playwright/test';
import { startTrayHost, type TrayHost } from '../fixtures/dbus/tray-host.ts';
import { openChannel, shownWindows } from './customers.ts';
import { expect, skipWithoutRuntime, test as base, type Desktop } from './fixtures.ts';

const test = base.extend<{ readonly host: TrayHost }>({
  host: async ({}, use) => {
    skipWithoutRuntime();
    const host = await startTrayHost();
    await use(host);
    await host.stop();
  },
});
test.skip(process.platform !== 'linux', 'trays of other systems cannot be used from outside');

/** The app with Anna and Ben waiting, and the reply window open for Anna. */
async function startReplying(
  host: TrayHost,
  launch: () => Promise<Desktop>,
): Promise<Desktop & { readonly reply: Page }> {
  const desktop = await launch();
  await desktop.rpc('setup.finish', {});
  await desktop.rpc('operators.setPresence', { presence: 'online' });
  await expect.poll(() => host.items()).toHaveLength(1);
  const write = await openChannel(desktop);
  await write('anna', 'Is the blue one in stock?');
  await write('ben', 'Hi');
  await expect.poll(async () => (await host.menu()).map(({ label }) => label)).toContain('Ben · now · Hi');
  const opened = desktop.app.waitForEvent('window');
  await host.choose('Anna · now · Is the blue one in stock?');
  const reply = await opened;
  await expect(reply.getByRole('textbox', { name: 'Message' })).toBeFocused();
  return { ...desktop, reply };
}

const shape = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, screen }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().includes('/reply'));
    const { workArea } = screen.getPrimaryDisplay();
    const bounds = window?.getBounds();
    return { onTop: window?.isAlwaysOnTop(), bounds, workArea };
  });

test('it is small, above all others, in the corner', async ({ host, launch }) => {
  const { app } = await startReplying(host, launch);
  const { onTop, bounds, workArea } = await shape(app);
  expect(onTop).toBe(true);
  expect(bounds).toEqual({
    width: 380,
    height: 520,
    x: workArea.x + workArea.width - 392,
    y: workArea.y + workArea.height - 532,
  });
});

test("its page is sandboxed, with the console's rights", async ({ host, launch }) => {
  const { app, reply } = await startReplying(host, launch);
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find((each) =>
      each.webContents.getURL().includes('/reply'),
    )?.webContents;
    return (
      contents as unknown as { getLastWebPreferences: () => Record<string, unknown> } | undefined
    )?.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(await reply.evaluate(async () => (await counterbell.request('operators.me', {})).ok)).toBe(true);
});

test('Enter sends an answer, Escape closes', async ({ host, launch }) => {
  const { app, rpc, reply } = await startReplying(host, launch);
  await expect(reply.getByText('Is the blue one in stock?')).toBeVisible();
  await reply.keyboard.type('Yes, two are left.');
  await reply.keyboard.press('Enter');
  await expect
    .poll(async () => (await rpc('messages.list', { chatId: '1' })).messages.map(({ text }) => text))
    .toContain('Yes, two are left.');
  const closed = reply.waitForEvent('close');
  // The page may be gone before it has handled the key.
  await Promise.all([closed, reply.keyboard.press('Escape').catch(() => undefined)]);
  expect(app.windows()).toHaveLength(1);
});

test('another chat opens in the same window, and drafts are kept', async ({ host, launch }) => {
  const { app, reply } = await startReplying(host, launch);
  await reply.keyboard.type('Let me look');
  await host.choose('Ben · now · Hi');
  await expect(reply).toHaveURL(/#\/reply\?chat=2$/);
  await expect(reply.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await host.choose('Anna · now · Is the blue one in stock?');
  await expect(reply.getByRole('textbox', { name: 'Message' })).toHaveValue('Let me look');
  expect(app.windows()).toHaveLength(2);
});

test('it stays when the console closes', async ({ host, launch }) => {
  const { app } = await startReplying(host, launch);
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((each) => !each.webContents.getURL().includes('/reply'))
      ?.close(),
  );
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining('/reply')]);
});
