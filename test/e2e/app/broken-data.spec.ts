import type { BrowserContextOptions, Page } from '@playwright/test';
import { chat as chatSchema } from '#shared/domain/entities.ts';
import { messageKinds } from '#shared/domain/message.ts';
import { chatRow, conversation, messageOf, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { tamperWithEvents } from '../watched.ts';

const JUNK: readonly unknown[] = [null, {}, 5, [{}], true, 'junk'];

/** Every field of a message or chat with every kind of invalid value. */
function everyFault(fields: readonly string[]): readonly { readonly field: string; readonly junk: unknown }[] {
  return fields.flatMap((field) => JUNK.map((junk) => ({ field, junk })));
}

const ofMessage = everyFault([...new Set(messageKinds.flatMap(({ shape }) => Object.keys(shape)))]);
const ofChat = everyFault(Object.keys(chatSchema.shape));

const tamperedTest = test.extend<{
  readonly openTampered: (change: Parameters<typeof tamperWithEvents>[1]) => Promise<Page>;
}>({
  openTampered: async ({ browser, contextOptions, host }, use) => {
    const context = await browser.newContext(contextOptions satisfies BrowserContextOptions);
    const thrown: string[] = [];
    await use(async (change) => {
      const page = await context.newPage();
      page.on('pageerror', (error) => thrown.push(error.message));
      await tamperWithEvents(page, change);
      await page.goto(host.accessUrl);
      return page;
    });
    await context.close();
    expect(thrown).toEqual([]);
  },
});

const windowFault = (page: Page) => page.getByText('Something went wrong in this window');
const paneFault = (page: Page) => page.getByText('Couldn’t show this part of the window');
const messageFaults = (page: Page) =>
  page.getByRole('group', { name: 'Couldn’t show this message. It’s stored; nothing is lost.' });

tamperedTest(
  'a message with anything in any of its fields takes no other with it; Reload brings it back, and the log knows',
  { tag: '@thorough' },
  async ({ host, shop, openTampered }) => {
    const page = await openTampered((event) => {
      const marked = event.name === 'message.added' ? /^fault (\d+)$/.exec(event.data.message.text ?? '') : null;
      if (event.name !== 'message.added' || marked === null) return event;
      const fault = ofMessage[Number(marked[1])];
      return {
        ...event,
        data: { ...event.data, message: { ...event.data.message, [fault?.field ?? '']: fault?.junk } },
      };
    });
    await shop.channel.say('anna', 'Before all that');
    await openChat(page, 'Visitor');
    const feed = page.getByRole('log');
    // Of what comes before it has loaded, it shows the beginning.
    await expect(messageOf(feed, 'Before all that')).toBeVisible();
    for (const index of ofMessage.keys()) await shop.channel.say('anna', `fault ${String(index)}`);
    await shop.channel.say('anna', 'And after it');
    await expect(messageOf(feed, 'And after it')).toBeVisible();
    await expect(windowFault(page)).toHaveCount(0);
    await expect(paneFault(page)).toHaveCount(0);
    // Through the whole list, from end to start: rows are only rendered near the view.
    await feed.hover();
    let broken = 0;
    await expect(async () => {
      broken += await messageFaults(page).count();
      await page.mouse.wheel(0, -400);
      await expect(messageOf(feed, 'Before all that')).toBeVisible({ timeout: 100 });
    }).toPass({ timeout: 30_000, intervals: [100] });
    expect(broken).toBeGreaterThan(0);
    await expect(windowFault(page)).toHaveCount(0);
    await expect(paneFault(page)).toHaveCount(0);

    await expect(async () => {
      await page.mouse.wheel(0, 400);
      await expect(messageFaults(page).first()).toBeVisible({ timeout: 100 });
    }).toPass({ timeout: 30_000, intervals: [100] });
    await messageFaults(page).first().getByRole('button', { name: 'Reload' }).click();
    await expect(messageFaults(page)).toHaveCount(0);
    const { id: chatId } = await shop.channel.chatOf('"anna"');
    const { messages: newest } = await host.rpc('messages.list', { chatId, limit: 200 });
    const { messages: older } = await host.rpc('messages.list', { chatId, before: newest[0]?.id, limit: 200 });
    expect([...older, ...newest].filter(({ text }) => text?.startsWith('fault ') === true)).toHaveLength(
      ofMessage.length,
    );

    await expect.poll(() => host.log()).toContain('a window could not show something');
    expect(host.log()).toContain('"part":"message"');
  },
);

tamperedTest(
  'a chat with anything in any of its fields takes no other row with it, and no other pane',
  { tag: '@thorough' },
  async ({ shop, openTampered }) => {
    const page = await openTampered((event) => {
      const marked = event.name === 'message.added' ? /^fault (\d+)$/.exec(event.data.message.text ?? '') : null;
      if (event.name !== 'message.added' || marked === null) return event;
      const fault = ofChat[Number(marked[1])];
      return { ...event, data: { ...event.data, chat: { ...event.data.chat, [fault?.field ?? '']: fault?.junk } } };
    });
    await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Sound' } });
    await shop.channel.post({ sender: { id: 'bob', name: 'Bob' }, message: { type: 'text', text: 'Mine breaks' } });
    const feed = await openChat(page, 'Anna');
    for (const index of ofChat.keys()) {
      await shop.channel.say('bob', `fault ${String(index)}`);
      if ((index + 1) % JUNK.length > 0) continue;
      // Once per field: a failure with any of its values must not affect these.
      await shop.channel.say('anna', `After ${String(index)}`);
      await expect(messageOf(feed, `After ${String(index)}`)).toBeVisible();
      await expect(chatRow(page, 'Anna')).toContainText(`After ${String(index)}`);
    }
    await expect(windowFault(page)).toHaveCount(0);
    await expect(paneFault(page)).toHaveCount(0);
  },
);

tamperedTest(
  'a broken row says so where it stands, and Reload repairs it; a broken chat takes its pane and card, and neither the list nor the chat beside it',
  async ({ host, shop, openTampered }) => {
    // In an open chat every event, so that no late one repairs it.
    let breaks = false;
    const page = await openTampered((event) => {
      if (event.name !== 'message.added' && event.name !== 'chat.changed') return event;
      const isMarked = event.name === 'message.added' && event.data.message.text === 'Break my row';
      const { chat } = event.data;
      if (!isMarked && !(breaks && chat.customer.externalId === '"bob"')) return event;
      const customer = { ...chat.customer, name: { first: 'Bob' } };
      return { ...event, data: { ...event.data, chat: { ...chat, customer } } };
    });
    await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Sound' } });
    await shop.channel.post({ sender: { id: 'bob', name: 'Bob' }, message: { type: 'text', text: 'Sound too' } });
    await expect(page.getByRole('option')).toHaveCount(2);
    await shop.channel.say('bob', 'Break my row');
    const row = page.getByRole('option').filter({ hasText: 'Couldn’t show this chat' });
    await expect(row).toBeVisible();
    await expect(chatRow(page, 'Anna')).toContainText('Sound');
    await row.getByText('Reload').click();
    await expect(chatRow(page, 'Bob')).toContainText('Break my row');
    await expect(row).toHaveCount(0);
    await expect.poll(() => host.log()).toContain('"part":"row"');

    await openChat(page, 'Bob');
    breaks = true;
    await shop.channel.say('bob', 'Break me');
    await expect(paneFault(page)).toHaveCount(2);
    await expect(windowFault(page)).toHaveCount(0);
    await expect(chatRow(page, 'Anna')).toContainText('Sound');
    breaks = false;
    await page.getByRole('alert').getByRole('button', { name: 'Reload' }).first().click();
    await expect(messageOf(conversation(page, 'Bob'), 'Break me')).toBeVisible();
    await expect(paneFault(page)).toHaveCount(0);

    breaks = true;
    await shop.channel.say('bob', 'Once more');
    await expect(paneFault(page)).toHaveCount(2);
    await openChat(page, 'Anna');
    await expect(messageOf(conversation(page, 'Anna'), 'Sound')).toBeVisible();
    await expect(paneFault(page)).toHaveCount(0);
  },
);
