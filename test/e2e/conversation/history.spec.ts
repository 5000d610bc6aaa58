import { expectAccessible } from '../axe.ts';
import { composer, conversation, messageOf, openChat, reply } from '../conversation.ts';
import { expect, type Shop, test } from '../fixtures.ts';
import { answer } from '../../fixtures/integrator.ts';

const say = (shop: Shop, text: string, name = 'Anna') =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });

// The nine seconds of a verdict pass in two.
test.use({ pace: 5 });

test("a customer's earlier chats are above the open one, each with a divider showing its day and who answered", async ({
  shop,
  host,
  openConsole,
}) => {
  await say(shop, 'Is the lamp in stock?');
  const { id: firstId } = await shop.channel.chatOf('"Anna"');
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  await expect(feed.getByRole('heading', { name: 'Today' })).toBeVisible();
  shop.endpoint.react(answer.body('{}', 503));
  await reply(page, 'Only in blue');
  await expect(messageOf(feed, 'Only in blue').getByRole('button', { name: 'Send again' })).toBeVisible();
  await messageOf(feed, 'Only in blue').getByRole('button', { name: 'Dismiss' }).click();
  await host.rpc('chats.close', { chatId: firstId });
  shop.endpoint.react(answer.ok);

  await say(shop, 'Nobody needs to answer this');
  const second = await shop.channel.chatOf('"Anna"');
  await host.rpc('chats.close', { chatId: second.id });
  await say(shop, 'And in green?');
  await say(shop, 'Something else', 'Ben');
  const third = await shop.channel.chatOf('"Anna"');
  await openChat(page, 'Anna');
  const isWhole = async (): Promise<void> => {
    const heads = ['Today, answered by Olga', 'Today, not answered', 'Today, this chat'];
    await expect(feed.getByRole('heading')).toHaveText(heads);
    await expect(feed.getByRole('article')).toHaveCount(4);
    await expect(feed.getByText('Something else')).toHaveCount(0);
    const failed = messageOf(feed, 'Only in blue');
    await expect(failed.getByText('Not delivered.')).toBeVisible();
    await expect(failed.getByRole('button', { name: /Send again|Dismiss/ })).toHaveCount(0);
  };
  await isWhole();
  await expectAccessible(page, 'earlier chats');
  await reply(page, 'Green comes on Monday');
  await expect(messageOf(feed, 'Green comes on Monday').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(feed.getByRole('heading')).toHaveText([/^Today, answered/, /^Today, not/, /^Today, this/]);

  // A later event of an earlier chat is shown in that chat, not in this one.
  await host.rpc('chats.note', { chatId: firstId, text: 'She wanted blue at first' });
  const note = feed.getByRole('article', { name: /^Note by/ });
  await expect(note).toBeVisible();
  const order = async (): Promise<readonly string[]> => await feed.locator('article, h2').allInnerTexts();
  const isInFirst = async (): Promise<boolean> => {
    const lines = await order();
    const at = (words: string): number => lines.findIndex((line) => line.includes(words));
    return at('Only in blue') < at('She wanted') && at('She wanted') < at('not answered');
  };
  expect(await isInFirst()).toBe(true);
  await page.reload();
  await expect(note).toBeVisible();
  expect(await isInFirst()).toBe(true);
  expect((await host.rpc('chats.get', { chatId: third.id })).state).toBe('active');

  // Opened by its own address, an earlier chat shows no later ones.
  await page.goto(`${host.console}/#/chat/${second.id}`);
  await expect(feed.getByRole('heading')).toHaveText([/^Today, answered by Olga/, /^Today, this chat/]);
  await expect(feed.getByText('And in green?')).toHaveCount(0);
  await page.goto(`${host.console}/#/chat/${firstId}`);
  await expect(feed.getByRole('heading')).toHaveText('Today');
  await expect(messageOf(feed, 'Only in blue').getByRole('button', { name: 'Send again' })).toBeVisible();
});

test(
  'a long history loads on scrolling, the message being read keeps its place, and few rows are in the document',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    test.setTimeout(120_000);
    for (let chat = 1; chat <= 6; chat += 1) {
      for (let line = 1; line <= 40; line += 1) await say(shop, `Chat ${String(chat)}, line ${String(line)}`);
      if (chat < 6) await host.rpc('chats.close', { chatId: (await shop.channel.chatOf('"Anna"')).id });
    }
    const page = await openConsole();
    await openChat(page, 'Anna');
    const feed = conversation(page, 'Anna');
    await expect(feed.getByText('Chat 6, line 40', { exact: true })).toBeInViewport();
    const first = feed.getByText('Chat 1, line 1', { exact: true });
    let most = 0;
    await expect(async () => {
      const before = await feed.evaluate((element) => {
        const pane = element.getBoundingClientRect();
        const rows = [...element.querySelectorAll('article')];
        const row = rows.find((each) => each.getBoundingClientRect().top >= pane.top + 40);
        return { words: row?.textContent ?? '', top: row?.getBoundingClientRect().top ?? 0 };
      });
      // Rows are measured in the frames after they appear.
      await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
      const after = await feed.evaluate(
        (element, words) =>
          [...element.querySelectorAll('article')].find((each) => each.textContent === words)?.getBoundingClientRect()
            .top,
        before.words,
      );
      if (after !== undefined) expect.soft(Math.abs(after - before.top)).toBeLessThan(3);
      most = Math.max(most, await feed.getByRole('article').count());
      await feed.evaluate((element) => element.scrollBy(0, -600));
      await expect(first).toBeInViewport({ timeout: 50 });
    }).toPass({ timeout: 60_000, intervals: [50] });
    expect(most).toBeLessThan(90);
  },
);

test(
  'a divider marks what arrived since the operator looked, while the chat is open, and not the next time',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await say(shop, 'Zero');
    await say(shop, 'Hello', 'Ben');
    const page = await openConsole();
    const line = page.getByRole('separator', { name: 'Unread messages' });
    /** The message right below the divider. */
    const below = () =>
      line.evaluate((element) => element.parentElement?.querySelector('article')?.textContent ?? 'nothing');
    const feed = await openChat(page, 'Anna');
    await expect(feed.getByText('Zero')).toBeVisible();
    // All of it is new, so no divider is needed.
    await expect(line).toHaveCount(0);
    await openChat(page, 'Ben');
    for (const words of ['One', 'Two']) await say(shop, words);
    await expect(page.getByRole('option').filter({ hasText: 'Two' })).toBeVisible();
    await openChat(page, 'Anna');
    await expect(line).toBeVisible();
    expect(await below()).toContain('One');
    await openChat(page, 'Ben');
    await openChat(page, 'Anna');
    await expect(feed.getByText('Two')).toBeVisible();
    await expect(line).toHaveCount(0);

    // Messages seen on arrival aren't new; those that arrived elsewhere are, after the seen unanswered ones.
    await say(shop, 'Three');
    await expect(feed.getByText('Three')).toBeVisible();
    await expect(line).toHaveCount(0);
    // The engine has heard that it was seen.
    await expect.poll(async () => Object.values((await shop.channel.chatOf('"Anna"')).seen ?? {})).toEqual([4]);
    await openChat(page, 'Ben');
    for (const words of ['Four', 'Five']) await say(shop, words);
    await expect(page.getByRole('option').filter({ hasText: 'Five' })).toBeVisible();
    await openChat(page, 'Anna');
    await expect(line).toBeVisible();
    expect(await below()).toContain('Four');
    await expectAccessible(page, 'unread line');
    await say(shop, 'Six');
    await reply(page, 'I am here');
    await expect(feed.getByText('Six')).toBeVisible();
    await expect(feed.getByText('I am here')).toBeVisible();
    await expect(line).toHaveCount(1);
    expect(await below()).toContain('Four');
    await page.reload();
    await expect(feed.getByText('I am here')).toBeVisible();
    await expect(line).toHaveCount(0);
  },
);

test(
  'more than a screen of unread messages opens at the divider, also on the way back; fewer open at the end',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await say(shop, 'Zero');
    await say(shop, 'Hello', 'Ben');
    const page = await openConsole();
    const feed = await openChat(page, 'Anna');
    await expect(feed.getByText('Zero')).toBeVisible();
    await openChat(page, 'Ben');
    for (let line = 1; line <= 30; line += 1) await say(shop, `Line ${String(line)}`);
    await expect(page.getByRole('option').filter({ hasText: 'Line 30' })).toBeVisible();
    const begins = async (): Promise<void> => {
      await openChat(page, 'Anna');
      await expect(feed.getByText('Line 1', { exact: true })).toBeInViewport();
      await expect(feed.getByText('Zero', { exact: true })).not.toBeInViewport();
      await expect(feed.getByText('Line 30', { exact: true })).not.toBeInViewport();
      await expect(composer(page)).toBeFocused();
    };
    await begins();
    await expect(page.getByRole('separator', { name: 'Unread messages' })).toBeInViewport();
    await openChat(page, 'Ben');
    await begins();
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect(feed.getByText('Line 30', { exact: true })).toBeInViewport();
    await openChat(page, 'Ben');
    await say(shop, 'And one more');
    await expect(page.getByRole('option').filter({ hasText: 'And one more' })).toBeVisible();
    await openChat(page, 'Anna');
    await expect(feed.getByText('And one more')).toBeInViewport();
  },
);
