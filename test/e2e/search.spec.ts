import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { conversation, messageOf, openChat, reply, showList } from './conversation.ts';
import { expect, type Shop, test } from './fixtures.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search messages and customers' });
const results = (page: Page, customer: string) => page.getByRole('article', { name: customer });
const marks = (within: Locator) => within.locator('mark');

async function say(
  shop: Shop,
  name: string,
  text: string,
  sender: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { status } = await shop.channel.post({
    sender: { id: name, name, ...sender },
    message: { type: 'text', text },
  });
  expect(status).toBe(200);
}

/** Whether an element is in the middle of the window. */
async function isInTheMiddle(element: Locator): Promise<boolean> {
  const top = (await element.boundingBox())?.y ?? 0;
  return top > 200 && top < 600;
}

/** Turns the wheel towards a line of the long talk until it is shown. */
async function scrollToLine(page: Page, feed: Locator, line: number): Promise<void> {
  const target = messageOf(feed, `Line ${String(line)} of a long talk`);
  await expect(async () => {
    const texts = await feed.getByRole('article').allTextContents();
    const lines = texts.flatMap((text) => /Line (\d+) of/.exec(text)?.[1] ?? []).map(Number);
    await page.mouse.wheel(0, line < (lines[lines.length >> 1] ?? 0) ? -400 : 400);
    await expect(target).toBeInViewport({ timeout: 150 });
  }).toPass({ intervals: [10] });
}

test('messages are found while typing, open in place, and lead both ways and to the newest', async ({
  shop,
  openConsole,
}) => {
  for (let count = 0; count < 180; count += 1)
    await say(
      shop,
      'Anna',
      count === 90 ? 'Have you got the Crème brûlée torch?' : `Line ${String(count)} of a long talk`,
    );
  await say(shop, 'Ben', 'A torch, please');
  const page = await openConsole();
  await openChat(page, 'Ben');
  await page.getByRole('log').focus();
  await page.keyboard.press('Alt+s');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('creme torc');
  const found = results(page, 'Anna');
  await expect(marks(found)).toHaveText(['Crème', 'torch']);
  await expect(results(page, 'Ben')).toHaveCount(0);

  await page.keyboard.press('ArrowDown');
  await expect(found.getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-found]')).toContainText('Crème brûlée');
  const feed = conversation(page, 'Anna');
  const target = messageOf(feed, 'Crème brûlée torch');
  await expect(target).toBeInViewport();
  await expect(feed).toBeFocused();
  await expect.poll(() => isInTheMiddle(target)).toBe(true);

  await feed.hover();
  for (const line of [40, 5, 130, 179]) await scrollToLine(page, feed, line);
  await page.goBack();
  await expect(found.getByRole('link')).toBeFocused();
  await expect(field(page)).toHaveValue('creme torc');

  await found.getByRole('link').click();
  await expect(target).toBeInViewport();
  await say(shop, 'Anna', 'And one more thing');
  await expect(page.getByRole('option').filter({ hasText: 'And one more thing' })).toBeVisible();
  await expect(messageOf(feed, 'And one more thing')).toHaveCount(0);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(messageOf(feed, 'And one more thing')).toBeInViewport();

  await page.keyboard.press('Alt+s');
  await page.keyboard.type('"line 20 of"');
  await expect(marks(found)).toHaveText(['Line', '20', 'of']);
  await found.getByRole('link').click();
  await expect(messageOf(feed, 'Line 20 of a long talk')).toBeInViewport();
  await reply(page, 'We have one left');
  await expect(messageOf(feed, 'We have one left')).toBeInViewport();
});

test('customers, notes and replies are found, filtered by author and by chat', async ({ shop, openConsole }) => {
  await say(shop, 'anna-7', 'Is the lamp there?', { name: 'Anna Müller', phone: '+49 30 901820' });
  for (let count = 0; count < 5; count += 1) await say(shop, 'Ben', `Lamp number ${String(count)}`);
  const page = await openConsole();
  await openChat(page, 'Anna Müller');
  await reply(page, 'That lamp is sold');
  await expect(messageOf(conversation(page, 'Anna Müller'), 'That lamp is sold')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('log').focus();
  await page.keyboard.press('Alt+n');
  await page.keyboard.type('He breaks every lamp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^Note by You/ })).toBeVisible();

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('Find any message or customer')).toBeVisible();
  await expectAccessible(page, 'nothing is searched for');
  await field(page).fill('lamp');
  await expect(results(page, 'Anna Müller').getByRole('link')).toHaveCount(3);
  await expectAccessible(page, 'results');
  await expect(results(page, 'Ben').getByRole('link')).toHaveCount(3);
  await results(page, 'Ben').getByRole('button', { name: '2 more in this chat' }).click();
  await expect(results(page, 'Ben').getByRole('link')).toHaveCount(5);
  await expect(results(page, 'Anna Müller')).toHaveCount(0);
  await page.getByRole('button', { name: 'Search all chats, not just the one with Ben' }).click();

  await page.getByRole('combobox', { name: 'Who wrote it' }).click();
  await page.getByRole('option', { name: 'Notes' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(results(page, 'Anna Müller')).toContainText('Note by You');
  await page.getByRole('combobox', { name: 'Who wrote it' }).click();
  await page.getByRole('option', { name: 'Written by Olga' }).click();
  await expect(results(page, 'Anna Müller').getByRole('link')).toHaveCount(2);
  await page.reload();
  await expect(results(page, 'Anna Müller').getByRole('link')).toHaveCount(2);
  await page.getByLabel('From', { exact: true }).fill('2030-01-01');
  await expect(page.getByText('Nothing found with these filters')).toBeVisible();
  await page.setViewportSize({ width: 760, height: 800 });
  await expectAccessible(page, 'nothing was found, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(results(page, 'Ben')).toBeVisible();

  await field(page).fill('901820');
  const customers = page.getByRole('region', { name: 'Customers' });
  await expect(customers.getByRole('link')).toContainText('+49 30 901820');
  await field(page).fill('mull');
  await expect(marks(customers)).toHaveText(['Müller']);
  await customers.getByRole('link').click();
  await expect(conversation(page, 'Anna Müller')).toBeVisible();
  await showList(page, 'Mine');
  await expect(page.getByRole('option')).toHaveCount(1);
});
