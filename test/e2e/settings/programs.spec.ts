import { rpcRequest } from '../../fixtures/rpc.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openSettings } from '../settings-page.ts';

test('a program gets a key, which is shown once, works, and ends when it is removed', async ({ host, openConsole }) => {
  const page = await openConsole();
  await openSettings(page, 'Programs');
  const main = page.getByRole('main');
  await expect(main.getByText('No program has a key.')).toBeVisible();
  await main.getByRole('button', { name: 'Add program' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Order script');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Key for Order script' });
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue();
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(`${host.console}/rpc/`);
  await expectAccessible(page, 'the key of a program');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const row = main.getByRole('list', { name: 'Programs' }).getByRole('listitem');
  await expect(row).toHaveText(/^Order scriptNot used yet/);
  expect(await rpcRequest(host.console, key, 'chats.list', {})).toMatchObject({ ok: true });
  await expect(row).toContainText('Last used:');
  await expectAccessible(page, 'programs');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(main.getByText('No program has a key.')).toBeVisible();
  expect(await rpcRequest(host.console, key, 'chats.list', {})).toMatchObject({ ok: false });
});
