import type { Page } from '@playwright/test';
import { failedAnswer } from '../../../src/shared/contract/answers.ts';
import { phrase } from '../../../src/shared/locales/phrase.ts';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { composer, conversation, messageOf, openChat, reply, showList } from '../conversation.ts';
import { expect, type Shop, test } from '../fixtures.ts';

const PRIVATE = 'He asked for a refund twice before';

function noteField(page: Page) {
  return page.getByRole('textbox', { name: 'Note', exact: true });
}

/** Writes a note and adds it with Enter. */
async function addNote(page: Page, words: string): Promise<void> {
  await noteField(page).fill(words);
  await noteField(page).press('Enter');
}

const say = (shop: Shop, name: string, text: string) =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });

test('a note appears for every operator, and nothing of it reaches the customer, not even that it is typed', async ({
  shop,
  openConsole,
}) => {
  await say(shop, 'Anna', 'Where is my money?');
  const [page, other] = [await openConsole(), await openConsole()];
  const told: string[] = [];
  page.on('request', (request) => request.url().endsWith('/rpc/chats.typing') && told.push(request.postData() ?? ''));
  const feed = await openChat(page, 'Anna');
  await expectAccessible(page, 'composer with its switch');
  const otherFeed = await openChat(other, 'Anna');
  await page.getByRole('group', { name: 'What you write' }).getByRole('button', { name: 'Note' }).click();
  await expect(noteField(page)).toBeFocused();
  await expect(page.getByText('Only operators see this')).toBeVisible();
  await page.keyboard.type('no typing');
  await addNote(page, PRIVATE);
  const note = feed.getByRole('article', { name: /^Note by You, / });
  await expect(note).toContainText(PRIVATE);
  await expect(note).toContainText('Only operators see this');
  await expect(otherFeed.getByRole('article', { name: /^Note by / })).toContainText(PRIVATE);
  await expect(noteField(page)).toHaveValue('');
  await expect(page.getByRole('option').filter({ hasText: 'Anna' })).toContainText('Where is my money?');
  expect((await shop.channel.chatOf('"Anna"')).state).toBe('waiting');

  expect(told).toEqual([]);
  await expectAccessible(page, 'notes');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('I am');
  await shop.endpoint.waitFor(1, (each) => bodyOf(each).message.type === 'typein');
  expect(told[0]).toContain('true');
  await reply(page, 'I am looking into it');
  await expect(messageOf(feed, 'I am looking into it').getByRole('img', { name: 'Delivered' })).toBeVisible();
  const received = await shop.endpoint.waitFor(1, isReply);
  expect(received.map((each) => bodyOf(each).message['text'])).toEqual(['I am looking into it']);
  expect(JSON.stringify(shop.endpoint.received.map(({ raw }) => raw))).not.toContain(PRIVATE);
  await page.keyboard.press('Alt+c');
  await expect(page.getByText('This chat is closed.')).toBeVisible();
  await expectAccessible(page, 'closed chat');
});

test('reply and note have separate drafts, which survive Escape, Alt+N, other chats and a reload', async ({
  shop,
  openConsole,
}) => {
  for (const name of ['Anna', 'Ben']) await say(shop, name, `${name} here`);
  const page = await openConsole();
  await openChat(page, 'Anna');
  await composer(page).fill('Dear Anna');
  await page.getByRole('log').focus();
  await page.keyboard.press('Alt+n');
  await expect(noteField(page)).toBeFocused();
  await page.keyboard.type('ask Tom');
  await expect(noteField(page)).toHaveValue('ask Tom');
  await openChat(page, 'Ben');
  await expect(composer(page)).toHaveValue('');
  await openChat(page, 'Anna');
  await expect(noteField(page)).toHaveValue('ask Tom');
  await page.reload();
  await expect(noteField(page)).toHaveValue('ask Tom');
  await noteField(page).press('Escape');
  await expect(composer(page)).toHaveValue('Dear Anna');
  await expect(composer(page)).toBeFocused();
});

test.describe('two operators', () => {
  test.use({
    provision: {
      operators: [
        { name: 'Olga', accessKey: 'olga-key-for-tests-0001' },
        { name: 'Ben', accessKey: 'ben-key-for-tests-00001' },
      ],
    },
  });

  test(
    'a note is edited in place by its author, at once in every window, and found by its new text',
    { tag: '@thorough' },
    async ({ shop, host, openConsole }) => {
      await say(shop, 'Anna', 'Hello');
      const { id: chatId } = await shop.channel.chatOf('"Anna"');
      await host.rpc('chats.note', { chatId, text: 'Likes yellow lamps' });
      await host.rpc('chats.note', { chatId, text: 'Pays late' });
      const bens = await openConsole('ben-key-for-tests-00001');
      const bensFeed = await openChat(bens, 'Anna');
      const page = await openConsole();
      const feed = await openChat(page, 'Anna');
      const editor = page.getByRole('textbox', { name: 'Edit note' });
      const menuOf = async (window: Page, words: string): Promise<void> => {
        const note = messageOf(window.getByRole('log'), words);
        await note.hover();
        await note.getByRole('button', { name: 'More about this message' }).click();
        await expect(window.getByRole('menuitem', { name: 'Copy' })).toBeVisible();
      };

      // Not sent to the customer, and not editable by others.
      await menuOf(bens, 'Pays late');
      await expect(bens.getByRole('menuitem')).toHaveText(['Copy']);
      await bens.keyboard.press('Escape');

      await menuOf(page, 'Likes yellow lamps');
      await expect(page.getByRole('menuitem')).toHaveText(['Copy', 'Edit']);
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(editor).toBeFocused();
      await expect(editor).toHaveValue('Likes yellow lamps');
      await expectAccessible(page, 'a note that is edited');
      await page.keyboard.type(' a lot');
      await editor.press('Escape');
      await expect(editor).toHaveCount(0);
      await expect(composer(page)).toBeFocused();
      await expect(messageOf(feed, 'Likes yellow lamps')).not.toContainText('a lot');

      await menuOf(page, 'Likes yellow lamps');
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await editor.fill(' ');
      await editor.press('Enter');
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      await editor.fill('Likes green lamps');
      await editor.press('Enter');
      for (const shown of [feed, bensFeed]) {
        await expect(messageOf(shown, 'Likes green lamps')).toContainText('edited');
        await expect(shown.getByText('Likes yellow lamps')).toHaveCount(0);
        await expect(messageOf(shown, 'Pays late')).not.toContainText('edited');
      }
      await expect(composer(page)).toBeFocused();
      await expect(composer(page)).toHaveValue('');

      // By keys: the arrows lead to it, and Enter opens its menu.
      await feed.focus();
      await page.keyboard.press('ArrowUp');
      await expect(messageOf(feed, 'Pays late')).toBeFocused();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
      await expect(editor).toHaveValue('Pays late');
      await editor.fill('Pays at once');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(messageOf(bensFeed, 'Pays at once')).toContainText('edited');

      await page.reload();
      await expect(messageOf(feed, 'Likes green lamps').getByText('edited')).toHaveAttribute('title', /20\d\d/);
      const hits = async (text: string): Promise<number> =>
        (await host.rpc('search.messages', { text })).chats.flatMap((chat) => chat.hits).length;
      await expect.poll(() => hits('green lamps')).toBe(1);
      expect(await hits('yellow')).toBe(0);
    },
  );

  test('an @ offers colleagues; the one who is mentioned is told, and finds the chat in a list until they look', async ({
    shop,
    host,
    openConsole,
  }) => {
    await say(shop, 'Anna', 'Where is my money?');
    const { id: chatId } = await shop.channel.chatOf('"Anna"');
    await host.rpc('chats.take', { chatId });
    const bens = await openConsole('ben-key-for-tests-00001');
    const page = await openConsole();
    await showList(page, 'Mine');
    const feed = await openChat(page, 'Anna');
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.keyboard.type('@');
    const offers = page.getByRole('listbox', { name: 'Colleagues' });
    await expect(offers.getByRole('option')).toHaveText(['Ben']);
    await expectAccessible(page, 'colleagues to mention');
    await page.keyboard.type('be');
    await page.keyboard.press('Enter');
    await expect(noteField(page)).toHaveValue('@Ben ');
    await page.keyboard.type('can we refund this?');
    await page.keyboard.press('Enter');
    await expect(feed.getByRole('article', { name: /^Note by You/ })).toContainText('@Ben can we refund this?');

    const told = bens.getByRole('group').filter({ hasText: 'Olga mentioned you in the chat with Anna.' });
    await expect(told.getByRole('button', { name: 'Open' })).toBeVisible();
    await bens.reload();
    await bens.getByRole('button', { name: 'You’re mentioned in 1 chat' }).click();
    await expectAccessible(bens, 'a mention');
    await openChat(bens, 'Anna');
    await expect(bens.getByRole('button', { name: 'You’re mentioned in 1 chat' })).toHaveCount(0);
    await expect(bens.getByText('No new notes mention you.')).toBeVisible();
    await expect(conversation(bens, 'Anna').getByText('@Ben', { exact: true })).toBeVisible();
  });

  test("notes can be added to colleagues' chats and closed ones, which stay as they are", async ({
    shop,
    host,
    openConsole,
  }) => {
    await say(shop, 'Anna', 'Hello');
    const { id: chatId } = await shop.channel.chatOf('"Anna"');
    const bens = await openConsole('ben-key-for-tests-00001');
    await openChat(bens, 'Anna');
    await bens.getByRole('button', { name: 'Take', exact: true }).click();
    await expect(conversation(bens, 'Anna').getByText('You took the chat')).toBeVisible();

    const page = await openConsole();
    await showList(page, 'All open');
    const feed = await openChat(page, 'Anna');
    await expect(page.getByText('Ben has this chat.')).toBeVisible();
    await page.getByRole('button', { name: 'Write a note' }).click();
    await addNote(page, 'She is a regular');
    await expect(feed.getByRole('article', { name: /^Note by You/ })).toContainText('She is a regular');
    await expect(conversation(bens, 'Anna').getByRole('article', { name: /^Note by Olga/ })).toContainText(
      'She is a regular',
    );
    await expect(bens.getByRole('status').filter({ hasText: 'Note by Olga: She is a regular' })).toBeAttached();
    expect(await host.rpc('chats.get', { chatId })).toMatchObject({ state: 'active', lastMessage: { text: 'Hello' } });
    await noteField(page).press('Escape');
    await expect(page.getByRole('button', { name: 'Write a note' })).toBeFocused();

    await host.rpc('chats.close', { chatId });
    await expect(page.getByText('This chat is closed.')).toBeVisible();
    await page.keyboard.press('Alt+n');
    await addNote(page, 'Call her on Monday');
    await expect(feed.getByRole('article', { name: /^Note by You/ }).last()).toContainText('Call her on Monday');
    expect((await host.rpc('chats.get', { chatId })).state).toBe('closed');
  });
});

test('a note or an edit that the engine refuses is back in its field; one that is too long says so and is not added', async ({
  shop,
  host,
  openConsole,
}) => {
  await say(shop, 'Anna', 'Hello');
  const { id: chatId } = await shop.channel.chatOf('"Anna"');
  await host.rpc('chats.note', { chatId, text: 'Pays late' });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  for (const route of ['note', 'editNote'])
    await page.route(`**/rpc/chats.${route}`, (request) =>
      request.fulfill({
        status: 503,
        json: failedAnswer({ code: 'storage_unavailable', reason: phrase('errors:refusals.store.full') }),
      }),
    );
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await addNote(page, 'Keep this');
  await expect(page.getByText('Your note wasn’t added. It’s back in the text field.')).toBeVisible();
  await expect(noteField(page)).toHaveValue('Keep this');
  await expect(feed.getByRole('article', { name: /^Note by/ })).toHaveCount(1);
  await noteField(page).fill('x'.repeat(10_001));
  await expect(page.getByText('10,001 of 10,000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add note' })).toBeDisabled();

  const note = messageOf(feed, 'Pays late');
  await note.hover();
  await note.getByRole('button', { name: 'More about this message' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'Edit note' });
  await editor.fill('Pays at once');
  await editor.press('Enter');
  await expect(page.getByText('Your note wasn’t changed. What you wrote is back in the text field.')).toBeVisible();
  await expect(editor).toHaveValue('Pays at once');
  await editor.press('Escape');
  await expect(note).not.toContainText('edited');
});
