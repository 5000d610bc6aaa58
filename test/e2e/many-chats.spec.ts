import type { Page } from '@playwright/test';
import { openSettings } from './settings-page.ts';
import { flood } from '../fixtures/flood.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

const group = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Many chats at once' }) });
const work = (page: Page) => page.getByRole('list', { name: 'Current and recent' });

async function openData(page: Page): Promise<void> {
  await openSettings(page, 'Backups');
  await expect(page.getByRole('heading', { name: 'Many chats at once' })).toBeVisible();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the chats of a flood are counted, closed, reopened and erased', async ({ shop, openConsole }, info) => {
      for (let each = 0; each < 30; each += 1) await shop.channel.say(`flooder-${each}`, 'Buy now');
      const page = await openConsole();
      await openData(page);
      await expect(group(page)).toContainText('Chats: 30 (open: 30). Messages: 30.');
      await expectAccessible(page, 'many chats');
      await group(page).scrollIntoViewIfNeeded();
      await page.screenshot({ path: info.outputPath('group.png') });
      await group(page).getByLabel('Started before').fill('2020-01-01T00:00');
      await expect(group(page)).toContainText('The end must be after the start.');
      await expect(group(page).getByRole('button', { name: 'Close these chats' })).toBeDisabled();
      await group(page).getByLabel('Started from').fill('2019-01-01T00:00');
      await expect(group(page)).toContainText('No such chats in this period.');
      await group(page).getByLabel('Started before').fill('2099-01-01T00:00');
      await group(page).getByRole('button', { name: 'Close these chats' }).click();
      const closing = page.getByRole('dialog', { name: 'Close these chats?' });
      await expect(closing).toContainText('Chats to be closed: 30.');
      await page.screenshot({ path: info.outputPath('close.png') });
      await closing.getByRole('button', { name: 'Close these chats' }).click();
      await expect(work(page).getByText('Chats closed')).toBeVisible();
      await expect(group(page)).toContainText('No such chats in this period.');
      await work(page).getByRole('button', { name: 'Reopen them' }).click();
      await expect(work(page).getByText('Chats reopened')).toBeVisible();
      await expect(group(page)).toContainText('Chats: 30 (open: 30). Messages: 30.');

      await page.setViewportSize({ width: 760, height: 900 });
      await group(page).getByRole('combobox', { name: 'Chats' }).click();
      await page.getByRole('option', { name: 'Open and closed' }).click();
      await group(page).getByRole('button', { name: 'Erase these chats' }).click();
      const erasing = page.getByRole('dialog', { name: 'Erase these chats for good?' });
      await expect(erasing).toContainText('Customers with no other chat are erased too: 30.');
      await expectAccessible(page, 'erasing, narrow');
      await page.screenshot({ path: info.outputPath('erase-narrow.png') });
      const erase = erasing.getByRole('button', { name: 'Erase these chats' });
      await erasing.getByLabel('Type 30 to confirm').fill('3');
      await expect(erase).toBeDisabled();
      await erasing.getByLabel('Type 30 to confirm').fill('30');
      await erase.click();
      await expect(work(page).getByText('Chats erased')).toBeVisible();
      await expect(group(page)).toContainText('No such chats in this period.');
    });

    test('a flood of new customers is reported above every screen, with links to the limits and to their chats', async ({
      host,
      shop,
      openConsole,
    }, info) => {
      await host.rpc('connection.change', {
        way: 'own',
        own: { publicUrl: host.listener },
        limits: { newChatsPerChannel: 1 },
      });
      const page = await openConsole();
      await expect(page.getByRole('heading').first()).toBeVisible();
      await flood('127.0.0.1', 12, (ordinal) => ({
        url: shop.channel.messageUrl,
        body: JSON.stringify({ sender: { id: `flooder-${ordinal}` }, message: { type: 'text', text: 'Buy now' } }),
      }));
      const notice = page
        .getByRole('status')
        .filter({ hasText: 'Too many new customers are writing to Shop website.' });
      await expect(notice).toBeVisible();
      await expectAccessible(page, 'flood');
      await page.screenshot({ path: info.outputPath('flood.png') });
      await notice.getByRole('link', { name: 'Close or erase chats' }).click();
      await expect(page.getByRole('heading', { name: 'Many chats at once' })).toBeVisible();
      await notice.getByRole('link', { name: 'Open Limits' }).click();
      await page.getByRole('button', { name: 'For developers' }).click();
      await expect(page.getByLabel('New chats on one channel')).toHaveValue('1');
      await page.setViewportSize({ width: 760, height: 1000 });
      await page.getByLabel('New chats on one channel').scrollIntoViewIfNeeded();
      await expectAccessible(page, 'limits, narrow');
      await page.screenshot({ path: info.outputPath('limits-narrow.png') });
    });
  });
}
