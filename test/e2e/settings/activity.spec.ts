import type { Page } from '@playwright/test';
import { openSettings } from '../settings-page.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { answer } from '../../fixtures/integrator.ts';
import { expectAccessible, withoutMotion } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const openActivity = async (page: Page): Promise<void> => {
  await openSettings(page, 'Activity');
};

test('requests appear as they arrive, and the one being read keeps its place', async ({ shop, openConsole }) => {
  const page = await openConsole();
  await openActivity(page);
  await expect(page.getByText('No requests yet')).toBeVisible();
  await shop.channel.say('anna', 'First');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Message from a customer');
  await expect(rows(page).first()).toContainText('Shop website');

  await rows(page).first().getByRole('button').focus();
  await shop.channel.post('no json');
  await shop.channel.status();
  await expect(page.getByRole('button', { name: 'Show 2 new requests' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Show 2 new requests' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Status request');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^Activity \d{4}-\d\d-\d\d\.csv$/);
});

test('typing notices appear only on request', async ({ shop, openConsole }) => {
  await shop.channel.say('anna', 'Hello');
  await shop.channel.post({ sender: { id: 'anna' }, message: { type: 'typein' } });
  await shop.channel.status();
  const page = await openConsole();
  await openActivity(page);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Show typing' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText('Customer typing status');
});

test('while paused nothing new appears; afterwards everything does', async ({ shop, openConsole }) => {
  const page = await openConsole();
  await openActivity(page);
  await shop.channel.say('anna', 'First');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused')).toBeVisible();
  const other = await openConsole();
  await openActivity(other);
  await shop.channel.say('anna', 'Second');
  await expect(rows(other)).toHaveCount(2);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('failures, a single channel, and text in a body can be filtered', async ({ shop, host, openConsole }) => {
  await host.rpc('channels.create', { name: 'Other shop' });
  await shop.channel.say('anna', 'Where is my Blue Lamp?');
  await shop.channel.post('no json');
  const page = await openConsole();
  await openActivity(page);
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
});

test('a request is opened with the keyboard, and shows everything on the wire, without the secret', async ({
  shop,
  openConsole,
}) => {
  await shop.channel.say('anna', 'Hello');
  await shop.channel.status();
  const page = await openConsole();
  await openActivity(page);
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
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(rows(page).nth(1).getByRole('button')).toBeFocused();
});

test('a request leads to its chat, and a message to its requests', async ({ shop, openConsole }) => {
  shop.endpoint.react(answer.ok);
  await shop.channel.say('anna', 'Hello');
  await shop.channel.say('boris', 'Good day');
  const page = await openConsole();
  await openActivity(page);
  await rows(page).filter({ hasText: 'Message from a customer' }).last().getByRole('button').click();
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
});

test('the owner chooses what is recorded', async ({ host, shop, openConsole }) => {
  const page = await openConsole();
  await openActivity(page);
  await page.getByRole('button', { name: 'For developers' }).click();
  await page.getByRole('switch', { name: 'Record requests' }).click();
  await expect(page.getByText('Requests aren’t being recorded.')).toBeVisible();
  await shop.channel.say('anna', 'Unseen');
  expect((await host.rpc('journal.list', {})).entries).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${theme}`, () => {
    test.use({ contextOptions: withoutMotion(theme) });

    for (const width of [1280, 760]) {
      test(`activity, ${String(width)} wide`, async ({ shop, host, openConsole }) => {
        const page = await openConsole();
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${host.console}/#/settings/activity`);
        await expect(page.getByText('No requests yet')).toBeVisible();
        await expectAccessible(page, 'nothing yet');
        await shop.channel.say('anna', 'Hello');
        await shop.channel.post('no json');
        await httpRequest(`${host.listener}/nobody/knows`, { method: 'POST', body: '{}' });
        await expect(rows(page)).toHaveCount(3);
        await expectAccessible(page, 'a list');
        await rows(page).nth(2).getByRole('button').click();
        const drawer = page.getByRole('dialog', { name: 'Request' });
        await expect(drawer.getByRole('group', { name: 'Request body' })).toBeVisible();
        await expectAccessible(page, 'a request');
      });
    }
  });
}
