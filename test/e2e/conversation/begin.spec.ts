import type { Page } from '@playwright/test';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, messageOf, openChat, reply, showList } from '../conversation.ts';
import { expect, type Shop, test } from '../fixtures.ts';

const say = (shop: Shop, name: string, text: string) =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });

/** A chat with its header and composer, without the contact card. */
const talkWith = (page: Page, name: string) => page.getByRole('region', { name: `Chat with ${name}` });

test('from a closed chat an operator writes to its customer: a new chat begins, and the customer can answer in it', async ({
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
  const write = talkWith(page, 'Anna').getByRole('button', { name: 'Write to this customer' });
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await write.click();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByText('Sending this starts a new chat with Anna.')).toBeVisible();
  await expectAccessible(page, 'writing first');

  // The draft survives Escape and a reload.
  await composer(page).fill('The lamp');
  await composer(page).press('Escape');
  await write.click();
  await page.reload();
  await expect(composer(page)).toHaveValue('The lamp');
  expect((await shop.channel.chatOf('"Anna"')).id).toBe(closedId);

  await reply(page, 'The lamp is back');
  const feed = conversation(page, 'Anna');
  await expect(feed.getByText('You started this chat')).toBeVisible();
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

test(
  'a closed chat whose customer cannot be written to says why, and leads to the open chat',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await say(shop, 'Anna', 'First');
    const { id: closedId, customer } = await shop.channel.chatOf('"Anna"');
    await host.rpc('chats.close', { chatId: closedId });
    const page = await openConsole();
    await page.goto(`${host.console}/#/chat/${closedId}`);
    const talk = talkWith(page, 'Anna');
    const write = page.getByRole('button', { name: 'Write to this customer' });
    await write.click();
    await composer(page).fill('Not sent yet');
    await say(shop, 'Anna', 'Second');
    await expect(talk.getByText('Anna has a newer chat that is still open.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
    await expect(write).toHaveCount(0);
    await talk.getByRole('button', { name: 'Go to the open chat' }).click();
    await expect(talk.getByText('Second')).toBeVisible();
    await expect(composer(page)).toHaveValue('Not sent yet');

    await host.rpc('customers.block', { customerId: customer.id });
    await expect(page.getByText('This customer is blocked.')).toBeVisible();
    await expect(write).toHaveCount(0);
    await host.rpc('customers.unblock', { customerId: customer.id });
    await expect(write).toBeVisible();
    await host.rpc('channels.remove', { channelId: shop.channel.id });
    await expect(talk.getByText('Its channel was removed, so you can no longer reach Anna here.')).toBeVisible();
    await expect(write).toHaveCount(0);
    await expectAccessible(page, 'closed, channel removed');
  },
);

test(
  'the customers page writes to a customer in their open chat or a new one, or says why not',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await say(shop, 'Anna', 'Tell me when the lamp is back');
    const { id: closedId, customer } = await shop.channel.chatOf('"Anna"');
    await host.rpc('chats.close', { chatId: closedId });
    await say(shop, 'Ben', 'Hello');
    const page = await openConsole();
    const customers = page.getByRole('list', { name: 'Customers' });
    const writeTo = async (name: string): Promise<void> => {
      await page.goto(`${host.console}/#/customers`);
      await customers
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('button', { name: 'Write to this customer' })
        .click();
    };
    await writeTo('Ben');
    await expect(conversation(page, 'Ben').getByText('Hello')).toBeVisible();
    await expect(composer(page)).toBeFocused();

    await writeTo('Anna');
    await expect(page.getByText('Sending this starts a new chat with Anna.')).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await reply(page, 'The lamp is back');
    await expect(conversation(page, 'Anna').getByText('You started this chat')).toBeVisible();
    const begun = await shop.channel.chatOf('"Anna"');
    expect(begun.id).not.toBe(closedId);
    await page.goto(`${host.console}/#/customers`);
    await expect(customers.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'customers that can be written to');

    await host.rpc('customers.block', { customerId: customer.id });
    await writeTo('Anna');
    await expect(talkWith(page, 'Anna').getByText('This customer is blocked.')).toBeVisible();
  },
);
