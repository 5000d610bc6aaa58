import type { Page } from '@playwright/test';
import { answer } from '../../fixtures/integrator.ts';
import { openChat } from '../conversation.ts';
import { beginChannel, openSettings } from '../settings-page.ts';
import { expect, test } from '../fixtures.ts';

async function shownAddress(page: Page, ending: string): Promise<string> {
  return (await page.locator('code').filter({ hasText: ending, hasNotText: '••••' }).first().innerText()).trim();
}

test('a channel is added with errors shown while typing; a change is saved and undone; pause, new addresses and remove work', async ({
  host,
  openConsole,
}) => {
  await host.rpc('operators.setPresence', { presence: 'online' });
  const page = await openConsole();
  await openSettings(page, 'Channels');
  await beginChannel(page, 'In an app or a chat of my own');
  const dialog = page.getByRole('dialog', { name: 'Add a channel' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop app');
  const address = dialog.getByRole('textbox', { name: 'Reply address' });
  await address.fill('http://shop.example/replies');
  await address.blur();
  await expect(dialog.getByText('Start with https://', { exact: false })).toBeVisible();
  await address.fill('https://shop.example/replies');
  await expect(dialog.getByText('Start with https://', { exact: false })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add channel' }).click();

  await expect(page.getByRole('heading', { name: 'Shop app' })).toBeVisible();
  await expect(page.locator('code').filter({ hasText: '••••' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the addresses' }).click();
  const status = await shownAddress(page, '/status');
  const stateAt = async (url: string) => (await fetch(url)).text();
  expect(await stateAt(status)).toBe('1');
  const posted = await fetch(status.replace(/\/status$/, ''), {
    method: 'POST',
    body: JSON.stringify({ sender: { id: 1 }, message: { type: 'text', text: 'Hi' } }),
  });
  expect(posted.status).toBe(200);

  const [channel] = (await host.rpc('channels.list', {})).channels;
  const channelId = channel?.id ?? '';
  await page.goto(`${host.console}/#/settings/channels/${channelId}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  const nameNow = async () => (await host.rpc('channels.list', {})).channels[0]?.name;
  await name.fill('Lamp shop');
  await name.blur();
  await expect.poll(nameNow).toBe('Lamp shop');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(nameNow).toBe('Shop app');
  await expect(name).toHaveValue('Shop app');

  await page.getByRole('button', { name: 'Pause channel' }).click();
  await expect(page.getByRole('button', { name: 'Resume channel' })).toBeVisible();
  expect(await stateAt(status)).toBe('0');
  await page.getByRole('button', { name: 'Resume channel' }).click();
  await expect(page.getByRole('button', { name: 'Pause channel' })).toBeVisible();
  expect(await stateAt(status)).toBe('1');

  await page.getByRole('button', { name: 'Get new addresses' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('The old addresses stop working at once');
  await asked.getByRole('button', { name: 'Get new addresses' }).click();
  await expect(asked).toHaveCount(0);
  expect((await fetch(status)).status).toBe(404);
  const renewed = await host.rpc('channels.addresses', { channelId });
  expect(await stateAt(renewed.status)).toBe('1');

  await page.getByRole('button', { name: 'Remove channel' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 open chat will be closed.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove channel' }).click();
  await expect(page.getByText('No channels yet')).toBeVisible();
  expect((await fetch(renewed.status)).status).toBe(404);
});

test('a sample message arrives in the inbox, and the page says what the reply address answered', async ({
  shop,
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}`);
  await expect(page.getByText('No reply recorded yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type of message' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Text',
    'Photo',
    'Video',
    'Audio',
    'Voice message',
    'File',
    'Sticker',
    'Location',
  ]);
  await page.getByRole('option', { name: 'Photo' }).click();
  await page.getByRole('button', { name: 'Send a sample message' }).click();
  await expect(page.getByText('The message is in the inbox.')).toBeVisible();

  const { id: chatId, customer } = await shop.channel.chatOf('"counterbell-sample"');
  expect(customer.name).toBe('Sample customer');
  await host.rpc('chats.reply', { chatId, text: 'A fine view' });
  await expect(page.getByText('The last reply was delivered. Status 200.')).toBeVisible();
  shop.endpoint.react(answer.body('', 404));
  await host.rpc('chats.reply', { chatId, text: 'Are you still there?' });
  await expect(page.getByText('The last reply wasn’t delivered. Status 404. Something went wrong')).toBeVisible();

  await host.rpc('channels.update', { channelId: shop.channel.id, endpoint: null });
  await expect(page.getByText('There’s no reply address yet, so replies can’t be delivered.')).toBeVisible();
  await page.getByRole('link', { name: 'Open inbox' }).click();
  await page.getByRole('tab', { name: /^All open/ }).click();
  const feed = await openChat(page, 'Sample customer');
  await expect(feed.getByRole('button', { name: 'photo.png, view larger' })).toBeVisible();
});
