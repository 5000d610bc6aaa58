import { TRANSLATE } from '../../fixtures/translator.ts';
import { say } from '../attaching.ts';
import { chatRow, composer, openChat, reply } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test(
  'a translator rewrites the console: chats come, change and go, counts stay true, and React may remove what was replaced',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    const errors: string[] = [];
    await say(shop, 'Anna', 'Hello');
    const page = await openConsole();
    page.on('pageerror', ({ message }) => errors.push(message));
    await expect(chatRow(page, 'Anna')).toBeVisible();
    await page.evaluate(TRANSLATE);
    await expect(page.getByText('HELLO').first()).toBeVisible();
    const waiting = page.getByRole('tab', { name: /waiting/i }).getByRole('img');
    await expect(waiting).toHaveText('1');
    await say(shop, 'Ben', 'Good morning');
    await expect(waiting).toHaveText('2');
    await openChat(page, 'Anna');
    await reply(page, 'Good day');
    await say(shop, 'Anna', 'One more thing');
    await expect(page.getByRole('article').filter({ hasText: /one more thing/i })).toBeVisible();
    const { id: chatId } = await shop.channel.chatOf('"anna"');
    for (const presence of ['away', 'online'] as const) await host.rpc('operators.setPresence', { presence });
    await host.rpc('chats.close', { chatId });
    await expect(composer(page)).toBeHidden();
    await page.goto(`${host.console}/#/settings/channels`);
    await expect(page.getByRole('heading', { name: /channels/i }).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('article').filter({ hasText: /one more thing/i })).toBeVisible();
    expect(errors).toEqual([]);

    const html = await page.evaluate(`(() => {
    const [parent, text, end] = [document.createElement('p'), new Text('Hello'), document.createElement('b')];
    parent.append(text);
    text.replaceWith(document.createElement('font'));
    parent.insertBefore(end, text);
    parent.removeChild(text);
    parent.insertBefore(document.createElement('i'), end);
    parent.removeChild(end);
    return parent.innerHTML;
  })()`);
    expect(html).toBe('<font></font><i></i>');
  },
);
