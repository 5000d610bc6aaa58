import type { ElectronApplication } from '@playwright/test';
import { shownWindows } from '../customers.ts';
import { expect, test } from './fixtures.ts';

const shape = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, screen }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().includes('/reply'));
    const contents = window?.webContents as unknown as { getLastWebPreferences: () => Record<string, unknown> };
    const { workArea } = screen.getPrimaryDisplay();
    return {
      onTop: window?.isAlwaysOnTop(),
      bounds: window?.getBounds(),
      workArea,
      preferences: contents.getLastWebPreferences(),
    };
  });

test("it is small, above all others, in the corner, sandboxed with the console's rights; another chat opens in it and drafts are kept; Enter sends, Escape closes, and it stays when the console closes", async ({
  host,
  desktop: { app, rpc },
  write,
}) => {
  await write('anna', 'Is the blue one in stock?');
  await write('ben', 'Hi');
  await expect.poll(async () => (await host.menu()).map(({ label }) => label)).toContain('Ben · now · Hi');
  const opened = app.waitForEvent('window');
  await host.choose('Anna · now · Is the blue one in stock?');
  const reply = await opened;
  const field = reply.getByRole('textbox', { name: 'Message' });
  await expect(field).toBeFocused();

  const { onTop, bounds, workArea, preferences } = await shape(app);
  expect(onTop).toBe(true);
  expect(bounds).toEqual({
    width: 380,
    height: 520,
    x: workArea.x + workArea.width - 392,
    y: workArea.y + workArea.height - 532,
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(await reply.evaluate(async () => (await counterbell.request('operators.me', {})).ok)).toBe(true);

  const [anna, ben] = (await rpc('chats.list', { filter: 'waiting' })).chats.map(({ id }) => id);
  await reply.keyboard.type('Let me look');
  await host.choose('Ben · now · Hi');
  await expect(reply).toHaveURL(new RegExp(`#/reply\\?chat=${ben}$`));
  await expect(field).toHaveValue('');
  await host.choose('Anna · now · Is the blue one in stock?');
  await expect(field).toHaveValue('Let me look');
  expect(app.windows()).toHaveLength(2);

  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((each) => !each.webContents.getURL().includes('/reply'))
      ?.close(),
  );
  await expect.poll(() => shownWindows(app)).toEqual([expect.stringContaining('/reply')]);

  await expect(reply.getByText('Is the blue one in stock?')).toBeVisible();
  await field.fill('Yes, two are left.');
  await field.press('Enter');
  await expect
    .poll(async () => (await rpc('messages.list', { chatId: anna ?? '' })).messages.map(({ text }) => text))
    .toContain('Yes, two are left.');
  const closed = reply.waitForEvent('close');
  // The page may be gone before it has handled the key.
  await Promise.all([closed, reply.keyboard.press('Escape').catch(() => undefined)]);
  expect(app.windows()).toHaveLength(1);
});
