import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

test('chats of a newer version can be read, and the console says why no messages are accepted', async ({
  shop,
  host,
  page,
}) => {
  await shop.channel.say('anna', 'From the newer version');
  expect(await host.stop()).toBe(0);
  const database = new DatabaseSync(join(host.dataDir, 'counterbell.db'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  const again = await host.restart();
  try {
    await page.goto(again.accessUrl);
    await expect(page.getByRole('alert')).toContainText('newer Counterbell');
    await expectAccessible(page, 'chats of a newer version');
    await page.getByRole('option').first().click();
    await expect(page.getByRole('log').getByText('From the newer version')).toBeVisible();
  } finally {
    await again.stop();
  }
});
