import type { Page } from '@playwright/test';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import { ended } from '../../fixtures/archive.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { chatRow, fromMenu, openChat } from '../conversation.ts';
import { expect, test } from '../media.ts';
import { watched } from '../watched.ts';

/** Erases a customer from another window; resolves when nothing of them is left. */
async function erase(host: Host, chatId: string): Promise<void> {
  const events = await host.events();
  const { customer } = await host.rpc('chats.get', { chatId });
  const { name } = await host.rpc('privacy.previewErase', { customerId: customer.id });
  const job = await host.rpc('privacy.eraseCustomer', { customerId: customer.id, confirmation: name });
  await events.waitFor('customers.erased', ({ chatIds }) => chatIds.includes(chatId));
  await ended(host, job);
}

const panes = (page: Page) =>
  page.getByRole('region', { name: /^(Contact|Bot inspector)$/ }).or(page.getByRole('dialog'));

for (const [where, width] of [
  ['beside the conversation', 1280],
  ['over it, in a narrow window', 760],
] as const)
  test(
    `a chat that is erased while it is open closes its panes ${where}`,
    { tag: '@thorough' },
    async ({ host, mediaShop, openConsole }) => {
      await host.rpc('bots.create', { name: 'FAQ', channelIds: [mediaShop.channel.id], silenceSeconds: 0 });
      await mediaShop.channel.say('bob', 'I stay');
      const page = await openConsole();
      await page.setViewportSize({ width, height: 800 });
      const { isWhole } = watched(page);
      for (const pane of ['contact', 'inspector', 'viewer'] as const)
        await test.step(pane, async () => {
          await mediaShop.send({ type: 'photo', ...mediaShop.file('lamp.png') });
          const { id: chatId } = await mediaShop.channel.chatOf('"anna"');
          await page.goto(`${host.console}/#/chat/${chatId}`);
          await expect(page.getByRole('log', { name: 'Chat with Anna' })).toBeVisible();
          if (pane === 'viewer') await page.getByRole('button', { name: 'lamp.png, view larger' }).click();
          else if (pane === 'inspector') await fromMenu(page, 'Bot inspector');
          else if (width < 800) await page.getByRole('button', { name: /contact/i }).click();
          await expect(panes(page).first()).toBeVisible();

          await erase(host, chatId);
          await expect(page.getByText('This chat doesn’t exist')).toBeVisible();
          await expect(panes(page)).toHaveCount(0);
          await expect(page.getByRole('option').filter({ hasText: 'Anna' })).toHaveCount(0);
          await page.reload();
          await expect(page.getByText('This chat doesn’t exist')).toBeVisible();
          await expect(panes(page)).toHaveCount(0);
          await page.getByRole('button', { name: 'Back to the list' }).click();
          await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
          await isWhole();
        });
    },
  );

test(
  'the reply window moves on to the next waiting chat, and to none, when its chats are erased',
  { tag: '@thorough' },
  async ({ host, mediaShop, openConsole }) => {
    for (const name of ['Anna', 'Ben'])
      await mediaShop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
    const chats = await Promise.all(['Anna', 'Ben'].map((name) => mediaShop.channel.chatOf(JSON.stringify(name))));
    const page = await openConsole();
    await page.goto(`${host.console}/#/reply?chat=${chats[0]?.id ?? ''}`);
    const { isWhole } = watched(page);
    await expect(page.getByText('Anna here')).toBeVisible();
    await erase(host, chats[0]?.id ?? '');
    await expect(page.getByText('Ben here')).toBeVisible();
    await erase(host, chats[1]?.id ?? '');
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    await isWhole();
  },
);

test(
  'a merged customer keeps the chat, with the shared card',
  { tag: '@thorough' },
  async ({ host, mediaShop, openConsole }) => {
    for (const name of ['Anna', 'Ben'])
      await mediaShop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
    const [anna, ben] = await Promise.all(
      ['Anna', 'Ben'].map((name) => mediaShop.channel.chatOf(JSON.stringify(name))),
    );
    const page = await openConsole();
    await openChat(page, 'Ben');
    const { isWhole } = watched(page);
    const keep = mapContactFields(() => 'into' as const);
    await host.rpc('contacts.merge', { customerId: anna?.customer.id ?? '', otherId: ben?.customer.id ?? '', keep });
    await expect(page.getByRole('log', { name: 'Chat with Anna' }).getByText('Ben here')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna');
    await expect(chatRow(page, 'Anna')).toHaveCount(2);
    await isWhole();
  },
);
