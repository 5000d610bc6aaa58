import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

test('the start at login is a desktop file that follows the preference', async ({ desktop: { console, dataDir } }) => {
  test.skip(process.platform !== 'linux', 'other systems keep no file for it');
  const file = join(dataDir, 'config', 'autostart', 'counterbell.desktop');
  expect(existsSync(file)).toBe(false);
  await console.evaluate(() => counterbell.desktop.call('change', { startAtLogin: true }));
  expect(readFileSync(file, 'utf8')).toMatch(/^\[Desktop Entry\]\nType=Application\n[^]*^Exec=\S.* --hidden$/m);
  const status = await console.evaluate(() => counterbell.desktop.call('change', { startAtLogin: false }));
  expect(status.preferences.startAtLogin).toBe(false);
  expect(existsSync(file)).toBe(false);
});

test('a right click offers spelling and editing', async ({ desktop: { app } }) => {
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

test('diagnostics show the state, and no secret', async ({ desktop: { console, rpc } }) => {
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

test('a reloaded page receives each event once', async ({ desktop: { console }, write }) => {
  await console.reload();
  await expect(console.getByRole('navigation')).toBeVisible();
  await write('anna', 'Hello?');
  await expect(console.getByRole('option').filter({ hasText: 'Hello?' })).toHaveCount(1);
});
