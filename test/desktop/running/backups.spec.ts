import { join } from 'node:path';
import { startFileManager } from '../../fixtures/dbus/file-manager.ts';
import { expect, test } from './fixtures.ts';

test('a backup is shown in its folder by the computer’s own file manager', async ({
  desktop: { console, rpc, dataDir },
}) => {
  test.skip(process.platform !== 'linux', 'the file manager is asked over D-Bus');
  const files = await startFileManager();
  try {
    await rpc('backups.make', { withMedia: false });
    await expect.poll(async () => (await rpc('backups.list', {})).backups.length).toBe(1);
    const [backup] = (await rpc('backups.list', {})).backups;
    await console.evaluate(`void (location.hash = '/settings/data')`);
    await console.getByRole('button', { name: /^Show the backup from .* in its folder$/ }).click();
    await expect.poll(() => files.shown).toEqual([join(dataDir, 'backups', backup?.name ?? '')]);

    await rpc('backups.remove', { name: backup?.name ?? '' });
    const gone = await console.evaluate((name) => counterbell.desktop.call('showBackup', name), backup?.name ?? '');
    expect(gone).toBe(false);
    expect(files.shown).toHaveLength(1);
  } finally {
    await files.stop();
  }
});
