import { openSettings } from '../settings-page.ts';
import type { Page } from '@playwright/test';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { attached } from '../attaching.ts';
import { composer, openChat } from '../conversation.ts';
import { expect, type Fixtures, type Shop, test } from '../fixtures.ts';

type Host = Fixtures['host'];

const replies = [
  { shortcut: 'delivery', text: 'It takes two days, {customer}.' },
  { shortcut: 'hours', text: 'Hello {customer}, this is {operator} of {channel}. We are open from 9 to 18.' },
  { shortcut: 'opening-hours-holidays', text: 'On holidays we are closed.' },
] as const;

const withReplies = async (host: Host) => {
  for (const reply of replies) await host.rpc('savedReplies.create', reply);
};
const say = (shop: Shop, name: string, text: string) =>
  shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text } });
const savedNow = async (host: Host) =>
  (await host.rpc('savedReplies.list', {})).replies.map(({ shortcut, text }) => ({ shortcut, text }));

/** The whole list, also while it closes. */
function popup(page: Page) {
  return page.getByRole('dialog', { name: 'Saved replies' });
}

function list(page: Page) {
  return page.getByRole('listbox', { name: 'Saved replies' });
}

async function openReplies(page: Page): Promise<void> {
  await openSettings(page, 'Saved replies');
}

test('a slash finds saved replies while typing, the arrows choose, Enter or Tab inserts them filled in, nothing is sent before, and Escape leaves what is typed', async ({
  shop,
  host,
  annas: { page },
}) => {
  await withReplies(host);
  await composer(page).focus();
  await page.keyboard.type('and/or ');
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.type('/');
  await expect(list(page).getByRole('option')).toHaveCount(3);
  await page.keyboard.type('hour');
  await expect(list(page).getByRole('option')).toHaveText([
    /^\/hoursHello Anna, this is Olga/,
    /^\/opening-hours-holidays/,
  ]);
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('option', { selected: true })).toContainText('holidays');
  await expectAccessible(page, 'list over the composer');
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('option', { selected: true })).toContainText('Hello Anna');
  await page.keyboard.press('Enter');
  const filled = 'Hello Anna, this is Olga of Shop website. We are open from 9 to 18.';
  await expect(composer(page)).toHaveValue(`and/or ${filled}`);
  await expect(list(page)).toHaveCount(0);
  expect(shop.endpoint.replies()).toEqual([]);
  await page.keyboard.press('Enter');
  const [sent] = await shop.endpoint.waitFor(1, isReply);
  expect(bodyOf(sent).message['text']).toBe(`and/or ${filled}`);
  await expect(composer(page)).toHaveValue('');

  await page.keyboard.type('/del');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.type('i');
  await expect(composer(page)).toHaveValue('/deli');
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press('Space');
  await page.keyboard.type('/two');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(composer(page)).toHaveValue('/deli It takes two days, Anna.');
  await expect(composer(page)).toBeFocused();

  await composer(page).fill('/nothing-fits');
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  const [, second] = await shop.endpoint.waitFor(2, isReply);
  expect(bodyOf(second).message['text']).toBe('/nothing-fits');
});

test('the button opens the same list, inserts at the caret, and leads to the settings', async ({
  host,
  annas: { page },
}) => {
  const button = page.getByRole('button', { name: 'Saved replies' });
  await button.click();
  await expect(page.getByText('No saved replies yet')).toBeVisible();
  await withReplies(host);
  await expect(list(page).getByRole('option')).toHaveCount(3);
  await expectAccessible(page, 'list of the button');
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await composer(page).fill('Dear ');
  await button.click();
  await page.getByRole('combobox', { name: 'Search saved replies' }).fill('holidays closed');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Dear On holidays we are closed.');
  await expect(popup(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await button.click();
  await list(page).getByRole('option', { name: 'delivery' }).click();
  await expect(composer(page)).toHaveValue('Dear On holidays we are closed.It takes two days, Anna.');
  await expect(popup(page)).toHaveCount(0);
  await button.click();
  await page.getByRole('link', { name: 'Manage saved replies' }).click();
  await expect(page.getByRole('heading', { name: 'Saved replies' })).toBeVisible();
});

test('files of a saved reply are added in the settings, and attached when it is inserted', async ({
  host,
  annas: { page },
}) => {
  await openReplies(page);
  await page.getByRole('button', { name: 'Add a reply' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a saved reply' });
  await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('prices');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Here are our prices.');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Lamp: 20') });
  await dialog.locator('input[type=file]').setInputFiles(file('prices.txt'));
  await expect(dialog.getByRole('link', { name: 'prices.txt' })).toBeVisible();
  await expectAccessible(page, 'a saved reply with a file');
  await dialog.getByRole('button', { name: 'Add reply' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: '/prices' }).click();
  await page.locator('input[type=file]').setInputFiles(file('more.txt'));
  await expect(page.getByRole('link', { name: 'more.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove prices.txt' }).click();
  await expect(page.getByRole('link', { name: 'prices.txt' })).toBeHidden();
  const [reply] = (await host.rpc('savedReplies.list', {})).replies;
  expect(reply?.files?.map(({ fileName }) => fileName)).toEqual(['more.txt']);

  await page.goto(`${host.console}/#/`);
  await openChat(page, 'Anna');
  await composer(page).pressSequentially('/pri');
  await expect(list(page).getByRole('option')).toContainText('1 file');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Here are our prices.');
  await expect(attached(page, 'more.txt')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Here are our prices.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Save more.txt' })).toBeVisible();
});

test(
  'in the reply window a slash works too, Escape closes the list before the window, and there are no notes',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await withReplies(host);
    await say(shop, 'Anna', 'Hello');
    const page = await openConsole();
    await page.setViewportSize({ width: 380, height: 460 });
    await page.goto(`${host.console}/#/reply`);
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('/');
    await expect(list(page).getByRole('option')).toHaveCount(3);
    await expect(list(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(list(page)).toHaveCount(0);
    await expect(composer(page)).toHaveValue('/');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('/del');
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveValue('It takes two days, Anna.');
    await expect(page.getByRole('button', { name: 'Note' })).toHaveCount(0);
  },
);

test(
  'replies are added with errors shown, saved on leaving a field, undone, changed by another window at once, and searched',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const page = await openConsole();
    await openReplies(page);
    await expect(page.getByText('No saved replies yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add a reply' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a saved reply' });
    await expect(dialog.getByRole('textbox', { name: 'Shortcut' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('opening hours');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello ');
    await expect(dialog.getByText('Use only letters, digits, - and _')).toBeVisible();
    await expectAccessible(page, 'adding one');
    await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('hours');
    await dialog.getByRole('button', { name: '{customer}' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Hello {customer}');
    await expect(dialog.getByText('Hello Anna')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add reply' }).click();
    await expect(page.getByText('Type /hours in a message to use it.')).toBeVisible();
    expect(await savedNow(host)).toEqual([{ shortcut: 'hours', text: 'Hello {customer}' }]);

    await page.getByRole('button', { name: 'Add a reply' }).click();
    await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('Hours');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Again');
    await dialog.getByRole('button', { name: 'Add reply' }).click();
    await expect(dialog.getByText('Another saved reply has this shortcut')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: '/hours' }).click();
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('We open at 9.');
    await page.getByRole('textbox', { name: 'Shortcut' }).focus();
    await expect(page.getByText('Saved: Text')).toBeVisible();
    expect(await savedNow(host)).toEqual([{ shortcut: 'hours', text: 'We open at 9.' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(text).toHaveValue('Hello {customer}');
    await page.getByRole('textbox', { name: 'Shortcut' }).fill('opening');
    await page.getByRole('textbox', { name: 'Shortcut' }).press('Enter');
    await expect(page.getByText('Saved: Shortcut')).toBeVisible();
    await expect(page.getByRole('button', { name: '/opening' })).toBeVisible();

    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No saved replies yet')).toBeVisible();
    expect(await savedNow(host)).toEqual([]);
    await page
      .getByRole('group')
      .filter({ hasText: '/opening removed.' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(page.getByRole('button', { name: '/opening' })).toBeVisible();
    expect(await savedNow(host)).toEqual([{ shortcut: 'opening', text: 'Hello {customer}' }]);

    for (let at = 0; at < 40; at += 1)
      await host.rpc('savedReplies.create', { shortcut: `reply-${at}`, text: `Words of number ${at}` });
    const items = page.getByRole('list', { name: 'All saved replies' }).getByRole('listitem');
    await expect(items).toHaveCount(41);
    await expectAccessible(page, 'replies');
    await page.getByRole('searchbox', { name: 'Search saved replies' }).fill('number 39');
    await expect(items).toHaveText(['/reply-39Words of number 39']);
  },
);

test(
  'an operator adds replies of their own, and reads everyone’s, which an owner can keep for themselves',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    await withReplies(host);
    const { accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
    const ivans = await openConsole(accessKey);
    await openReplies(ivans);
    const rows = (page: Page) => page.getByRole('list', { name: 'All saved replies' }).getByRole('listitem');
    await rows(ivans).filter({ hasText: '/hours' }).getByRole('button').first().click();
    await expect(ivans.getByText('Only owners can change it.')).toBeVisible();
    await expect(ivans.getByRole('textbox', { name: 'Shortcut' })).toHaveCount(0);
    await ivans.getByRole('button', { name: 'Add a reply' }).click();
    const dialog = ivans.getByRole('dialog');
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('bye');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Until soon');
    await dialog.getByRole('button', { name: 'Add reply' }).click();
    await expect(rows(ivans)).toHaveCount(4);
    await expectAccessible(ivans, 'an operator’s replies');

    const olgas = await openConsole();
    await openReplies(olgas);
    await expect(rows(olgas)).toHaveCount(3);
    await olgas.getByRole('button', { name: 'Add a reply' }).click();
    await olgas.getByRole('textbox', { name: 'Shortcut' }).last().fill('boss');
    await olgas.getByRole('textbox', { name: 'Text' }).last().fill('I’ll look into it');
    await olgas.getByRole('checkbox', { name: 'Only for me' }).click();
    await olgas.getByRole('button', { name: 'Add reply' }).click();
    await expect(rows(olgas).filter({ hasText: '/boss' })).toContainText('Only you');
    await expect(rows(ivans)).toHaveCount(4);
    // Removed and restored, it is still the owner's own.
    await rows(olgas).filter({ hasText: '/boss' }).getByRole('button').first().click();
    await olgas.getByRole('button', { name: 'Remove' }).click();
    await olgas.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(olgas).filter({ hasText: '/boss' })).toContainText('Only you');
  },
);
