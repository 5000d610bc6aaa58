import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { chatRow, fromMenu, openChat, showList } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const listed = (page: Page): Promise<readonly string[]> =>
  page.getByRole('option').evaluateAll((rows) => rows.map((row) => /Anna|Ben|Cleo/.exec(row.textContent)?.[0] ?? ''));

test('a pinned chat is on top of everyone’s lists, live and after a reload, until it is unpinned or closed', async ({
  host,
  shop,
  openConsole,
}) => {
  for (const name of ['Anna', 'Ben', 'Cleo'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } });
  const [page, other] = [await openConsole(), await openConsole()];
  for (const each of [page, other]) await expect.poll(() => listed(each)).toEqual(['Anna', 'Ben', 'Cleo']);
  await openChat(page, 'Cleo');
  await fromMenu(page, 'Pin to the top');
  for (const each of [page, other]) {
    await expect.poll(() => listed(each)).toEqual(['Cleo', 'Anna', 'Ben']);
    await expect(chatRow(each, 'Cleo').getByRole('img', { name: 'Pinned' })).toBeVisible();
  }
  await expectAccessible(page, 'a pinned chat');
  await page.reload();
  await showList(page, 'All open');
  await expect.poll(() => listed(page)).toEqual(['Cleo', 'Anna', 'Ben']);
  await openChat(page, 'Cleo');
  await fromMenu(page, 'Unpin');
  for (const each of [page, other]) await expect.poll(() => listed(each)).toEqual(['Anna', 'Ben', 'Cleo']);

  await fromMenu(page, 'Pin to the top');
  await expect.poll(() => listed(other)).toEqual(['Cleo', 'Anna', 'Ben']);
  const { id: chatId } = await shop.channel.chatOf('"Cleo"');
  await host.rpc('chats.close', { chatId });
  await host.rpc('chats.reopen', { chatId });
  await showList(other, 'All open');
  await expect.poll(() => listed(other)).toEqual(['Anna', 'Ben', 'Cleo']);
});
