import type { Page } from '@playwright/test';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, messageOf, openChat, showList } from '../conversation.ts';
import { expect, type Shop, test } from '../fixtures.ts';

const say = (shop: Shop, name: string, text = `${name} here`) =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });

/** Value of a field for date and time, on this computer's clock. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Opens the panel of times by its key, and chooses one. */
async function snooze(page: Page, choice: string | RegExp): Promise<void> {
  await page.keyboard.press('Alt+z');
  await page.getByRole('dialog', { name: 'Snooze' }).getByRole('button', { name: choice }).click();
}

test('a snoozed chat leaves the list, is in Snoozed, and returns when the customer writes, at its time, or by undo', async ({
  shop,
  host,
  openConsole,
}) => {
  for (const name of ['Anna', 'Ben']) await say(shop, name);
  const [page, other] = [await openConsole(), await openConsole()];
  const feed = await openChat(page, 'Anna');
  await page.keyboard.press('Alt+z');
  await expect(page.getByRole('dialog', { name: 'Snooze' })).toBeVisible();
  await expectAccessible(page, 'times to snooze until');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Snooze' })).toHaveCount(0);
  await snooze(page, 'Until the customer writes');
  await expect(chatRow(page, 'Anna')).toHaveCount(0);
  await expect(chatRow(other, 'Anna')).toHaveCount(0);
  await expect(feed.getByText('You snoozed the chat until the customer writes')).toBeVisible();
  await expect(page.getByText('Snoozed until the customer writes.')).toBeVisible();
  for (const window of [page, other]) {
    await window.getByRole('button', { name: '1 snoozed chat' }).click();
    await expect(chatRow(window, 'Anna')).toContainText('Until the customer writes');
    await expect(chatRow(window, 'Ben')).toHaveCount(0);
  }
  await page.reload();
  await expect(chatRow(page, 'Anna')).toBeVisible();
  await say(shop, 'Anna', 'Are you there?');
  await expect(chatRow(page, 'Anna')).toHaveCount(0);
  await showList(page, 'Waiting');
  await expect(chatRow(page, 'Anna')).toContainText('Are you there?');
  await expect(page.getByRole('button', { name: /snoozed chat/ })).toHaveCount(0);

  await snooze(page, /^Tomorrow/);
  await expect(chatRow(page, 'Anna')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chatRow(page, 'Anna')).toBeVisible();
  await expect(feed.getByText('You ended the snooze')).toBeVisible();
  const chatId = (await shop.channel.chatOf('"Anna"')).id;
  await host.rpc('chats.snooze', { chatId, until: Date.now() + 1500 });
  await expect(chatRow(page, 'Anna')).toHaveCount(0);
  await expect(chatRow(page, 'Anna')).toBeVisible();
  await expect(feed.getByText('The snooze ended, so the chat moved to Waiting')).toBeVisible();
});

test('a reply is scheduled: it is shown above the composer, edited and cancelled, and sent once at its time', async ({
  shop,
  host,
  openConsole,
}) => {
  await say(shop, 'Anna');
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  const scheduled = page.getByRole('list', { name: 'Scheduled replies' });
  await composer(page).fill('Your lamp is here');
  await page.keyboard.press('Alt+l');
  const panel = page.getByRole('dialog', { name: 'Send later' });
  await panel.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect(scheduled).toContainText('Your lamp is here');
  await expect(composer(page)).toHaveValue('');
  await expect(chatRow(page, 'Anna')).toHaveCount(0);
  await page.reload();
  await expect(scheduled).toContainText('Your lamp is here');
  await expectAccessible(page, 'a scheduled reply');

  await scheduled.getByRole('button', { name: 'Edit the scheduled reply' }).click();
  await expect(composer(page)).toHaveValue('Your lamp is here');
  await expect(scheduled).toHaveCount(0);
  await composer(page).fill('Your lamp has come');
  await page.getByRole('button', { name: 'Send later' }).click();
  await panel.getByLabel('Date and time').fill(localTime(Date.now() - 3_600_000));
  await panel.getByRole('button', { name: 'Schedule' }).click();
  await expect(panel.getByText('This time has already passed.')).toBeVisible();
  await panel.getByLabel('Date and time').fill(localTime(Date.now() + 3_600_000));
  await panel.getByRole('button', { name: 'Schedule' }).click();
  await expect(scheduled).toContainText('Your lamp has come');
  await scheduled.getByRole('button', { name: 'Delete the scheduled reply' }).click();
  await expect(scheduled).toHaveCount(0);
  expect(shop.endpoint.received.filter(isReply)).toEqual([]);

  const chatId = (await shop.channel.chatOf('"Anna"')).id;
  await host.rpc('replies.schedule', { chatId, text: 'Here at last', sendAt: Date.now() + 1000 });
  await expect(scheduled).toContainText('Here at last');
  await expect(messageOf(feed, 'Here at last').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(scheduled).toHaveCount(0);
  const received = await shop.endpoint.waitFor(1, isReply);
  expect(received.map((each) => bodyOf(each).message['text'])).toEqual(['Here at last']);
});

test(
  'a scheduled reply that cannot be sent is shown as not delivered, with why',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await say(shop, 'Anna');
    const { id: chatId, customer } = await shop.channel.chatOf('"Anna"');
    await host.rpc('replies.schedule', { chatId, text: 'Too late now', sendAt: Date.now() + 1000 });
    await host.rpc('customers.block', { customerId: customer.id });
    const page = await openConsole();
    await page.getByRole('button', { name: '1 chat with a reply that wasn’t delivered' }).click();
    const feed = await openChat(page, 'Anna');
    await expect(messageOf(feed, 'Too late now')).toContainText('Anna was blocked before it was due');
  },
);
