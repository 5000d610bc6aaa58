import type { Page } from '@playwright/test';
import { compose, INPUT_METHODS } from '../../fixtures/input-methods.ts';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { attached, choose, isMessage, messageIn, transferFile, tray } from '../attaching.ts';
import { composer, conversation, messageOf, openChat, showList } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { picture } from '../../fixtures/pictures.ts';

const browsers = Object.keys(INPUT_METHODS) as (keyof typeof INPUT_METHODS)[];
const lamp = { name: 'image.png', mimeType: 'image/png', buffer: picture(320, 200) };

test('keys of an input method act in no field of the console, whatever the browser', async ({
  shop,
  host,
  annas: { page },
}) => {
  await host.rpc('savedReplies.create', { shortcut: 'ねこ', text: 'Cat' });
  const field = composer(page);
  for (const browser of browsers) {
    await field.fill('');
    await compose(field, browser, '/ねこ', 'Enter');
    await compose(field, browser, 'です', 'Tab');
    await expect(field, browser).toHaveValue('/ねこです');
    await compose(field, browser, '', 'Escape');
  }
  await field.fill('');
  // Notes are left with Escape, and added with Enter.
  await page.keyboard.press('Alt+n');
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  for (const browser of browsers) {
    await compose(note, browser, '中', 'Enter');
    await compose(note, browser, '文', 'Escape');
  }
  await expect(note).toHaveValue('中文'.repeat(browsers.length));
  await note.fill('');
  await note.press('Escape');
  // Tags are added with Enter or a comma.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tags' }).click();
  const tag = page.getByRole('dialog', { name: 'Chat tags' }).getByRole('combobox');
  for (const browser of browsers) {
    await compose(tag, browser, '한', 'Enter');
    await compose(tag, browser, '글', ',');
  }
  await expect(tag).toHaveValue('한글'.repeat(browsers.length));
  await page.keyboard.press('Escape');
  expect(shop.endpoint.received.filter(isReply)).toEqual([]);
  await field.fill('です');
  await field.press('Enter');
  await shop.endpoint.waitFor(1, isReply);
});

test.describe('what the console puts into a text', () => {
  const undo = (page: Page) => page.keyboard.press('Control+z');
  const redo = (page: Page) => page.keyboard.press('Control+Shift+z');

  test('is taken out by undo and brought back by redo', async ({ host, annas: { page } }) => {
    const text = 'It takes two days.\n\nAnd on holidays:\nthree.';
    await host.rpc('savedReplies.create', { shortcut: 'delivery', text });
    const field = composer(page);
    await page.keyboard.type('Dear ');
    // Enter comes before the list: the picker makes it when the browser is idle.
    await page.evaluate('self.idle = requestIdleCallback; self.requestIdleCallback = (later) => (self.later = later)');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await page.getByPlaceholder('Search emoji').fill('party popper');
    await page.keyboard.press('Enter');
    await page.evaluate('self.requestIdleCallback = self.idle; self.later?.()');
    await expect(field).toHaveValue('Dear 🎉');
    await undo(page);
    await expect(field).toHaveValue('Dear ');
    await redo(page);
    await expect(field).toHaveValue('Dear 🎉');
    await page.keyboard.type(' /deli');
    await page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(`Dear 🎉 ${text}`);
    await undo(page);
    await expect(field).toHaveValue('Dear 🎉 /deli');
    await redo(page);
    await expect(field).toHaveValue(`Dear 🎉 ${text}`);
    await field.fill('Well,');
    await page.keyboard.press('Alt+q');
    await expect(field).toHaveValue('Well,\n> Hello\n');
    await undo(page);
    await expect(field).toHaveValue('Well,');
    await redo(page);
    await page.keyboard.type('yes');
    await expect(field).toHaveValue('Well,\n> Hello\nyes');
  });
});

test('pasted text wins over the picture that came with it; a file with its name is the file', async ({
  annas: { page },
}) => {
  const asText: readonly Readonly<Record<string, string>>[] = [
    { 'text/plain': 'Lamp\t30\r\n', 'text/html': '<table></table>' },
    { 'text/plain': 'Lamp\t30' },
    { 'text/plain': 'image.png', 'text/html': '<td>image.png</td>' },
  ];
  for (const words of asText) expect(await transferFile(page, 'paste', lamp, words)).toBe(false);
  await expect(tray(page)).toHaveCount(0);
  const asFile: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'text/plain': ' ' },
    { 'text/html': '<img src="https://example.org/lamp.png">' },
    { 'text/plain': 'image.png' },
  ];
  for (const [index, words] of asFile.entries()) {
    expect(await transferFile(page, 'paste', lamp, words)).toBe(true);
    await expect(attached(page, 'image.png')).toHaveCount(index + 1);
  }
});

test('what is typed after Send and close waits for the next chat, in order, however long that takes', async ({
  shop,
  host,
  openConsole,
}) => {
  await host.rpc('savedReplies.create', { shortcut: 'delivery', text: 'It takes two days' });
  for (const name of ['Anna', 'Ben', 'Cleo'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
  const page = await openConsole();
  await expect(page.getByRole('option')).toHaveCount(3);
  await openChat(page, 'Anna');
  await expect(composer(page)).toBeFocused();
  const typed = Promise.withResolvers<void>();
  await page.route('**/rpc/chats.close', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.keyboard.type('Dear Anna');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('/deli');
  await page.keyboard.press('Enter');
  await page.keyboard.type('! ?kj');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('/ship');
  typed.resolve();
  const replies = await shop.endpoint.waitFor(2, isReply);
  expect(replies.map((reply) => bodyOf(reply).message.text)).toEqual(['Dear Anna', 'It takes two days! ?kj']);
  await expect(conversation(page, 'Cleo')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('/ship');
});

test('a chat that leaves its list before it is answered stays open, with what is being written', async ({
  shop,
  openConsole,
}) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await showList(page, 'Waiting');
  const left = Promise.withResolvers<void>();
  // Marking it as read is answered with the chat, too.
  await page.route(/\/rpc\/chats\.(get|markRead)$/, async (route) => {
    await left.promise;
    await route.continue();
  });
  const feed = await openChat(page, 'Anna');
  await composer(page).fill('Hello Anna');
  await composer(page).press('Enter');
  await page.keyboard.type('One moment');
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await expect(messageOf(feed, 'Hello Anna').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('One moment');
  left.resolve();
  await expect(page.getByRole('button', { name: 'Take', exact: true })).toHaveCount(0);
  await expect(composer(page)).toHaveValue('One moment');
});

test(
  'what is typed while the next chat opens by key, is reopened or taken over arrives in its composer',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    for (const name of ['Anna', 'Ben'])
      await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
    const page = await openConsole();
    await openChat(page, 'Anna');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.type('/to Ben');
    await expect(conversation(page, 'Ben')).toBeVisible();
    await expect(composer(page)).toHaveValue('/to Ben');
    await composer(page).fill('');
    const typed = Promise.withResolvers<void>();
    await page.keyboard.press('Alt+c');
    await expect(page.getByText('This chat is closed.')).toBeVisible();
    await page.route('**/rpc/chats.reopen', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.type('?j/');
    typed.resolve();
    await expect(composer(page)).toHaveValue('?j/');
    await expect(composer(page)).toBeFocused();
    expect((await host.rpc('chats.counts', {})).open).toBe(2);
  },
);

test('files can be chosen, pasted, and dropped on the conversation; the text keeps the focus, and Enter sends them', async ({
  shop,
  annas: { page },
}) => {
  const invoice = { name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await choose(page, invoice);
  await expect(attached(page, 'invoice.txt')).toContainText('1 byte');
  await expect(composer(page)).toBeFocused();
  await transferFile(page, 'dragenter', lamp);
  await expect(page.getByText('Drop to attach files for Anna')).toBeVisible();
  await transferFile(page, 'drop', lamp);
  await expect(page.getByText('Drop to attach files for Anna')).toBeHidden();
  await transferFile(page, 'paste', { ...lamp, name: 'pasted.png' });
  await expect(composer(page)).toBeFocused();
  for (const name of ['image.png', 'pasted.png']) await expect(attached(page, name)).toContainText('320 × 200');
  await page.keyboard.press('Enter');
  const sent = (await shop.endpoint.waitFor(3, isMessage)).map(messageIn);
  expect(sent.map(({ type }) => type)).toEqual(['document', 'photo', 'photo']);
  await expect(tray(page)).toHaveCount(0);
});

test(
  'what is typed when the last chat has been closed goes into no search and no shortcut',
  { tag: '@thorough' },
  async ({ annas: { page } }) => {
    await page.keyboard.type('Bye');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('/ship ?');
    await expect(page.getByText('This chat is closed.')).toBeVisible();
    await page.keyboard.type('/?');
    await expect(page.getByRole('searchbox', { name: 'Search messages' })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Once nobody types, the keys are shortcuts again.
    await expect(page.getByRole('log', { name: 'Chat with Anna' })).toBeFocused();
  },
);

test(
  'what does not fit into a field is not put in, and the console says so',
  { tag: '@thorough' },
  async ({ annas: { page } }) => {
    const animations = await page.context().newCDPSession(page);
    await animations.send('Animation.enable');
    await animations.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
    await choose(page, { name: 'full.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    const caption = page.getByRole('textbox', { name: 'Caption for full.txt' });
    await caption.focus();
    // The menu of attachments closes meanwhile, and leaves the focus where it has been moved to.
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.insertText('Lamp ');
    await page.keyboard.insertText('x'.repeat(1000));
    await expect(page.getByText('this field takes at most 1,000 characters, and there would be 1,005')).toBeVisible();
    await expect(caption).toHaveValue('Lamp ');
  },
);

test('a saved reply whose customer has no name asks before it is sent, and typing puts one in', async ({
  shop,
  host,
  openConsole,
}) => {
  const text = 'Within 30 days, {customer}. Just send it back, {operator}.';
  await host.rpc('savedReplies.create', { shortcut: 'back', text });
  await shop.channel.post({ sender: { id: 'a', name: '\u200b' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  await page.getByRole('option').first().click();
  const field = composer(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('/back');
  await page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option').waitFor();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Within 30 days, {customer}. Just send it back, Olga.');
  await expect(page.getByText('{customer} couldn’t be filled in.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send later' })).toBeDisabled();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('Anna');
  await expect(page.getByText('couldn’t be filled in.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const [first] = await shop.endpoint.waitFor(1, isReply);
  expect(bodyOf(first).message.text).toBe('Within 30 days, Anna. Just send it back, Olga.');
  await page.keyboard.insertText('Use {channel} in it');
  await page.getByRole('button', { name: 'Send as it is' }).click();
  const [, second] = await shop.endpoint.waitFor(2, isReply);
  expect(bodyOf(second).message.text).toBe('Use {channel} in it');
});

test(
  'after snoozing the keys go to the composer, and in the reply window to the next chat',
  { tag: '@thorough' },
  async ({ shop, host, annas: { page } }) => {
    await expect(composer(page)).toBeVisible();
    await page.keyboard.press('Alt+z');
    await page.getByRole('button', { name: 'Until the customer writes' }).press('Enter');
    await page.keyboard.type('/j?');
    await expect(composer(page)).toHaveValue('/j?');
    await composer(page).fill('');

    for (const name of ['Ben', 'Cleo'])
      await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
    const small = await page.context().newPage();
    await small.goto(`${host.console}/#/reply`);
    await expect(conversation(small, 'Ben')).toBeVisible();
    await expect(composer(small)).toBeFocused();
    const typed = Promise.withResolvers<void>();
    await small.route('**/rpc/chats.close', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await small.keyboard.type('Dear Ben');
    await small.keyboard.press('Control+Enter');
    await small.keyboard.type('Dear Cleo');
    typed.resolve();
    await expect(conversation(small, 'Cleo')).toBeVisible();
    await expect(composer(small)).toHaveValue('Dear Cleo');
  },
);
