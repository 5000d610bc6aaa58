import type { Page } from '@playwright/test';
import type { Host } from '../../fixtures/host-client.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, openChat, reply, showList } from '../conversation.ts';
import { expect, type Shop, test } from '../fixtures.ts';

const OLGA = { name: 'Olga', accessKey: 'olga-key-for-tests-0001' };
const IVAN = { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001' };

const say = (shop: Shop, name: string, text: string) =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });

const operatorRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Everyone on the team' }).getByRole('button', { name: new RegExp(`^${name}`) });
const settings = (page: Page, host: Host) => page.goto(`${host.console}/#/settings/operators`);

test('a colleague is added, signs in by the link, gets a new name and a new key, and is removed; whoever renews their own key stays signed in', async ({
  host,
  shop,
  browser,
  openConsole,
}) => {
  await say(shop, 'Anna', 'Is it in stock?');
  const page = await openConsole();
  await settings(page, host);
  await expect(operatorRow(page, 'Olga')).toContainText('You');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByRole('button', { name: 'With an access key instead' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an operator' });
  await adding.getByRole('button', { name: 'Add operator' }).click();
  await expect(adding.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('Ivan');
  await page.keyboard.press('Enter');

  const shown = page.getByRole('dialog', { name: 'Ivan can sign in' });
  const link = await shown.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
  const key = await shown.getByRole('textbox', { name: 'Access key' }).inputValue();
  expect(link).toBe(`${host.console}/?key=${key}`);
  await expect(adding).toBeHidden();
  await expectAccessible(page, 'a key');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(key);

  const context = await browser.newContext();
  const ivans = await context.newPage();
  await ivans.goto(link);
  await openChat(ivans, 'Anna');
  await ivans.getByRole('button', { name: 'Take', exact: true }).click();
  await reply(ivans, 'Yes, two of them');
  await expect(operatorRow(page, 'Ivan')).toContainText('Away');
  await ivans.keyboard.press('Alt+p');
  await expect(operatorRow(page, 'Ivan')).toContainText('Online');

  await operatorRow(page, 'Ivan').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ivan Petrov');
  await page.getByRole('button', { name: 'Upload…' }).focus();
  await expect(page.getByText('Saved: Name')).toBeVisible();
  await expect(ivans.getByRole('button', { name: /Ivan Petrov/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(operatorRow(page, 'Ivan')).not.toContainText('Petrov');

  await page.getByRole('radio', { name: 'Only some channels' }).click();
  const ofChannel = page.getByRole('group', { name: 'Only some channels' }).getByRole('checkbox').first();
  await expect(ofChannel).toBeChecked();
  await expectAccessible(page, 'operators');
  await page.getByRole('radio', { name: 'All channels' }).click();
  await expect(ofChannel).toBeHidden();
  await page.getByRole('button', { name: 'New key' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Create a new access key for Ivan?' });
  await expect(asked).toContainText('signed out');
  await asked.getByRole('button', { name: 'Create key' }).click();
  const renewed = await shown.getByRole('textbox', { name: 'Access key' }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(ivans.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await ivans.getByRole('textbox', { name: 'Access key' }).fill(renewed);
  await ivans.getByRole('button', { name: 'Sign in' }).click();
  await expect(conversation(ivans, 'Anna')).toBeVisible();

  await page.getByRole('button', { name: 'Remove' }).click();
  const removing = page.getByRole('alertdialog', { name: 'Remove Ivan?' });
  await expect(removing).toContainText('go back to Waiting');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Ivan removed. Chats moved back to Waiting: 1.')).toBeVisible();
  await expect(operatorRow(page, 'Ivan')).toHaveCount(0);
  await expect(ivans.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${host.console}/#/`);
  const feed = await openChat(page, 'Anna');
  await expect(feed.getByText('Ivan no longer works here, so the chat moved to Waiting')).toBeVisible();
  await expect(feed.getByRole('article', { name: /^Ivan, / })).toContainText('Yes, two of them');
  await context.close();

  // Nobody removes themselves.
  await settings(page, host);
  await operatorRow(page, 'Olga').click();
  await expect(page.getByText('You can’t remove yourself. Another owner can.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await page.getByRole('button', { name: 'New key' }).click();
  await page
    .getByRole('alertdialog', { name: 'Create a new access key for yourself?' })
    .getByRole('button', { name: 'Create key' })
    .click();
  const own = page.getByRole('dialog', { name: 'Olga can sign in' }).getByRole('textbox', { name: 'Access key' });
  expect((await own.inputValue()).length).toBeGreaterThanOrEqual(32);
  await page.reload();
  await expect(operatorRow(page, 'Olga')).toBeVisible();
});

test.describe('two operators', () => {
  test.use({ provision: { operators: [OLGA, IVAN] } });

  test('see who looks at a chat and who types in it, before both answer; only the owner gets a link to Activity, and never by Tab', async ({
    shop,
    openConsole,
  }) => {
    for (const name of ['Anna', 'Ben']) await say(shop, name, 'Hello');
    const page = await openConsole();
    const ivan = await openConsole(IVAN.accessKey);
    const feed = await openChat(page, 'Anna');
    await expect(feed.getByRole('link', { name: 'Show in Activity' })).toHaveAttribute('tabindex', '-1');
    const ivans = await openChat(ivan, 'Anna');
    await expect(ivans.getByText('Hello')).toBeVisible();
    await expect(ivans.getByRole('link', { name: 'Show in Activity' })).toHaveCount(0);
    const looking = page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByRole('img', { name: 'Ivan is looking at this chat' });
    await expect(looking).toBeVisible();
    await expect(chatRow(page, 'Anna').getByRole('img', { name: 'Ivan is looking at this chat' })).toBeVisible();
    await composer(ivan).pressSequentially('Good day');
    await expect(page.getByText('Ivan is typing a reply').last()).toBeVisible();
    await expect(chatRow(page, 'Anna')).toContainText('Ivan is typing a reply');
    await expectAccessible(page, 'a colleague at the chat');
    await expect(ivan.getByText('is typing a reply')).toHaveCount(0);
    await composer(ivan).press('Enter');
    await expect(page.getByText('Ivan is typing a reply')).toHaveCount(0);
    await expect(page.getByText('Ivan has this chat.')).toBeVisible();

    await openChat(ivan, 'Ben');
    await expect(looking).toHaveCount(0);
    await expect(chatRow(page, 'Ben').getByRole('img', { name: 'Ivan is looking at this chat' })).toBeVisible();
    await ivan.close();
    await expect(page.getByRole('img', { name: /is looking at this chat/ })).toHaveCount(0);
    await shop.endpoint.waitFor(1, ({ raw }) => raw.includes('Good day'));
    expect(shop.endpoint.received.every(({ raw }) => !raw.includes('looking'))).toBe(true);
  });

  test('assign chats to each other by keyboard, with a note, and undo it', async ({ shop, openConsole }) => {
    await say(shop, 'Anna', 'My boat leaks');
    const page = await openConsole();
    const ivan = await openConsole(IVAN.accessKey);
    await showList(ivan, 'Mine');
    const feed = await openChat(page, 'Anna');
    await page.getByRole('log').focus();
    await page.keyboard.press('Alt+a');
    const dialog = page.getByRole('dialog', { name: 'Assign the chat' });
    const search = dialog.getByRole('combobox', { name: 'Search operators' });
    await expect(search).toBeFocused();
    await expect(dialog.getByRole('option', { selected: true })).toContainText('Ivan');
    await expectAccessible(page, 'whom to assign to');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('option', { selected: true })).toContainText('Olga');
    await page.keyboard.type('nobody');
    await expect(dialog.getByText('No operator with that name')).toBeVisible();
    await search.fill('iv');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('She has called twice');
    await search.press('Enter');
    await expect(page.getByText('Assigned to Ivan.')).toBeVisible();
    await expect(feed.getByText('You assigned the chat to Ivan')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(feed).toBeFocused();
    await expect(feed.getByRole('article', { name: /^Note by You/ })).toContainText('She has called twice');

    await expect(ivan.getByText('Olga assigned you the chat with Anna.')).toBeVisible();
    await expect(chatRow(ivan, 'Anna')).toBeVisible();
    await ivan.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(conversation(ivan, 'Anna').getByText('Olga assigned the chat to you')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(feed.getByText('You took the chat back from Ivan')).toBeVisible();
    await expect(conversation(ivan, 'Anna').getByText('Olga took the chat back from you')).toBeVisible();
    expect((await shop.channel.chatOf('"Anna"')).state).toBe('waiting');

    await ivan.getByRole('button', { name: 'Take', exact: true }).click();
    await expect(page.getByText('Ivan has this chat.')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Assign…/ }).click();
    await expect(dialog).toContainText('The chat moves from Ivan to the colleague you choose.');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await dialog.getByRole('option', { name: /Olga/ }).click();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(page.getByText('The chat is yours.')).toBeVisible();
    // What is typed next is for the customer, or, where nothing can be written, moves in the messages.
    await expect(dialog).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Alt+a');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(conversation(ivan, 'Anna').getByText('Olga took over the chat from you')).toBeVisible();
    expect(shop.endpoint.received.every(({ raw }) => !raw.includes('called twice'))).toBe(true);
  });
});
