import { flood } from '../../fixtures/flood.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

test(
  'a flood of new customers is reported above every screen, with links to the limits and to their chats',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    await host.rpc('connection.change', {
      way: 'own',
      own: { publicUrl: host.listener },
      limits: { newChatsPerChannel: 1 },
    });
    const page = await openConsole();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await flood('127.0.0.1', 12, (ordinal) => ({
      url: shop.channel.messageUrl,
      body: JSON.stringify({ sender: { id: `flooder-${ordinal}` }, message: { type: 'text', text: 'Buy now' } }),
    }));
    const notice = page.getByRole('status').filter({ hasText: 'Too many new customers are writing to Shop website.' });
    await expect(notice).toBeVisible();
    await expectAccessible(page, 'flood');
    await notice.getByRole('link', { name: 'Close or erase chats' }).click();
    await expect(page.getByRole('listbox', { name: 'Waiting' })).toBeVisible();
  },
);
