import { expectAccessible } from '../axe.ts';
import { composer, messageOf, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'a message is copied and quoted, from its menu and by keys; the quotation is sent as text',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    const anna = { id: 'Anna', name: 'Anna' };
    const say = (text: string) => shop.channel.post({ sender: anna, message: { type: 'text', text } });
    await say('Is it blue?\nOr green?');
    await shop.channel.post({
      sender: anna,
      message: { type: 'document', file: 'https://files.invalid/prices.pdf', file_name: 'prices.pdf', file_size: 100 },
    });
    const page = await openConsole();
    const feed = await openChat(page, 'Anna');
    const clipboard = () => page.evaluate('navigator.clipboard.readText()');
    const choose = async (words: string, item: string): Promise<void> => {
      const message = messageOf(feed, words);
      await message.hover();
      await message.getByRole('button', { name: 'More about this message' }).click();
      if (item === 'Copy') await expectAccessible(page, 'menu of a message', ['region']);
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Is it blue?', 'Copy');
    await expect.poll(clipboard).toBe('Is it blue?\nOr green?');
    await choose('Is it blue?', 'Quote');
    await expect(composer(page)).toHaveValue('> Is it blue?\n> Or green?\n');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('Both');
    await choose('prices.pdf', 'Quote');
    await expect(composer(page)).toHaveValue('> Is it blue?\n> Or green?\nBoth\n> File: prices.pdf\n');
    await composer(page).press('Enter');
    const [sent] = await shop.endpoint.waitFor(1, isReply);
    expect(sent && bodyOf(sent).message['text']).toContain('> Is it blue?\n> Or green?\nBoth');

    // By keys: the customer's last message, or the one reached with the arrows.
    await say('And the price?');
    await expect(messageOf(feed, 'And the price?')).toBeVisible();
    await page.keyboard.press('Alt+q');
    await expect(composer(page)).toHaveValue('> And the price?\n');
    await composer(page).fill('');
    await feed.focus();
    await page.keyboard.press('ArrowUp');
    await expect(messageOf(feed, 'And the price?')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(clipboard).toBe('And the price?');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp');
    await expect(messageOf(feed, 'Is it blue?').first()).toBeFocused();
    await page.keyboard.press('Alt+q');
    await expect(composer(page)).toHaveValue('> Is it blue?\n> Or green?\n');
    // Further typing goes below the quotation, without another key.
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('Green');
    await expect(composer(page)).toHaveValue('> Is it blue?\n> Or green?\nGreen');
  },
);
