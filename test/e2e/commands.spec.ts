import type { Locator, Page } from '@playwright/test';
import { bodyOf, isReply } from '../fixtures/integrator.ts';
import { openToCustomers } from '../fixtures/public-address.ts';
import { ratingLink } from '../fixtures/rating-page.ts';
import { expectAccessible } from './axe.ts';
import { chatRow, composer, conversation, openChat, showList } from './conversation.ts';
import { expect, test } from './fixtures.ts';

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Commands' });
const found = (page: Page): Locator => palette(page).getByRole('option');
const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Opens the palette and types into it. */
async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(typed);
}

/** Closes the palette; pressed while it closes, its own key would not open it again. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
}

/** Runs the first command found, after checking that it is the intended one. */
async function command(page: Page, typed: string, meant: string | RegExp): Promise<void> {
  await search(page, typed);
  await expect(found(page).first()).toContainText(meant);
  await expect(found(page).first()).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

async function customerWrites(
  say: { readonly channel: { readonly post: (body: unknown) => Promise<unknown> } },
  name: string,
  text = `${name} here`,
): Promise<void> {
  await say.channel.post({ sender: { id: name.toLowerCase(), name }, message: { type: 'text', text } });
}

test('a chat is found by its customer, taken, answered, rated, closed and reopened from the palette, without the mouse; commands that are not possible are not in it', async ({
  host,
  shop,
  openConsole,
}) => {
  await openToCustomers(host);
  for (const name of ['Anna', 'Zoë']) await customerWrites(shop, name);
  const page = await openConsole();
  await expect(page.getByRole('option')).toHaveCount(2);
  for (const typed of ['take the chat', 'close the chat', 'write reply', 'rating ask', 'bot give']) {
    await search(page, typed);
    await expect(palette(page).getByText('No matching commands')).toBeVisible();
    await leave(page);
  }

  await command(page, 'zoe', 'Zoë');
  const feed = conversation(page, 'Zoë');
  await expect(feed.getByText('Zoë here')).toBeVisible();
  await command(page, 'ta ch', 'Take the chat');
  await expect(feed.getByText('You took the chat')).toBeVisible();
  await page.keyboard.press('Control+k');
  const chat = palette(page).getByRole('group', { name: 'This chat' });
  await expect(chat.getByRole('option', { name: /Close the chat/ })).toBeVisible();
  await expect(found(page).filter({ hasText: /Take the chat|Reopen the chat|bot/ })).toHaveCount(0);
  await expectAccessible(page, 'palette');
  await leave(page);
  await command(page, 'wrep', 'Write a reply');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Hello Zoë');
  await page.keyboard.press('Enter');
  await shop.endpoint.waitFor(1, isReply);

  await command(page, 'stars', 'Ask for a rating');
  await expect(page.getByText('The customer was asked for a rating.')).toBeVisible();
  const [, asked] = await shop.endpoint.waitFor(2, isReply);
  expect(ratingLink(bodyOf(asked).message.text)).toContain('/rating/');
  await command(page, 'close', 'Close the chat');
  await expect(page.getByText(/^Chat with .+ closed\.$/)).toBeVisible();
  expect((await shop.channel.chatOf('"zoë"')).state).toBe('closed');
  await command(page, 'open again', 'Reopen the chat');
  await expect(page.getByText('Chat reopened.')).toBeVisible();
  expect((await shop.channel.chatOf('"zoë"')).state).toBe('active');
});

test(
  'every list, page and section can be reached, without losing the focus',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await customerWrites(shop, 'Anna');
    const page = await openConsole();
    await expect(page.getByRole('option')).toHaveCount(1);
    await command(page, 'people list', 'Customers');
    await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
    await command(page, 'ratings', 'Ratings');
    await expect(page.getByRole('tab', { name: 'Ratings' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('link', { name: 'Reports' })).toBeFocused();

    const settings = page.getByRole('navigation', { name: 'Settings' });
    await command(page, 'settings channels', 'Settings: Channels');
    const here = (section: string) => settings.getByRole('link', { name: section, exact: true });
    await expect(here('Channels')).toHaveAttribute('aria-current', 'page');
    const sections = await settings.locator('li:not(:has(ul))').allTextContents();
    expect(sections).toHaveLength(19);
    for (const section of sections) {
      if (section === 'Channels') continue;
      const asked = section === 'Connection' ? 'check everything' : `settings ${section}`;
      await command(page, asked, `Settings: ${section}`);
      await expect(here(section)).toHaveAttribute('aria-current', 'page');
      await expect(here(section)).toBeFocused();
    }
    await command(page, 'inbox closed', 'Inbox: Closed');
    await expect(page.getByRole('tab', { name: /^Closed/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('No chats are closed yet.')).toBeVisible();
    await command(page, 'inbox all', 'Inbox: All open');
    await expect(chatRow(page, 'Anna')).toBeVisible();
    await command(page, 'anna', 'Anna');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Alt+t');
    await expect(conversation(page, 'Anna').getByText('You took the chat')).toBeVisible();
  },
);

test(
  'recently used commands come first, also after a restart; presence changes from the palette, by its key and from its menu, and shows it',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await customerWrites(shop, 'Anna');
    const page = await openConsole();
    await expect(page.getByRole('option')).toHaveCount(1);
    await search(page, '');
    await expect(palette(page).getByRole('group', { name: 'Recent' })).toHaveCount(0);
    await leave(page);
    await command(page, 'theme dark', 'Theme: Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await command(page, 'mine', 'Inbox: Mine');

    await page.reload();
    await expect(page.getByRole('tab', { name: /^Mine/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+k');
    // The dark theme is on, so its command isn't offered.
    await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Inbox: Mine']);
    await expect(found(page).filter({ hasText: 'Inbox: Mine' })).toHaveCount(1);
    await leave(page);

    await command(page, 'go online', 'Go online');
    await expect(page.getByText('You’re online.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Olga: Online/ })).toBeVisible();
    await expect.poll(async () => (await shop.channel.status()).body).toBe('1');
    await page.keyboard.press('Alt+p');
    await expect(page.getByText('You’re away.', { exact: true })).toBeVisible();
    await expect.poll(async () => (await shop.channel.status()).body).toBe('0');
    for (const [presence, status] of [
      ['Online', '1'],
      ['Away', '0'],
    ] as const) {
      const answered = page.waitForResponse(/\/rpc\/operators\.setPresence$/);
      await page.getByRole('button', { name: /Change presence/ }).click();
      await page.getByRole('menuitemradio', { name: new RegExp(`^${presence}`) }).click();
      expect((await answered).status()).toBe(200);
      await expect(page.getByRole('button', { name: new RegExp(`Olga: ${presence}`) })).toBeVisible();
      expect((await shop.channel.status()).body).toBe(status);
    }
  },
);

test('the palette opens over a draft, closes with Escape and its own key, and returns the focus; Alt and the arrow keys move between chats, also from a draft; a capital letter starts a reply', async ({
  shop,
  host,
  openConsole,
}) => {
  for (const name of ['Anna', 'Ben', 'Carl']) await customerWrites(shop, name);
  const page = await openConsole();
  await openChat(page, 'Anna');
  await composer(page).fill('Dear Anna');
  for (const key of ['Escape', 'Control+k']) {
    await search(page, 'xyz');
    await page.keyboard.press(key);
    await expect(palette(page)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
  }
  await page.keyboard.type(', hello');
  await expect(composer(page)).toHaveValue('Dear Anna, hello');

  await page.keyboard.press('Control+k');
  await expect(found(page).first()).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('ArrowDown');
  await expect(found(page).nth(1)).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('ArrowUp');
  await expect(found(page).first()).toHaveAttribute('data-highlighted', '');
  await leave(page);

  await page.keyboard.press('Alt+ArrowDown');
  await expect(conversation(page, 'Ben')).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(composer(page)).toHaveValue('Dear Anna, hello');
  await expect(conversation(page, 'Anna')).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(conversation(page, 'Carl')).toBeVisible();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Shift+T');
  await page.keyboard.type('hanks');
  await expect(composer(page)).toHaveValue('Thanks');
  expect((await host.rpc('chats.counts', {})).waiting).toBe(3);

  // In a narrow window a list can be reached from a chat.
  await page.setViewportSize({ width: 760, height: 800 });
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await command(page, 'inbox waiting', 'Inbox: Waiting');
  await expect(page.getByRole('listbox', { name: 'Waiting' })).toBeFocused();
  await showList(page, 'Mine');
});

test(
  'the chat page of a window opens from the palette, files and places are sent from it, and it leads to the list of keys',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await customerWrites(shop, 'Anna');
    await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'bella' });
    await host.rpc('channels.create', { name: 'Shop app' });
    const page = await openConsole();
    await expect(page.getByRole('option')).toHaveCount(1);
    const opened = page.waitForEvent('popup');
    await command(page, 'chat page', 'Chat page of Bella Lamps');
    expect((await opened).url()).toBe(`${host.listener}/chat/bella`);
    // Only windows have one.
    await search(page, 'chat page');
    await expect(found(page)).toHaveText(['Chat page of Bella Lamps']);
    await leave(page);

    const keysOf = (does: string): Locator =>
      sheet(page)
        .locator('dt')
        .filter({ has: page.locator(`xpath=following-sibling::dd[1][contains(., "${does}")]`) });
    await page.keyboard.press('?');
    await expect(keysOf('Commands: find and run anything')).toHaveText('CtrlK');
    await expect(keysOf('Take the chat')).toHaveText('AltT');
    await expect(keysOf('Next and previous chat')).toHaveText('JK');
    await expectAccessible(page, 'list of keys');
    await page.setViewportSize({ width: 760, height: 800 });
    await expectAccessible(page, 'list of keys, narrow');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await expect(found(page).first()).toBeVisible();
    await expectAccessible(page, 'palette, narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.type('chat');
    await expectAccessible(page, 'what was found');
    await page.keyboard.type(' of nobody');
    await expect(palette(page).getByText('No matching commands')).toBeVisible();
    await expectAccessible(page, 'nothing found');
    await leave(page);
    await command(page, 'keys', 'Keyboard shortcuts');
    await expect(keysOf('Take the chat')).toHaveText('AltT');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);

    await openChat(page, 'Anna');
    const chooser = page.waitForEvent('filechooser');
    await command(page, 'attach', 'Attach files');
    await (await chooser).setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('lamps') });
    await expect(page.getByText('list.txt')).toBeVisible();
    await command(page, 'location', 'Send a location');
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
  },
);
