import { readFile } from 'node:fs/promises';
import { openSettings } from '../settings-page.ts';
import type { Page } from '@playwright/test';
import { backUp } from '../../fixtures/archive.ts';
import { startHost } from '../../fixtures/host.ts';
import { readZip } from '../../fixtures/zip.ts';
import { expectAccessible } from '../axe.ts';
import { composer, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const PASSPHRASE = 'a bell that counts to nine';

const list = (page: Page) => page.getByRole('list', { name: 'All backups' });
const work = (page: Page) => page.getByRole('list', { name: 'Current and recent' });

async function openData(page: Page): Promise<void> {
  await openSettings(page, 'Backups');
  await expect(page.getByRole('heading', { name: 'Backups', level: 2 })).toBeVisible();
}

test('a backup is made from the palette, without the mouse; backups run on schedule, and every setting is saved on leaving it', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await expect(page.getByRole('heading').first()).toBeVisible();
  const ask = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('backup');
    await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first()).toContainText(
      'Make a backup',
    );
    await page.keyboard.press('Enter');
  };
  const wish = page.getByRole('dialog', { name: 'Make a backup' });
  await ask();
  await expect(wish.getByRole('checkbox', { name: /^Include pictures/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(wish).toBeHidden();
  await expect(page).toHaveURL(/#\/settings\/data$/);
  await expect(page.getByText('No backups yet')).toBeVisible();
  await ask();
  await expect(wish.getByRole('checkbox', { name: /^Include pictures/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(wish).toBeHidden();

  await page.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  await expect(page.getByText(/^Next backup: /)).toBeVisible();
  await page.getByLabel('Folder', { exact: true }).fill('not/a/whole/path');
  await page.getByLabel('Folder', { exact: true }).press('Enter');
  await expect(page.getByText('Enter the folder’s full path')).toBeVisible();
  expect((await host.rpc('backups.list', {})).settings).toMatchObject({ every: 'week', folder: null });
  await expectAccessible(page, 'data');
});

test('old chats are erased only after a preview; contacts are saved as a file and completed from one', async ({
  host,
  shop,
  openConsole,
}) => {
  await shop.channel.post({
    sender: { id: 'anna', name: 'Anna', email: 'anna@x.example' },
    message: { type: 'text', text: 'Hello' },
  });
  const page = await openConsole();
  await openSettings(page, 'Customer data');
  const keep = page.getByRole('combobox', { name: 'Keep closed chats' });
  const choose = async (name: string): Promise<void> => {
    await keep.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const asking = page.getByRole('alertdialog', { name: 'Erase old chats every night?' });
  await choose('6 months');
  await expect(asking.getByText('No chats are older than that yet.')).toBeVisible();
  await expectAccessible(page, 'erasing old chats');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  expect(await host.rpc('retention.get', {})).toEqual({ months: 0 });
  await choose('6 months');
  await asking.getByRole('button', { name: 'Erase old chats' }).click();
  await expect(page.getByText(/^Old chats are next erased on /)).toBeVisible();
  await choose('Forever');
  await expect(page.getByText(/^Old chats are next erased on /)).toBeHidden();

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as CSV' }).click(),
  ]);
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFCustomer,Phone,Email,Tags,Channel,First contact\r\nAnna,,anna@x\.example,,/);

  const choice = page.locator('input[aria-label="CSV file with contacts"]');
  const csv = (content: string | Buffer) => ({
    name: 'contacts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await choice.setInputFiles(csv('anna@x.example'));
  await expect(page.getByText(/^There’s no column called Email or Phone/)).toBeVisible();
  await choice.setInputFiles(
    csv('Name,Phone,Email,Tags\nOther,+49 30 555,ANNA@x.example,vip\nBoris,,b@x.example,\nCarla,,,\n'),
  );
  const importing = page.getByRole('dialog', { name: 'Import contacts' });
  await expect(importing.getByRole('listitem')).toHaveText([
    '1 customer’s card will be completed',
    '1 person hasn’t written yet; their details are kept until they do',
    'No valid email or phone, so left out: 1Rows 4',
  ]);
  await expectAccessible(page, 'importing contacts');
  const go = Promise.withResolvers<void>();
  await page.route('**/rpc/contacts.import', (route) => go.promise.then(() => route.continue()));
  const start = importing.getByRole('button', { name: 'Import' });
  await start.click();
  // Busy, it is still called so.
  await expect(start).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page, 'contacts while they are imported');
  go.resolve();
  await expect(page.getByText('2 contacts were imported.')).toBeVisible();
  const { contacts } = await host.rpc('contacts.list', { sort: 'name' });
  expect(contacts).toMatchObject([{ tags: ['vip'], chat: { customer: { name: 'Anna', phone: '+49 30 555' } } }]);
  const waiting = page.getByText('1 person from a file hasn’t written yet.');
  await expect(waiting).toBeVisible();
  await shop.channel.post({ sender: { id: 'boris', email: 'B@x.example' }, message: { type: 'text', text: 'Hello' } });
  await expect(waiting).toBeHidden();
  expect((await shop.channel.chatOf('"boris"')).customer.name).toBe('Boris');
});

test('a backup is made with a passphrase, downloaded, added on another computer and restored there', async ({
  shop,
  openConsole,
  browser,
  contextOptions,
}, info) => {
  await shop.channel.say('anna', 'Is the lamp in stock?');
  const page = await openConsole();
  await openData(page);
  await page.getByRole('button', { name: 'Make a backup' }).click();
  const wish = page.getByRole('dialog', { name: 'Make a backup' });
  await wish.getByRole('checkbox', { name: /^Include secrets/ }).click();
  await wish.getByLabel('Passphrase', { exact: true }).fill('short');
  await expect(wish.getByText('At least 12 characters')).toBeVisible();
  await expectAccessible(page, 'make');
  await expect(wish.getByRole('button', { name: 'Start' })).toBeDisabled();
  await wish.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await expect(wish.getByText('Good.')).toBeVisible();
  await wish.getByLabel('Repeat passphrase').fill(PASSPHRASE);
  await wish.getByRole('button', { name: 'Start' }).click();
  await expect(work(page).getByText('Backup finished')).toBeVisible();
  const fetching = page.waitForEvent('download');
  await list(page)
    .getByRole('link', { name: /^Download the backup/ })
    .click();
  const path = info.outputPath('backup.zip');
  await (await fetching).saveAs(path);
  expect([...(await readZip(path)).keys()].toSorted()).toEqual(['backup.json', 'counterbell.db', 'secrets.json']);

  const other = await startHost();
  try {
    const context = await browser.newContext(contextOptions);
    const there = await context.newPage();
    await there.goto(other.accessUrl);
    await openData(there);
    await there.getByLabel('Add a backup file').setInputFiles(path);
    const question = there.getByRole('dialog', { name: /^Restore the backup/ });
    await expect(question.getByText('This backup comes from another installation')).toBeVisible();
    await expect(question.getByText('Protected by a passphrase')).toBeVisible();
    await expectAccessible(there, 'restore');
    await question.getByLabel('Passphrase').fill('not this one at all');
    await question.getByRole('button', { name: 'Restore backup' }).click();
    await expect(work(there).getByText('This passphrase doesn’t open the backup')).toBeVisible();
    await expectAccessible(there, 'a backup that was not restored');
    await list(there)
      .getByRole('button', { name: /^Restore the backup/ })
      .click();
    await question.getByLabel('Passphrase').fill(PASSPHRASE);
    await question.getByRole('button', { name: 'Restore backup' }).click();
    // The operators are those of the backup now, so this window is signed out.
    await expect(there.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await there.getByLabel('Access key').fill(new URL(other.accessUrl).searchParams.get('key') ?? '');
    await there.getByRole('button', { name: 'Sign in' }).click();
    await expect(there.getByText(/^A backup was restored/)).toBeVisible();
    await there.getByRole('link', { name: /^Inbox/ }).click();
    await openChat(there, 'Visitor');
    await expect(there.getByText('Is the lamp in stock?').first()).toBeVisible();
    await context.close();
  } finally {
    await other.remove();
  }
});

test('a customer is exported and erased from the contact card, by typing the name', async ({
  shop,
  host,
  openConsole,
}, info) => {
  await shop.channel.post({
    sender: { id: 'anna', name: 'Anna Petrova' },
    message: { type: 'text', text: 'Forget me, please' },
  });
  await shop.channel.post({ sender: { id: 'ben', name: 'Ben' }, message: { type: 'text', text: 'I stay' } });
  await backUp(host);
  const page = await openConsole();
  await openChat(page, 'Anna Petrova');
  await page.getByRole('button', { name: 'Details', expanded: false }).click();
  const atOnce = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export their data' }).click();
  expect((await atOnce).suggestedFilename()).toMatch(/^Anna Petrova \d{4}-\d\d-\d\d\.zip$/);
  await openData(page);
  await expect(work(page).getByText('Export ready')).toBeVisible();
  const fetching = page.waitForEvent('download');
  await work(page).getByRole('link', { name: 'Download' }).click();
  const path = info.outputPath('customer.zip');
  await (await fetching).saveAs(path);
  expect(String((await readZip(path)).get('customer.json'))).toContain('Forget me, please');
  expect((await readFile(path)).length).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Inbox' }).first().click();
  const drafts = () => page.evaluate(() => JSON.stringify(localStorage));
  await openChat(page, 'Ben');
  await composer(page).fill('For Ben, unsent');
  await openChat(page, 'Anna Petrova');
  await composer(page).fill('For Anna, unsent');
  await expect.poll(drafts).toContain('For Anna, unsent');
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  const question = page.getByRole('dialog', { name: 'Erase Anna Petrova for good?' });
  await expect(question.getByText('1 backup still contains this customer')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
  await expectAccessible(page, 'erase');
  await question.getByLabel('To confirm, type: Anna Petrova').fill('Anna Petrova');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('This chat doesn’t exist.')).toBeVisible();
  await expect(page.getByText('Forget me, please')).toHaveCount(0);
  await expect(page.getByText('Anna Petrova')).toHaveCount(0);
  await expect.poll(drafts).not.toContain('For Anna, unsent');
  expect(await drafts()).toContain('For Ben, unsent');
  await openData(page);
  await expect(work(page).getByText('Customer erased')).toBeVisible();
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await expect(page.getByText('Anna Petrova')).toHaveCount(0);
  await expect(page.getByText('For Ben, unsent').first()).toBeVisible();
});
