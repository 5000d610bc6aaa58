import type { Page } from '@playwright/test';
import { openChannel } from '../../fixtures/channels.ts';
import { rpcRequest } from '../../fixtures/rpc.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, openChat, reply, showList } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const IVAN = { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001' };
test.use({ provision: { operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }, IVAN] } });

const listed = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => /Anna|Ben|Cleo|Dora/.exec(row.textContent)?.[0] ?? ''));

test('rows show waiting times, who has a chat, and drafts; lists are filtered by channel and by colleague', async ({
  host,
  shop,
  integrator,
  openConsole,
}) => {
  const write = (name: string, text: string) =>
    shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });
  await write('Anna', 'A long question about the blue one, which I saw in the window last week');
  await write('Ben', 'Hello');
  const app = await openChannel(host, {
    name: 'Shop app',
    publicId: 'app-1',
    endpoint: integrator.endpoint('app').url,
  });
  await app.post({ sender: { id: 'Cleo', name: 'Cleo' }, message: { type: 'text', text: 'Hi' } });
  const bens = (await host.rpc('chats.list', { filter: 'waiting' })).chats.find(
    ({ customer }) => customer.name === 'Ben',
  );
  const taken = await rpcRequest(host.console, IVAN.accessKey, 'chats.reply', {
    chatId: bens?.id ?? '',
    text: 'Yes?',
    clientId: 'ivan-reply-1',
  });
  expect(taken.ok).toBe(true);

  const page = await openConsole();
  const wait = chatRow(page, 'Anna').locator('time');
  await expect(wait).toHaveText(/^\d+ s$/);
  await page.clock.install({ time: Date.now() + 190_000 });
  await page.reload();
  await expect(wait).toHaveText(/^[34] min$/);
  await expect(chatRow(page, 'Ben')).toHaveCount(0);

  await showList(page, 'All open');
  // Waiting customers come first, the longest waiting on top.
  await expect.poll(() => listed(page)).toEqual(['Anna', 'Cleo', 'Ben']);
  await expect(chatRow(page, 'Ben')).toContainText('with Ivan');

  await openChat(page, 'Anna');
  await composer(page).fill('Let me look');
  await expect(chatRow(page, 'Anna')).not.toContainText('Draft:');
  await openChat(page, 'Cleo');
  await expect(chatRow(page, 'Anna')).toContainText(/Draft:\s*Let me look/);
  await page.reload();
  await expect(chatRow(page, 'Anna')).toContainText('Let me look');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Shop app' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => listed(page)).toEqual(['Cleo']);
  // New chats are filtered too, also after a reload.
  await write('Dora', 'Hello');
  await page.reload();
  await expect.poll(() => listed(page)).toEqual(['Cleo']);
  await page.getByRole('button', { name: 'Remove Shop app' }).click();
  await expect.poll(() => listed(page)).toEqual(['Anna', 'Cleo', 'Dora', 'Ben']);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Whose chats' })).toBeVisible();
  await expectAccessible(page, 'the filter');
  await page.getByRole('combobox', { name: 'Whose chats' }).click();
  await page.getByRole('option', { name: 'Ivan’s chats' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => listed(page)).toEqual(['Ben']);
  await showList(page, 'Waiting');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(() => listed(page)).toEqual(['Anna', 'Cleo', 'Dora']);
});

test('Waiting counts waiting customers, Mine my unanswered ones; what a colleague has seen does not change mine', async ({
  host,
  shop,
  openConsole,
}) => {
  for (const name of ['Anna', 'Ben', 'Cleo'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
  await expect(tab('Waiting')).toContainText('3');
  await expect(chatRow(page, 'Ben').getByRole('img', { name: '1 unread' })).toBeVisible();

  const { chats } = await host.rpc('chats.list', { filter: 'waiting' });
  for (const { id } of chats) await rpcRequest(host.console, IVAN.accessKey, 'chats.markRead', { chatId: id });
  await openChat(page, 'Anna');
  await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0);
  for (const state of ['live', 'after a reload']) {
    await expect(tab('Waiting'), state).toContainText('3');
    await expect(chatRow(page, 'Ben').getByRole('img', { name: '1 unread' }), state).toBeVisible();
    await page.reload();
  }
  await reply(page, 'Yes?');
  await expect(tab('Waiting')).toContainText('2');
  await expect(tab('Mine')).toHaveText('Mine');
  await shop.channel.post({ sender: { id: 'Anna', name: 'Anna' }, message: { type: 'text', text: 'The blue one?' } });
  await expect(tab('Mine')).toContainText('1');
  // A colleague's unanswered chat is in neither Waiting nor Mine.
  const bens = chats.find(({ customer }) => customer.name === 'Ben')?.id ?? '';
  await rpcRequest(host.console, IVAN.accessKey, 'chats.take', { chatId: bens });
  await expect(tab('Waiting')).toContainText('1');
  await expect(tab('Mine')).toContainText('1');
});

test(
  'a row shows a tag only if its full name fits; in German no list’s name is truncated',
  {
    tag: '@thorough',
  },
  async ({ host, shop, openConsole }) => {
    for (const name of ['Ben', 'Katharina Schöneberg-Wittgenstein']) {
      await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } });
      const { id } = await shop.channel.chatOf(JSON.stringify(name));
      await host.rpc('chats.setTags', { chatId: id, tags: ['Refund', 'Blue'] });
      if (name !== 'Ben') await host.rpc('chats.take', { chatId: id });
    }
    const page = await openConsole();
    await page.addInitScript(`localStorage.setItem('counterbell.language', 'de')`);
    await page.reload();
    await showList(page, 'Offen');
    await expect(chatRow(page, 'Ben').getByText('Refund')).toBeInViewport();
    await expect(chatRow(page, 'Katharina').getByText('Refund')).not.toBeInViewport();
    await expect(page.getByRole('tab', { name: /^Meine/ })).toContainText('1');
    const edge = (await page.getByRole('tablist').boundingBox())?.width ?? 0;
    const reach = await page.getByRole('tablist').evaluate((list) => list.scrollWidth);
    expect(reach).toBeLessThanOrEqual(Math.ceil(edge));
  },
);
