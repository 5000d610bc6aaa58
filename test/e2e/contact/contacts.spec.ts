import type { Page } from '@playwright/test';
import { openSettings } from '../settings-page.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, fromMenu, openChat, showList } from '../conversation.ts';
import { expect, type Fixtures, type Shop, test } from '../fixtures.ts';

type Host = Fixtures['host'];

const say = (shop: Shop, name: string, text: string, more: object = {}) =>
  shop.channel.post({ sender: { id: name, name, ...more }, message: { type: 'text', text } });
const header = (page: Page) =>
  page
    .getByRole('banner')
    .or(page.locator('header'))
    .filter({ has: page.getByRole('button', { name: 'More', exact: true }) });
const card = (page: Page) => page.getByRole('group', { name: 'Contact details' });
/** Expands the section at the bottom of the card, which then stays open. */
const openDetails = (page: Page) => card(page).getByRole('button', { name: 'Details', expanded: false }).click();
const undo = (page: Page, words: string) =>
  page.getByRole('group').filter({ hasText: words }).getByRole('button', { name: 'Undo' });

const tagsOf = async (host: Host, chatId: string) => (await host.rpc('chats.get', { chatId })).tags;

test(
  'a chat gets tags in its header, the inbox is filtered by them, also after a reload, and settings change them everywhere',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await say(shop, 'Anna', 'I want my money back');
    await say(shop, 'Tom', 'Hello');
    const page = await openConsole();
    const other = await openConsole();
    await openChat(page, 'Anna');
    const { chats } = await host.rpc('chats.list', { filter: 'open' });
    const annas = chats.find(({ customer }) => customer.name === 'Anna')?.id ?? '';
    const toms = chats.find(({ customer }) => customer.name === 'Tom')?.id ?? '';
    await fromMenu(page, 'Chat tags');
    const field = page.getByRole('combobox', { name: 'Add a tag' }).last();
    await expect(field).toBeFocused();
    await field.fill('refnd');
    await field.press('Enter');
    await field.fill('vip');
    await expect(page.getByRole('option', { name: 'New tag “vip”' })).toBeVisible();
    await field.press('Enter');
    await expectAccessible(page, 'tags of a chat');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(header(page)).toContainText('refnd');
    await expect(chatRow(other, 'Anna')).toContainText('refnd');
    expect(await tagsOf(host, annas)).toEqual(['refnd', 'vip']);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('checkbox', { name: /^vip/ }).click();
    await expectAccessible(page, 'filter by tag');
    await page.keyboard.press('Escape');
    await expect(chatRow(page, 'Tom')).toHaveCount(0);
    await expect(chatRow(page, 'Anna')).toBeVisible();
    expect(new URL(page.url()).hash).toBe(`#/chat/${annas}?tag=vip`);
    await host.rpc('chats.setTags', { chatId: toms, tags: ['VIP', 'refund'] });
    await expect(chatRow(page, 'Tom')).toBeVisible();
    await host.rpc('chats.setTags', { chatId: toms, tags: ['refund'] });
    await expect(chatRow(page, 'Tom')).toHaveCount(0);
    await page.reload();
    await expect(chatRow(page, 'Anna')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Filtered by 1 tag' })).toBeVisible();
    await showList(page, 'Closed');
    await expect(page.getByText('No chats in this list match the filter.')).toBeVisible();
    await showList(page, 'Waiting');
    await page.getByRole('list', { name: 'Filtered by 1 tag' }).getByRole('button', { name: 'Remove vip' }).click();
    await expect(chatRow(page, 'Tom')).toBeVisible();
    await expect(page).not.toHaveURL(/tag=/);

    await openSettings(page, 'Tags');
    const list = page.getByRole('list', { name: 'All tags' });
    await expect(list.getByRole('listitem')).toHaveText([/^refnd1 chat, no contacts/, /^refund1 chat/, /^vip1 chat/]);
    await list.getByRole('button', { name: /^vip/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Refund');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByText('Another tag has this name')).toBeVisible();
    await expectAccessible(page, 'tags');
    await page.getByRole('textbox', { name: 'Name' }).fill('loyal');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByText('Saved: Name')).toBeVisible();
    expect(await tagsOf(host, annas)).toEqual(['refnd', 'loyal']);
    await list.getByRole('button', { name: /^refnd/ }).click();
    await page.getByRole('combobox', { name: 'Merge into another' }).click();
    await page.getByRole('option', { name: 'refund' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
    await expect(list.getByRole('listitem')).toHaveText([/^loyal1 chat/, /^refund2 chats/]);
    await expect(chatRow(other, 'Anna')).toContainText('refund');
    await list.getByRole('button', { name: /^refund/ }).click();
    await page.getByRole('link', { name: 'Show chats' }).click();
    await expect(page.getByRole('list', { name: 'Filtered by 1 tag' })).toBeVisible();
    await openSettings(page, 'Tags');
    await list.getByRole('button', { name: /^refund/ }).click();
    await page.getByRole('button', { name: 'Remove everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(chatRow(other, 'Tom')).not.toContainText('refund');
  },
);

test(
  'the contact card has notes and tags; two customers are merged into one contact, undone at once or later',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await say(shop, 'Anna', 'Hello', { phone: '+48 1' });
    await say(shop, 'Ann', 'Me again, from home', { email: 'ann@example.com' });
    await say(shop, 'Tom', 'Hello');
    const page = await openConsole();
    await openChat(page, 'Anna');
    const notes = card(page).getByRole('textbox', { name: 'Notes' });
    await notes.fill('Pays late');
    await card(page).getByRole('combobox', { name: 'Add a tag' }).fill('vip');
    await card(page).getByRole('combobox', { name: 'Add a tag' }).press('Enter');
    await expect(card(page).getByRole('list', { name: 'Contact tags' })).toHaveText('vip');
    await expect(page.getByText('Notes saved.', { exact: true })).toBeVisible();
    await undo(page, 'Notes saved.').click();
    await expect(notes).toHaveValue('');
    await notes.fill('Pays on time');
    await composer(page).focus();
    await expect(page.getByText('Notes saved.', { exact: true })).toBeVisible();

    const dialog = page.getByRole('dialog', { name: 'Merge with another contact' });
    await openDetails(page);
    let isSeen = false;
    const mergeWithAnn = async (): Promise<void> => {
      await card(page).getByRole('button', { name: 'Merge with another contact' }).click();
      await expect(dialog.getByText('No other contact has the same name, phone or email.')).toBeVisible();
      await dialog.getByRole('searchbox', { name: 'Search contacts' }).fill('ann@');
      await dialog.getByRole('list', { name: 'Contacts' }).getByRole('button').click();
      await expect(dialog.getByRole('region', { name: 'The other contact' })).toContainText('ann@example.com');
      if (!isSeen) await expectAccessible(page, 'both contacts');
      isSeen = true;
      await dialog.getByRole('combobox', { name: 'Name' }).click();
      await page.getByRole('option', { name: 'Ann', exact: true }).click();
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
      await expect(page.getByText('Anna and Ann are now one contact.')).toBeVisible();
    };
    await mergeWithAnn();
    await expect(card(page).getByRole('textbox', { name: 'Email' })).toHaveValue('ann@example.com');
    await expect(card(page).getByRole('textbox', { name: 'Phone' })).toHaveValue('+48 1');
    await expect(chatRow(page, 'Ann')).toHaveCount(2);
    await undo(page, 'are now one contact').click();
    await expect(card(page).getByRole('textbox', { name: 'Email' })).toHaveValue('');
    await expect(chatRow(page, 'Anna')).toHaveCount(1);

    await mergeWithAnn();
    await page.getByRole('button', { name: 'Me again, from home' }).click();
    await expect(conversation(page, 'Ann')).toContainText('Me again, from home');
    await expect(notes).toHaveValue('Pays on time');
    await expectAccessible(page, 'a merged contact');
    await page.getByRole('textbox', { name: 'Message' }).fill('Good day');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    const [sent] = await shop.endpoint.waitFor(1, ({ raw }) => raw.includes('Good day'));
    expect(sent?.raw).toContain('"id":"Ann"');
    await card(page).getByRole('button', { name: 'Separate Ann' }).click();
    await expect(page.getByText('Ann is a separate contact again.')).toBeVisible();
    await expect(notes).toHaveValue('');
    const { chats } = await host.rpc('chats.list', { filter: 'open' });
    expect(new Set(chats.map(({ customer }) => customer.name))).toEqual(new Set(['Ann', 'Anna', 'Tom']));
  },
);

test(
  'a blocked customer’s messages are only counted until they are unblocked; undoing a block reopens the chat',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await say(shop, 'Anna', 'Bad words');
    const page = await openConsole();
    await openChat(page, 'Anna');
    await expect(card(page).getByRole('button', { name: 'Block' })).toHaveCount(0);
    await openDetails(page);
    await card(page).getByRole('button', { name: 'Block' }).click();
    await expect(conversation(page, 'Anna')).toContainText('You blocked this customer, so the chat was closed');
    await expect(page.getByText('This customer is blocked.')).toBeVisible();
    await undo(page, 'Anna is blocked.').click();
    await expect(chatRow(page, 'Anna')).toBeVisible();
    await expect(page.getByText('This customer is blocked.')).toHaveCount(0);

    await card(page).getByRole('button', { name: 'Block' }).click();
    await expect(card(page).getByRole('region', { name: 'Blocked' })).toContainText('Nothing received since.');
    await expectAccessible(page, 'a blocked contact');
    const answer = await say(shop, 'Anna', 'Worse words');
    expect(answer.status).toBe(200);
    await expect(chatRow(page, 'Anna')).toHaveCount(0);
    await openSettings(page, 'Blocked customers');
    const row = page.getByRole('list', { name: 'All blocked customers' }).getByRole('listitem');
    await expect(row).toContainText('1 message since');
    await expectAccessible(page, 'blocked customers');
    await say(shop, 'Anna', 'Still worse words');
    await expect(row).toContainText('2 messages since');
    await row.getByRole('button', { name: 'Unblock Anna' }).click();
    await expect(page.getByText('Nobody is blocked')).toBeVisible();
    await undo(page, 'Anna is unblocked.').click();
    await expect(row).toContainText('Anna');
    await row.getByRole('button', { name: 'Unblock Anna' }).click();
    await expect(page.getByText('Nobody is blocked')).toBeVisible();
    await say(shop, 'Anna', 'Sorry');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect(chatRow(page, 'Sorry')).toBeVisible();
    const { chats } = await host.rpc('chats.list', {});
    const said = await Promise.all(chats.map(({ id: chatId }) => host.rpc('messages.list', { chatId })));
    expect(JSON.stringify(said)).not.toMatch(/orse words/);
  },
);
