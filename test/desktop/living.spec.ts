import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAsCustomer } from './customers.ts';
import { expect, test, type Desktop } from './fixtures.ts';

interface Announcements {
  /** texts of notifications and system boxes */
  readonly told: string[];
  readonly minimised: number;
}

/** Records what the main process announces, and which windows it minimizes, instead of doing it. */
async function recordHints({ app }: Desktop): Promise<() => Promise<Announcements>> {
  await app.evaluate(({ BrowserWindow, dialog, Notification }) => {
    const noted: { told: string[]; minimised: number } = { told: [], minimised: 0 };
    Object.assign(globalThis, { noted });
    Notification.prototype.show = function show(this: Electron.Notification) {
      noted.told.push(this.body);
    };
    dialog.showMessageBox = async (...args: unknown[]) => {
      noted.told.push(String((args.at(-1) as Electron.MessageBoxOptions).detail));
      return { response: 0, checkboxChecked: false };
    };
    BrowserWindow.prototype.minimize = () => void (noted.minimised += 1);
  });
  return () => app.evaluate(() => (globalThis as unknown as { noted: Announcements }).noted);
}

const closeConsole = ({ app }: Desktop): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

const visible = ({ app }: Desktop): Promise<boolean[]> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));

test('without a tray, closing minimizes the window, and says why once', async ({ launch }) => {
  const first = await launch();
  const noted = await recordHints(first);
  expect(await first.console.evaluate(async () => (await counterbell.desktop.call('status')).hasTray)).toBe(false);
  await closeConsole(first);
  await closeConsole(first);
  await expect.poll(noted).toEqual({ told: [expect.stringContaining('show tray icons')], minimised: 2 });
  expect((await first.rpc('setup.get', {})).done).toBe(false);
  expect(await first.quit()).toBe(0);

  const second = await launch();
  const notedAgain = await recordHints(second);
  await closeConsole(second);
  await expect.poll(notedAgain).toEqual({ told: [], minimised: 1 });
});

test('a link opens its chat, in the running app and at a start', async ({ launch, startAgain }) => {
  const first = await launch();
  await first.rpc('setup.finish', {});
  const chatId = await writeAsCustomer(first, 'Where is my parcel?');
  await first.console.reload();
  await expect(first.console.getByRole('navigation')).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());

  expect(await startAgain(`counterbell://chat/${chatId}`)).toBe(0);
  await expect(first.console.getByRole('article').filter({ hasText: 'Where is my parcel?' })).toBeVisible();
  await expect.poll(() => visible(first)).toEqual([true]);

  await first.console.evaluate(`void (location.hash = '/settings')`);
  expect(await startAgain(`counterbell://settings/${chatId}`, 'counterbell://chat/1/../x')).toBe(0);
  await expect.poll(() => visible(first)).toEqual([true]);
  expect(first.console.url()).toContain('#/settings');
  await first.quit();

  const second = await launch({ args: [`counterbell://chat/${chatId}`] });
  await expect(second.console.getByRole('article').filter({ hasText: 'Where is my parcel?' })).toBeVisible();
});

test('started hidden without a tray, it still has a window', async ({ launch, startAgain }) => {
  const desktop = await launch({ args: ['--hidden'] });
  await desktop.rpc('setup.finish', {});
  await expect(desktop.console.getByRole('navigation')).toBeVisible();
  expect(await startAgain()).toBe(0);
  await expect.poll(() => visible(desktop)).toEqual([true]);
});

test('the start at login is a desktop file that follows the preference', async ({ launch, dataDir }) => {
  test.skip(process.platform !== 'linux', 'other systems keep no file for it');
  const { console } = await launch();
  const file = join(dataDir, 'config', 'autostart', 'counterbell.desktop');
  expect(existsSync(file)).toBe(false);
  await console.evaluate(() => counterbell.desktop.call('change', { startAtLogin: true }));
  expect(readFileSync(file, 'utf8')).toMatch(/^\[Desktop Entry\]\nType=Application\n[^]*^Exec=\S.* --hidden$/m);
  const status = await console.evaluate(() => counterbell.desktop.call('change', { startAtLogin: false }));
  expect(status.preferences.startAtLogin).toBe(false);
  expect(existsSync(file)).toBe(false);
});

test('preferences and zoom survive a restart; a damaged file loses only the preferences', async ({
  launch,
  dataDir,
}) => {
  const first = await launch();
  const changed = first.console.evaluate(
    () => new Promise<string>((resolve) => void counterbell.desktop.on('status', () => resolve('changed'))),
  );
  await first.console.evaluate(() =>
    counterbell.desktop.call('change', { awayAfterMinutes: 42, notifications: { sound: false } }),
  );
  expect(await changed).toBe('changed');
  await first.rpc('setup.finish', {});
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(1));
  await first.quit();

  const second = await launch();
  const { preferences } = await second.console.evaluate(() => counterbell.desktop.call('status'));
  expect(preferences).toMatchObject({
    awayAfterMinutes: 42,
    closeToTray: true,
    notifications: { sound: false, newChat: true },
  });
  await expect
    .poll(() =>
      second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel()),
    )
    .toBe(1);
  await second.quit();

  writeFileSync(join(dataDir, 'desktop.json'), '{"awayAfterMin');
  const third = await launch();
  expect((await third.console.evaluate(() => counterbell.desktop.call('status'))).preferences.awayAfterMinutes).toBe(
    10,
  );
  expect((await third.rpc('setup.get', {})).done).toBe(true);
});

test('an invalid change is refused', async ({ launch }) => {
  const { console } = await launch();
  const refused = console.evaluate(() =>
    counterbell.desktop.call('change', { awayAfterMinutes: -1 }).then(
      () => 'taken',
      () => 'refused',
    ),
  );
  expect(await refused).toBe('refused');
});

test('a right click offers spelling and editing', async ({ launch }) => {
  const { app } = await launch();
  const labels = await app.evaluate(({ BrowserWindow, Menu }) => {
    let shown: string[] = [];
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      shown = this.items.map(({ label, type }) => (type === 'separator' ? '-' : label));
    };
    const editFlags = { canCut: true, canCopy: true, canPaste: true };
    const params = {
      misspelledWord: 'helo',
      dictionarySuggestions: ['hello', 'halo'],
      linkURL: '',
      isEditable: true,
      selectionText: 'helo',
      editFlags,
    };
    BrowserWindow.getAllWindows()[0]?.webContents.emit('context-menu', {}, params);
    return shown;
  });
  expect(labels).toEqual(['hello', 'halo', 'Add to dictionary', '-', 'Cut', 'Copy', 'Paste', '-', 'Select all']);
});

test('diagnostics show the state, and no secret', async ({ launch }) => {
  const { console, rpc } = await launch();
  const channel = await rpc('channels.create', { name: 'Shop app' });
  const { message } = await rpc('channels.addresses', { channelId: channel.id });
  const secret = new URL(message).pathname.split('/')[1] ?? 'none';
  // Messages of a window are in the log, and so in the report; quoted content is not.
  await console.evaluate(() =>
    counterbell.request('faults.report', {
      part: 'message',
      message: 'TypeError: no words in "Hello from Anna"',
      components: 'at Bubble',
    }),
  );
  const text = await console.evaluate(() => counterbell.desktop.call('diagnostics'));
  expect(text).toMatch(/^Counterbell \d/);
  expect(text).toContain('Channels: 1, paused 0, connected 0');
  expect(text).toContain('TypeError: no words in');
  expect(text).not.toContain('Hello from Anna');
  expect(text).toContain('"msg":"started"');
  expect(secret.length).toBeGreaterThan(8);
  expect(text).not.toContain(secret);
});
