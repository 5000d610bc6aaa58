import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../fixtures/free-port.ts';
import { chatRow, messageOf, openChat, reply, showList } from '../conversation.ts';
import { fillIn, showWay, reachPanel } from '../connection-page.ts';
import { expect, test } from '../fixtures.ts';
import { openSettings } from '../settings-page.ts';

/** Everything is found by its words on the screen, and README and the owners' page call it the same. */
test.describe('the first day', () => {
  test.use({ provision: { operators: [] } });

  test('follows README and the page for owners, from the name to a bot and a colleague', async ({ openConsole }) => {
    test.setTimeout(120_000);
    const pages = ['README.md', 'docs/owners.md'].map((name) => path.resolve(import.meta.dirname, '../../..', name));
    const guide = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('\n');
    /** as the docs call it */
    const named = (words: string): string => {
      expect(guide).toContain(words);
      return words;
    };
    const page = await openConsole();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olga');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Channel name' }).fill(named('Shop website'));
    await page.getByRole('button', { name: 'Continue' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open chat page and inbox' }).click();
    const customer = await opened;
    await write(customer, 'Do you have it in blue?');
    await openChat(page, 'Do you have it in blue?');
    await reply(page, 'Three left.');
    await expect(customer.getByText('Three left.', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('link', { name: 'Inbox', exact: true }).click();
    await page.getByRole('link', { name: 'Add it to your website' }).click();
    await expect(page.getByRole('button', { name: /^Your address/ })).toBeVisible();
    await openSettings(page, 'Connection');
    for (const place of named('Website and channels > Connection').split(' > '))
      await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: place })).toBeVisible();
    await showWay(page, 'Local network');
    await fillIn(page, 'Port', String(await freePort()));
    await page.getByRole('button', { name: 'Use the local network' }).click();
    await expect(reachPanel(page)).toContainText('Devices on your network can reach you');

    await openSettings(page, 'Channels');
    await page.getByRole('link', { name: /^Shop website/ }).click();
    await page.getByRole('tab', { name: named('Website') }).click();
    await expect(page.locator('code').filter({ hasText: /^<script async src="https:/ })).toBeVisible();

    await openSettings(page, 'Channels');
    await page.getByRole('button', { name: named('Add channel') }).click();
    await page.getByRole('button', { name: named('In an app or a chat of my own') }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a channel' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop app');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('button', { name: 'Show the addresses' }).click();
    await expect(page.locator('code').filter({ hasText: /^https:\/\/.*\/status$/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Channel', exact: true }).click();
    await page.getByRole('button', { name: named('Send a sample message') }).click();
    await expect(page.getByText('The message is in the inbox.')).toBeVisible();

    await openSettings(page, 'Bots');
    await page.getByRole('checkbox', { name: 'Shop website' }).click();
    await page.getByRole('button', { name: 'Add the test bot' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Test bot' })).toBeVisible();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await write(customer, 'And in green?');
    await showList(page, 'Bot');
    await chatRow(page, 'And in green?').click();
    const feed = page.getByRole('log');
    await expect(messageOf(feed, 'I am the test bot.')).toBeVisible();
    await expect(customer.getByText('Hello! I am the test bot.', { exact: true })).toBeVisible();

    await openSettings(page, 'Team');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByRole('button', { name: 'With an access key instead' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an operator' });
    await expect(adding.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Ivan');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Ivan can sign in' })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await openSettings(page, 'Backups');
    await expect(page.getByText('Every day').first()).toBeVisible();
  });
});

async function write(customer: Page, text: string): Promise<void> {
  const message = customer.getByRole('textbox').last();
  await message.fill(text);
  await message.press('Enter');
}
