import { writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';

test('settings that cannot be read are set aside, the console says where, and no chat is closed', async ({
  shop,
  host,
  page,
}) => {
  await shop.channel.say('anna', 'Written before the damage');
  expect(await host.stop()).toBe(0);
  await writeFile(join(host.dataDir, 'settings.json'), '{ "version": 1, "chan');
  const again = await host.restart();
  try {
    await page.goto(again.accessUrl);
    await expect(page.getByRole('alert')).toContainText('The settings could not be read.');
    await expect(page.getByRole('alert')).toContainText('settings.damaged');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect((await again.rpc('chats.list', { state: 'waiting' })).chats).toHaveLength(1);
  } finally {
    await again.stop();
  }
});

test('conversations of a newer version are read, and the console says why nothing is accepted', async ({
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
    await page.getByRole('option').first().click();
    await expect(page.getByRole('log').getByText('From the newer version')).toBeVisible();
  } finally {
    await again.stop();
  }
});
