import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { composer, messageOf, openChat, reply, showList, chatRow } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const anna = { id: 'anna', name: 'Anna' };

test('a customer’s message appears at once; both see each other type; taken and answered, the reply reaches the integration', async ({
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Is it in stock?' } });

  const feed = await openChat(page, 'Anna');
  await expect(feed.getByText('Is it in stock?')).toBeVisible();
  for (const [type, count] of [
    ['typein', 1],
    ['typeout', 0],
  ] as const) {
    await shop.channel.post({ sender: anna, message: { type } });
    await expect(page.getByText('Anna is typing')).toHaveCount(count);
    await expect(chatRow(page, 'Anna').getByText('typing…')).toHaveCount(count);
  }
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(feed.getByText('You took the chat')).toBeVisible();
  for (const [typed, type] of [
    ['One moment', 'typein'],
    ['', 'typeout'],
  ] as const) {
    await composer(page).fill(typed);
    await shop.endpoint.waitFor(1, (received) => bodyOf(received).message.type === type);
  }
  await reply(page, 'Yes, three left.');

  const [received] = await shop.endpoint.waitFor(1, isReply);
  expect(received?.url).toMatch(/\/shop-1$/);
  expect(bodyOf(received)).toMatchObject({
    sender: { name: 'Olga' },
    recipient: { id: 'anna' },
    message: { type: 'text', text: 'Yes, three left.' },
  });
  await expect(messageOf(feed, 'Yes, three left.').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(composer(page)).toHaveValue('');

  await composer(page).pressSequentially('Of each,');
  await composer(page).press('Shift+Enter');
  await composer(page).pressSequentially('that is.');
  await composer(page).press('Enter');
  const [, lines] = await shop.endpoint.waitFor(2, isReply);
  expect(bodyOf(lines).message.text).toBe('Of each,\nthat is.');
});

test('a closed chat can be reopened by undo; after closing, the next message opens a new one', async ({
  shop,
  host,
  annas: { page, feed },
}) => {
  await reply(page, 'Yes.');
  await expect(messageOf(feed, 'Yes.').getByRole('img', { name: 'Delivered' })).toBeVisible();
  const first = await shop.channel.chatOf('"anna"');

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(/^Chat with .+ closed\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await host.rpc('chats.get', { chatId: first.id })).state).toBe('active');

  await showList(page, 'Mine');
  await openChat(page, 'Anna');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(async () => (await host.rpc('chats.get', { chatId: first.id })).state).toBe('closed');
  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'One more question' } });
  await showList(page, 'Waiting');
  const second = await openChat(page, 'Anna');
  await expect(second.getByText('One more question')).toBeVisible();
  expect((await shop.channel.chatOf('"anna"')).id).not.toBe(first.id);
  await showList(page, 'Closed');
  await expect(chatRow(page, 'Anna')).toBeVisible();
});

test(
  'chats closed one after the other are one notice, whose undo reopens all that it names',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    for (const name of ['Anna', 'Ben', 'Cleo'])
      await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Is it in stock?' } });
    const page = await openConsole();
    const closing = page.getByText(/^(Chat with .+|\d chats) closed\.$/);
    const closeChat = async (name: string): Promise<void> => {
      await openChat(page, name);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect.poll(async () => (await shop.channel.chatOf(JSON.stringify(name))).state).toBe('closed');
    };
    await closeChat('Anna');
    await expect(closing).toHaveText(/^Chat with .Anna. closed\.$/);
    // A notice under the mouse stays, however slow this computer is.
    await closing.hover();
    await closeChat('Ben');
    await expect(closing).toHaveText('2 chats closed.');
    await closing.hover();
    await closeChat('Cleo');
    await expect(closing).toHaveText('3 chats closed.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('3 chats reopened.')).toBeVisible();
    await expect(closing).toHaveCount(0);
    expect((await host.rpc('chats.counts', {})).open).toBe(3);
  },
);

test('two windows stay in sync', async ({ shop, openConsole }) => {
  const [left, right] = [await openConsole(), await openConsole()];
  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Is it in stock?' } });
  const feed = await openChat(left, 'Anna');
  await openChat(right, 'Anna');
  await left.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(right.getByText('You took the chat')).toBeVisible();
  await reply(right, 'Yes, three left.');
  await expect(messageOf(feed, 'Yes, three left.').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await left.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(right.getByText('You closed the chat')).toBeVisible();
});
