import { bodyOf, isReply } from '../fixtures/integrator.ts';
import { expectAccessible, stillWindow } from './axe.ts';
import { chatRow, composer, conversation, messageOf, openChat, reply, showList } from './conversation.ts';
import { expect, type Shop, test } from './fixtures.ts';

test.use(stillWindow('light'));

const say = (shop: Shop, name: string, text: string) =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });

test('from a closed chat an operator writes to its customer: a new chat begins, which reaches them and is answered in', async ({
  shop,
  host,
  openConsole,
}) => {
  await say(shop, 'Anna', 'Tell me when the lamp is back');
  const { id: closedId } = await shop.channel.chatOf('"Anna"');
  await host.rpc('chats.close', { chatId: closedId });
  const [page, other] = [await openConsole(), await openConsole()];
  await showList(page, 'Closed');
  await openChat(page, 'Anna');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.getByRole('button', { name: 'Write to this customer' }).click();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByText('Sending this begins a new chat with Anna.')).toBeVisible();
  await expectAccessible(page, 'writing first');

  // What is begun stays, through Escape and a reload.
  await composer(page).fill('The lamp');
  await composer(page).press('Escape');
  await page.getByRole('button', { name: 'Write to this customer' }).click();
  await page.reload();
  await expect(composer(page)).toHaveValue('The lamp');
  expect((await shop.channel.chatOf('"Anna"')).id).toBe(closedId);

  await reply(page, 'The lamp is back');
  const feed = conversation(page, 'Anna');
  await expect(feed.getByText('You began this chat')).toBeVisible();
  await expect(messageOf(feed, 'The lamp is back').getByRole('img', { name: 'Delivered' })).toBeVisible();
  const [sent] = await shop.endpoint.waitFor(1, isReply);
  expect(sent && bodyOf(sent)).toMatchObject({ recipient: { id: 'Anna' }, message: { text: 'The lamp is back' } });
  const begun = await shop.channel.chatOf('"Anna"');
  expect([begun.id === closedId, begun.state]).toEqual([false, 'active']);
  await showList(other, 'All open');
  await expect(chatRow(other, 'Anna')).toContainText('The lamp is back');
  await say(shop, 'Anna', 'I am on my way');
  await expect(feed.getByText('I am on my way')).toBeVisible();
  await reply(page, 'See you');
  await shop.endpoint.waitFor(2, isReply);
});

test('where a customer cannot be written to, a closed chat says why, and leads to the chat that is open', async ({
  shop,
  host,
  openConsole,
}) => {
  await say(shop, 'Anna', 'First');
  const { id: closedId, customer } = await shop.channel.chatOf('"Anna"');
  await host.rpc('chats.close', { chatId: closedId });
  const page = await openConsole();
  await page.goto(`${host.console}/#/chat/${closedId}`);
  const write = page.getByRole('button', { name: 'Write to this customer' });
  await write.click();
  await composer(page).fill('Not sent yet');
  await say(shop, 'Anna', 'Second');
  await expect(page.getByText('Anna has a newer chat that is open.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await expect(write).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to the open chat' }).click();
  await expect(conversation(page, 'Anna').getByText('Second')).toBeVisible();
  await expect(composer(page)).toHaveValue('Not sent yet');

  await host.rpc('customers.block', { customerId: customer.id });
  await expect(page.getByText('This customer is blocked.')).toBeVisible();
  await expect(write).toHaveCount(0);
  await host.rpc('customers.unblock', { customerId: customer.id });
  await expect(write).toBeVisible();
  await host.rpc('channels.remove', { channelId: shop.channel.id });
  await expect(page.getByText('Its channel was removed, so Anna can no longer be reached here.')).toBeVisible();
  await expect(write).toHaveCount(0);
  await expectAccessible(page, 'closed, channel removed');
});
