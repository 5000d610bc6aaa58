import type { Page } from '@playwright/test';
import { rpcRequest } from '../../fixtures/rpc.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, showList } from '../conversation.ts';
import { expect, test, type Shop } from '../fixtures.ts';

const IVAN = { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001' };
test.use({ provision: { operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }, IVAN] } });

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil'] as const;

async function write(shop: Shop, names: readonly string[] = NAMES): Promise<void> {
  for (const name of names)
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } });
}
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected chats' });
const chosen = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('option', { selected: true })
    .evaluateAll((rows) => rows.map((row) => /Anna|Ben|Cleo|Dora|Emil/.exec(row.textContent)?.[0] ?? ''));
/** Clicks the picture: selects a row without opening it. */
const check = (page: Page, name: string) => chatRow(page, name).click({ position: { x: 28, y: 30 } });
const listed = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => /Anna|Ben|Cleo|Dora|Emil/.exec(row.textContent)?.[0] ?? ''));

test(
  'rows are selected with the mouse and the keyboard, and typing does not act on them; selected chats are erased after a plain question',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    await write(shop);
    const page = await openConsole();
    await expect.poll(() => listed(page)).toEqual(NAMES);
    await check(page, 'Ben');
    await expect(page.getByRole('log')).toHaveCount(0);
    await chatRow(page, 'Dora').click({ modifiers: ['Shift'] });
    await expect.poll(() => chosen(page)).toEqual(['Ben', 'Cleo', 'Dora']);
    await expect(bar(page).getByRole('status')).toHaveText('3 selected');
    await chatRow(page, 'Cleo').click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(() => chosen(page)).toEqual(['Ben', 'Dora']);

    const list = page.getByRole('listbox', { name: 'Waiting' });
    await list.focus();
    await page.keyboard.type('ecdtx');
    await expect.poll(() => chosen(page)).toEqual(['Ben', 'Dora']);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    await expect(list).toBeFocused();

    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => chosen(page)).toEqual(['Anna', 'Ben', 'Cleo']);
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => chosen(page)).toEqual(['Anna', 'Ben']);
    await page.keyboard.press('Space');
    await expect.poll(() => chosen(page)).toEqual(['Anna']);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar(page).getByRole('status')).toHaveText('5 selected');
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar(page)).toHaveCount(0);

    // On a phone, without hover: a mode in which tapping selects.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Select chats' }).click();
    await expect(bar(page).getByRole('status')).toHaveText('Select chats in the list');
    await chatRow(page, 'Cleo').click();
    await chatRow(page, 'Emil').click();
    await expect.poll(() => chosen(page)).toEqual(['Cleo', 'Emil']);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await chatRow(page, 'Cleo').click();
    await expect(page.getByRole('log', { name: 'Chat with Cleo' })).toBeVisible();

    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of ['Ben', 'Dora']) await check(page, name);
    await expectAccessible(page, 'chosen rows');
    await bar(page).getByRole('button', { name: 'Erase' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Erase 2 chats for good?' });
    await expect(asking).toContainText('2 customers have no other chats and are erased too.');
    await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'erasing chosen chats');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => chosen(page)).toEqual(['Ben', 'Dora']);
    await bar(page).getByRole('button', { name: 'Erase' }).click();
    await asking.getByRole('button', { name: 'Erase' }).click();
    await expect.poll(() => listed(page)).toEqual(['Anna', 'Cleo', 'Emil']);
    await expect(bar(page)).toHaveCount(0);
    expect((await host.rpc('chats.list', {})).chats).toHaveLength(3);
    await page.reload();
    await expect.poll(() => listed(page)).toEqual(['Anna', 'Cleo', 'Emil']);
  },
);

test('selected chats are closed, assigned, tagged and snoozed together, each undoable; what could not be done is reported with the reason', async ({
  host,
  shop,
  openConsole,
}) => {
  await write(shop);
  const page = await openConsole();
  await expect.poll(() => listed(page)).toEqual(NAMES);
  const chatIds = new Map(
    (await host.rpc('chats.list', { filter: 'waiting' })).chats.map(({ id, customer }) => [customer.name, id]),
  );
  const idOf = (name: string): string => chatIds.get(name) ?? '';

  // A chat closed by a colleague meanwhile leaves the selection, with a notice.
  for (const name of ['Anna', 'Ben', 'Cleo']) await check(page, name);
  await rpcRequest(host.console, IVAN.accessKey, 'chats.close', { chatId: idOf('Cleo') });
  await expect(bar(page).getByRole('status')).toContainText('2 selected');
  await expect(bar(page).getByRole('status')).toContainText('1 is no longer in this list');
  await bar(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('2 chats closed.')).toBeVisible();
  await expect.poll(() => listed(page)).toEqual(['Dora', 'Emil']);
  await expect(bar(page)).toHaveCount(0);
  // One of them writes again: only the others can be reopened.
  await write(shop, ['Ben']);
  await expect.poll(() => listed(page)).toEqual(['Dora', 'Emil', 'Ben']);
  await page.getByRole('button', { name: 'Undo' }).click();
  const half = page.getByRole('alert').filter({ hasText: '1 chat reopened.' });
  await expect(half).toContainText('1 wasn’t changed:');
  await expect.poll(() => listed(page)).toContain('Anna');

  // A colleague takes one after it was selected, before it is assigned.
  let isTaken = false;
  await page.route('**/rpc/chats.assign', async (route) => {
    if (!isTaken) {
      isTaken = true;
      await rpcRequest(host.console, IVAN.accessKey, 'chats.take', { chatId: idOf('Dora') });
    }
    await route.continue();
  });
  for (const name of ['Anna', 'Dora', 'Emil']) await check(page, name);
  // Notices meanwhile are above the bar, not over its buttons.
  const said = await half.boundingBox({ timeout: 1000 }).catch(() => null);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
  await bar(page).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'Me' }).click();
  const notAll = page.getByRole('alert').filter({ hasText: '2 chats are yours now.' });
  await expect(notAll).toContainText('1 wasn’t changed:');
  await expect(notAll).toContainText('Ivan');
  await page.unroute('**/rpc/chats.assign');

  await showList(page, 'Mine');
  await expect.poll(async () => [...(await listed(page))].toSorted()).toEqual(['Anna', 'Emil']);
  await page.getByRole('listbox', { name: 'Mine' }).press('ControlOrMeta+a');
  await bar(page).getByRole('button', { name: 'Tags' }).click();
  const tag = page.getByRole('combobox', { name: 'Add a tag' });
  await tag.fill('fair');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tags changed in 2 chats.')).toBeVisible();
  await expect(chatRow(page, 'Anna')).toContainText('fair');
  // Once for the suggestions, if they are open; one more would end the selection.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(tag).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await page.getByRole('group').filter({ hasText: 'Tags changed' }).getByRole('button', { name: 'Undo' }).click();
  await expect(chatRow(page, 'Anna')).not.toContainText('fair');
  await expect(chatRow(page, 'Emil')).not.toContainText('fair');

  await expect(bar(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'Ivan' }).click();
  await expect(page.getByText('2 chats assigned to Ivan.')).toBeVisible();
  await expect.poll(() => listed(page)).toEqual([]);
  await page.getByRole('group').filter({ hasText: 'assigned to Ivan' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => [...(await listed(page))].toSorted()).toEqual(['Anna', 'Emil']);

  await page.getByRole('listbox', { name: 'Mine' }).press('ControlOrMeta+a');
  await bar(page).getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('button', { name: 'Until the customer writes' }).click();
  await expect.poll(() => listed(page)).toEqual([]);
  await page.getByRole('group').filter({ hasText: '2 chats snoozed.' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => [...(await listed(page))].toSorted()).toEqual(['Anna', 'Emil']);
});
