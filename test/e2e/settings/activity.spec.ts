import type { Page } from '@playwright/test';
import { openSettings } from '../settings-page.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test('requests appear as they arrive, typing notices only on request; the one being read keeps its place, and while paused nothing moves', async ({
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  await openSettings(page, 'Activity');
  await expect(page.getByText('No requests yet')).toBeVisible();
  await expectAccessible(page, 'nothing yet');
  await shop.channel.say('anna', 'First');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Message from a customer');
  await expect(rows(page).first()).toContainText('Shop website');

  await rows(page).first().getByRole('button').focus();
  await shop.channel.post('no json');
  await shop.channel.post({ sender: { id: 'anna' }, message: { type: 'typein' } });
  await shop.channel.status();
  await expect(page.getByRole('button', { name: 'Show 2 new requests' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Show 2 new requests' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Status request');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^Activity \d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('checkbox', { name: 'Show typing' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(1)).toContainText('Customer typing status');
  await page.getByRole('checkbox', { name: 'Show typing' }).click();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused')).toBeVisible();
  const other = await openConsole();
  await openSettings(other, 'Activity');
  await shop.channel.say('anna', 'Second');
  await expect(rows(other)).toHaveCount(4);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rows(page)).toHaveCount(4);
});

test('failures, a single channel, and text in a body can be filtered; the owner chooses what is recorded', async ({
  shop,
  host,
  openConsole,
}) => {
  await host.rpc('channels.create', { name: 'Other shop' });
  await shop.channel.say('anna', 'Where is my Blue Lamp?');
  await shop.channel.post('no json');
  const page = await openConsole();
  await openSettings(page, 'Activity');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Only problems' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('The body is not JSON');
  await page.getByRole('checkbox', { name: 'Only problems' }).click();
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('blue lamp');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Message from a customer');
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('');
  await page.getByRole('combobox', { name: 'Channel or bot' }).click();
  await page.getByRole('option', { name: 'Other shop' }).click();
  await expect(page.getByText('No matching requests')).toBeVisible();

  const recorded = (await host.rpc('journal.list', {})).entries.length;
  await page.getByRole('button', { name: 'For developers' }).click();
  await page.getByRole('switch', { name: 'Record requests' }).click();
  await expect(page.getByText('Requests aren’t being recorded.')).toBeVisible();
  await shop.channel.say('anna', 'Unseen');
  expect((await host.rpc('journal.list', {})).entries).toHaveLength(recorded);
});

test(
  'a request is opened with the keyboard, shows everything on the wire without the secret, and leads to its chat; a message leads to its requests',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await httpRequest(`${host.listener}/nobody/knows`, { method: 'POST', body: '{}' });
    await shop.channel.say('boris', 'Good day');
    await shop.channel.say('anna', 'Hello');
    await shop.channel.status();
    const page = await openConsole();
    await openSettings(page, 'Activity');
    await expect(rows(page)).toHaveCount(4);
    await expectAccessible(page, 'a list');
    await rows(page).first().getByRole('button').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await expect(drawer.getByRole('heading', { name: 'Message from a customer' })).toBeVisible();
    await expect(drawer.getByText('POST /***/shop-1')).toBeVisible();
    await expect(drawer.getByRole('group', { name: 'Request body' })).toContainText('"text": "Hello"');
    await expect(drawer.getByRole('group', { name: 'Response body' })).toContainText('"result": "ok"');
    const secret = new URL(shop.channel.messageUrl).pathname.split('/')[1] ?? '';
    await expect(drawer).not.toContainText(secret);
    await expectAccessible(page, 'a request');
    await page.setViewportSize({ width: 760, height: 800 });
    await expectAccessible(page, 'a request, narrow');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(rows(page).nth(1).getByRole('button')).toBeFocused();
    await expectAccessible(page, 'a list, narrow');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the chat' }).click();
    await page.getByRole('textbox', { name: /reply|message/i }).fill('Hi Anna');
    await page.keyboard.press('Enter');
    await shop.endpoint.waitFor(1, (received) => received.raw.includes('Hi Anna'));
    const message = page.getByRole('article').filter({ hasText: 'Hi Anna' });
    await message.hover();
    await message.getByRole('link', { name: 'Show in Activity' }).click();
    await expect(page.getByText('For one message')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('Reply to a customer');
    await page.getByRole('button', { name: 'Show all requests' }).click();
    await expect(rows(page).filter({ hasText: 'Message from a customer' })).toHaveCount(2);
  },
);
