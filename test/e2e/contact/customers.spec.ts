import type { Page } from '@playwright/test';
import { openChannel } from '../../fixtures/channels.ts';
import { expectAccessible } from '../axe.ts';
import { conversation } from '../conversation.ts';
import { expect, type Fixtures, type Shop, test } from '../fixtures.ts';

const say = (channel: Shop['channel'], name: string, more: object = {}) =>
  channel.post({ sender: { id: name, name, ...more }, message: { type: 'text', text: `Hello from ${name}` } });
const rows = (page: Page) => page.getByRole('list', { name: 'Customers' }).getByRole('link');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Name, phone, email or ID' });

async function openCustomers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
}

async function choose(page: Page, name: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

/** Names in row order. */
const expectOrder = (page: Page, ...names: string[]) =>
  expect(rows(page)).toHaveText(names.map((name) => new RegExp(name)));

async function tag(host: Fixtures['host'], channel: Shop['channel'], name: string, ...tags: string[]): Promise<void> {
  const { customer } = await channel.chatOf(JSON.stringify(name));
  await host.rpc('contacts.update', { customerId: customer.id, tags });
}

test('customers are listed as they write, found, filtered and sorted, also after a reload, and lead to their newest chat', async ({
  shop,
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openCustomers(page);
  await expect(page.getByText('No customers yet')).toBeVisible();
  await expectAccessible(page, 'no customers');

  await say(shop.channel, 'Boris', { phone: '+44 20 7946 0000' });
  await expect(row(page, 'Boris')).toContainText('+44 20 7946 0000');
  const app = await openChannel(host, { name: 'App', publicId: 'app-1', endpoint: 'http://127.0.0.1:9/nobody' });
  await say(app, 'Anna', { email: 'anna@example.com' });
  await say(shop.channel, 'Zoë');
  await expectOrder(page, 'Zoë', 'Anna', 'Boris');
  await say(shop.channel, 'Boris');
  await expectOrder(page, 'Boris', 'Zoë', 'Anna');

  await tag(host, app, 'Anna', 'vip', 'late', 'wholesale');
  await tag(host, shop.channel, 'Zoë', 'VIP');
  await expect(row(page, 'Anna')).toContainText('vip');
  await expect(row(page, 'Anna')).toContainText('+1');
  await expectAccessible(page, 'customers');
  await choose(page, 'Tag', 'vip');
  await expectOrder(page, 'Zoë', 'Anna');
  await choose(page, 'Channel', 'App');
  await expectOrder(page, 'Anna');
  await page.reload();
  await expectOrder(page, 'Anna');
  await expect(page.getByRole('combobox', { name: 'Tag' })).toHaveText('vip');
  await field(page).fill('boris');
  await page.getByText('No matching customers').waitFor();
  await expectAccessible(page, 'nobody matches');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(field(page)).toHaveValue('');
  await choose(page, 'Sort', 'By name');
  await expectOrder(page, 'Anna', 'Boris', 'Zoë');
  await page.reload();
  await expectOrder(page, 'Anna', 'Boris', 'Zoë');

  await field(page).fill('7946');
  await expectOrder(page, 'Boris');
  await field(page).press('ArrowDown');
  await expect(row(page, 'Boris')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(conversation(page, 'Boris')).toContainText('Hello from Boris');
  await page.goBack();
  await expectOrder(page, 'Boris');

  // Renamed customers change in the list too, and erased ones disappear.
  await field(page).fill('');
  const { customer } = await app.chatOf('"Anna"');
  await host.rpc('customers.update', { customerId: customer.id, name: 'Yara' });
  await expectOrder(page, 'Boris', 'Yara', 'Zoë');
  await host.rpc('privacy.eraseCustomer', { customerId: customer.id, confirmation: 'Yara' });
  await expectOrder(page, 'Boris', 'Zoë');
});

test(
  'more customers load on scrolling, and going back restores the position',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    for (let at = 0; at < 120; at += 1) await say(shop.channel, `Customer ${String(at).padStart(3, '0')}`);
    const page = await openConsole();
    await openCustomers(page);
    await expect(row(page, 'Customer 119')).toBeVisible();
    expect(await rows(page).count()).toBeLessThan(120);
    await expect(async () => {
      await rows(page).last().scrollIntoViewIfNeeded();
      await expect(rows(page)).toHaveCount(120, { timeout: 500 });
    }).toPass();
    await row(page, 'Customer 000').click();
    await expect(conversation(page, 'Customer 000')).toBeVisible();
    await page.goBack();
    await expect(row(page, 'Customer 000')).toBeInViewport();
    await say(shop.channel, 'Customer 000');
    await expect(rows(page).first()).toContainText('Customer 000');
    await expect(rows(page)).toHaveCount(120);
  },
);
