import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { composer, conversation, messageOf, openChat, reply, showList, chatRow } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test('a customer’s message appears at once; taken and answered, the reply reaches the integration', async ({
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Is it in stock?' } });

  const feed = await openChat(page, 'Anna');
  await expect(feed.getByText('Is it in stock?')).toBeVisible();
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(feed.getByText('You took the chat')).toBeVisible();
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
});

test('Shift+Enter breaks the line, Enter sends the whole text', async ({ shop, openConsole }) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await openChat(page, 'Anna');
  await composer(page).pressSequentially('Hello Anna,');
  await composer(page).press('Shift+Enter');
  await composer(page).pressSequentially('how can I help?');
  await composer(page).press('Enter');
  const [received] = await shop.endpoint.waitFor(1, isReply);
  expect(bodyOf(received).message.text).toBe('Hello Anna,\nhow can I help?');
});

test('a draft survives a reload in its chat', async ({ shop, openConsole }) => {
  for (const name of ['Anna', 'Ben'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await openChat(page, 'Anna');
  await composer(page).fill('Dear Anna, your lamp');
  await openChat(page, 'Ben');
  await expect(composer(page)).toHaveValue('');
  await openChat(page, 'Anna');
  await expect(composer(page)).toHaveValue('Dear Anna, your lamp');
  await page.reload();
  await expect(conversation(page, 'Anna')).toBeVisible();
  await expect(composer(page)).toHaveValue('Dear Anna, your lamp');
});

test('a closed chat can be reopened by undo; after closing, the next message opens a new one', async ({
  shop,
  host,
  openConsole,
}) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Is it in stock?' } });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
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
  await shop.channel.post({
    sender: { id: 'anna', name: 'Anna' },
    message: { type: 'text', text: 'One more question' },
  });
  await showList(page, 'Waiting');
  const second = await openChat(page, 'Anna');
  await expect(second.getByText('One more question')).toBeVisible();
  expect((await shop.channel.chatOf('"anna"')).id).not.toBe(first.id);
  await showList(page, 'Closed');
  await expect(chatRow(page, 'Anna')).toBeVisible();
});

test('chats closed one after the other are one notice, whose undo reopens all that it names', async ({
  shop,
  host,
  openConsole,
}) => {
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
});

test('two windows stay in sync', async ({ shop, openConsole }) => {
  const [left, right] = [await openConsole(), await openConsole()];
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Is it in stock?' } });
  const feed = await openChat(left, 'Anna');
  await openChat(right, 'Anna');
  await left.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(right.getByText('You took the chat')).toBeVisible();
  await reply(right, 'Yes, three left.');
  await expect(messageOf(feed, 'Yes, three left.').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await left.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(right.getByText('You closed the chat')).toBeVisible();
});

test('an operator and a customer see each other type', async ({ shop, openConsole }) => {
  const anna = { id: 'anna', name: 'Anna' };
  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await openChat(page, 'Anna');

  await shop.channel.post({ sender: anna, message: { type: 'typein' } });
  await expect(page.getByText('Anna is typing').first()).toBeVisible();
  await shop.channel.post({ sender: anna, message: { type: 'typeout' } });
  await expect(page.getByText('Anna is typing')).toHaveCount(0);

  await composer(page).pressSequentially('One moment');
  await shop.endpoint.waitFor(1, (received) => bodyOf(received).message.type === 'typein');
  await composer(page).fill('');
  await shop.endpoint.waitFor(1, (received) => bodyOf(received).message.type === 'typeout');
});

test('a reply whose response is lost is shown once, and does not hold up the next', async ({ shop, openConsole }) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  // The engine has it, but its response is lost.
  await page.route(
    '**/rpc/chats.reply',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const text = `${'A long answer. '.repeat(90)}That is all.`;
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('One more thing');
  await composer(page).press('Enter');
  await expect(messageOf(feed, 'One more thing').getByRole('img', { name: 'Delivered' })).toBeVisible();
  const texts = (await shop.endpoint.waitFor(3, isReply)).map((received) => bodyOf(received).message.text);
  expect(texts).toHaveLength(3);
  expect([texts.slice(0, 2).join(''), texts[2]]).toEqual([text, 'One more thing']);
  await expect(feed.getByRole('article')).toHaveCount(4);
  await expect(feed.getByRole('img', { name: 'Delivered' })).toHaveCount(3);
});
