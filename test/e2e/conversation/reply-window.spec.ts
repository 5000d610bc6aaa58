import type { Page } from '@playwright/test';
import { answer, bodyOf, isReply } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { composer, conversation, messageOf, reply } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const SIZE = { width: 380, height: 460 };
const anna = { id: 'anna', name: 'Anna' };
const ben = { id: 'ben', name: 'Ben' };

/** Shows the reply window's page, for a chat or for the longest waiting one. */
async function openReply(page: Page, console: string, chatId?: string): Promise<void> {
  await page.setViewportSize(SIZE);
  await page.goto(`${console}/#/reply${chatId === undefined ? '' : `?chat=${chatId}`}`);
}

test('from opening to the sent reply, to the next customer, and to none: by keyboard alone; both see each other type', async ({
  shop,
  host,
  openConsole,
}) => {
  for (const sender of [anna, ben])
    await shop.channel.post({ sender, message: { type: 'text', text: `${sender.name} here` } });
  const page = await openConsole();
  await openReply(page, host.console);

  const feed = conversation(page, 'Anna');
  await expect(feed.getByText('Anna here')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Next waiting chat, 1 more' })).toBeVisible();
  await expectAccessible(page, 'a waiting chat');
  await shop.channel.post({ sender: anna, message: { type: 'typein' } });
  await expect(page.getByText('Anna is typing')).toBeVisible();
  await page.keyboard.type('Hello Anna');
  await shop.endpoint.waitFor(1, (received) => bodyOf(received).message.type === 'typein');
  await page.keyboard.press('Enter');
  const [toAnna] = await shop.endpoint.waitFor(1, isReply);
  expect(bodyOf(toAnna)).toMatchObject({ recipient: { id: 'anna' }, message: { text: 'Hello Anna' } });
  await expect(messageOf(feed, 'Hello Anna').getByRole('img', { name: 'Delivered' })).toBeVisible();
  expect((await shop.channel.chatOf('"anna"')).state).toBe('active');

  await page.keyboard.press('Alt+ArrowDown');
  await expect(conversation(page, 'Ben').getByText('Ben here')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Hello Ben');
  await page.keyboard.press('Enter');
  const [, toBen] = await shop.endpoint.waitFor(2, isReply);
  expect(bodyOf(toBen)).toMatchObject({ recipient: { id: 'ben' }, message: { text: 'Hello Ben' } });

  await expect(messageOf(conversation(page, 'Ben'), 'Hello Ben').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await expectAccessible(page, 'nobody waits');

  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'One more thing' } });
  await expect(feed.getByText('One more thing')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  shop.endpoint.react(answer.error('blocked', 'This customer has left'));
  await reply(page, 'Which one?');
  await expect(page.getByText('Not delivered yet.')).toBeVisible();
  await expectAccessible(page, 'a reply in trouble');
});

test('it shows the chat it was opened for; if that is already answered, the longest waiting one; after “send and close” the next', async ({
  shop,
  host,
  openConsole,
}) => {
  for (const sender of [anna, ben, { id: 'cleo', name: 'Cleo' }])
    await shop.channel.post({ sender, message: { type: 'text', text: `${sender.name} here` } });
  const bensChat = (await shop.channel.chatOf('"ben"')).id;
  const page = await openConsole();
  await openReply(page, host.console, bensChat);
  await expect(conversation(page, 'Ben').getByText('Ben here')).toBeVisible();
  await expect(page).toHaveTitle('Reply to Ben');

  await page.goto('about:blank');
  await host.rpc('chats.reply', { chatId: bensChat, text: 'Answered elsewhere' });
  await openReply(page, host.console, bensChat);
  await expect(conversation(page, 'Anna').getByText('Anna here')).toBeVisible();
  await composer(page).fill('That is all, Anna');
  await page.keyboard.press('Control+Enter');
  await expect(conversation(page, 'Cleo').getByText('Cleo here')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('');
  expect((await shop.channel.chatOf('"anna"')).state).toBe('closed');
});

test(
  'a window redirected while it starts shows only the new place',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    // The browser changes the address first and reports it a moment later; here the moment is prolonged.
    await page.addInitScript(`
    addEventListener('hashchange', (event) => { if (!window.isTold) event.stopImmediatePropagation(); });
    window.tell = () => { window.isTold = true; dispatchEvent(new HashChangeEvent('hashchange')); };
  `);
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/rpc/setup.get', async (route) => {
      await released;
      await route.continue();
    });
    const asked = page.waitForRequest('**/rpc/setup.get');
    const heard = new Promise<void>((resolve) =>
      page.once('websocket', (socket) => socket.once('framereceived', () => resolve())),
    );
    await page.reload({ waitUntil: 'commit' });
    await asked;
    await heard;
    await openReply(page, host.console);
    release(undefined);
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(page).toHaveURL(/#\/reply$/);
    await page.evaluate('tell()');
    await expect(conversation(page, 'Anna')).toBeVisible();
  },
);

test('in a browser nothing can be closed, Escape keeps the draft, and the chat opens in the console', async ({
  shop,
  host,
  openConsole,
}) => {
  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await openReply(page, host.console);
  await composer(page).fill('Dear Anna');
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('Dear Anna');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Open in Counterbell' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(composer(page)).toHaveValue('Dear Anna');
});
