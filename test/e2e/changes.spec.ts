import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rpcRequest } from '../fixtures/rpc.ts';
import { expectAccessible, withoutMotion } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSettings } from './settings-page.ts';

const OLGA = { name: 'Olga', accessKey: 'olga-key-for-tests-0001' };
const MIA = { name: 'Mia', accessKey: 'mia-key-for-tests-00001', role: 'owner' };
const LONG = 'Maximiliane-Friederike von und zu Oberhausen-Unterwössen am See, Filiale 12';

test.use({ provision: { operators: [OLGA, MIA] } });

const day = (page: Page) => page.getByRole('list', { name: 'Today' });

test('changes and sign-ins are listed as they happen, by person and by kind, and saved as a table', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openSettings(page, 'Changes and sign-ins');
  await expect(day(page).getByRole('listitem').filter({ hasText: 'Signed in with a link' })).toContainText(
    'Olga · 127.0.0.1',
  );
  const { id: channelId } = await host.rpc('channels.create', { name: LONG });
  await rpcRequest(host.console, MIA.accessKey, 'channels.update', {
    channelId,
    name: 'Shop',
    away: { on: false, text: '', when: 'closed' },
  });
  const changed = day(page)
    .getByRole('listitem')
    .filter({ hasText: `Channel changed: ${LONG}` });
  await expect(changed).toContainText('name and away message');
  await expect(changed).toContainText('Mia');

  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Mia' }).click();
  await expect(day(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Settings' }).click();
  await expect(day(page).getByRole('listitem')).toHaveCount(1);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^Changes and sign-ins \d{4}-\d\d-\d\d\.csv$/);
  const saved = await readFile(await file.path(), 'utf8');
  expect(saved).toContain('Channel changed');
  expect(saved).toContain('127.0.0.1');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Data' }).click();
  await expect(page.getByText('Nothing matches this selection.')).toBeVisible();
});

test('an operator does not find the list, and a link to it says whom to ask', async ({ host, openConsole }) => {
  const { accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
  const page = await openConsole(accessKey);
  await page.goto(`${host.console}/#/settings/changes`);
  await expect(page.getByRole('heading', { name: 'Changes and sign-ins' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Changes and sign-ins' })).toHaveCount(0);
});

test('when a colleague is removed, what they had seen is shown and renewed with one button', async ({
  host,
  openConsole,
}) => {
  const { id: channelId } = await host.rpc('channels.create', { name: 'Shop' });
  const { id: botId } = await host.rpc('bots.create', { name: 'FAQ' });
  const { id: siteId } = await host.rpc('channels.create', { name: 'Website', kind: 'site' });
  const asMia = (route: string, input: unknown) => rpcRequest(host.console, MIA.accessKey, route, input);
  await asMia('channels.addresses', { channelId });
  await asMia('bots.addresses', { botId });
  await asMia('sites.addresses', { channelId: siteId });
  await asMia('operators.add', { name: 'Zoe' });
  const before = await host.rpc('channels.addresses', { channelId });

  const page = await openConsole();
  await openSettings(page, 'Team');
  const team = page.getByRole('list', { name: 'Everyone on the team' });
  await team.getByRole('button', { name: /^Mia/ }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const seen = page.getByRole('dialog', { name: 'What Mia had seen' });
  await expect(seen.getByRole('listitem')).toHaveText([
    /^Access key: Zoe/,
    /^Identity key of the window: Website/,
    /^Token of the bot: FAQ/,
    /^Addresses of the channel: Shop.*Afterwards, put the new addresses/,
  ]);
  await expectAccessible(page, 'what a colleague had seen');
  await page.keyboard.press('Escape');
  await expect(seen).toBeHidden();
  await expect(page.getByRole('button', { name: 'Invite a colleague' })).toBeFocused();

  // It is offered later too.
  await openSettings(page, 'Changes and sign-ins');
  await page.getByRole('button', { name: 'Review what Mia had seen' }).click();
  await seen.getByRole('button', { name: 'Renew all' }).click();
  const renewed = page.getByRole('dialog', { name: 'Renewed: now pass these on' });
  await expect(renewed.getByRole('listitem')).toHaveCount(4);
  const zoesKey = await renewed.getByRole('textbox', { name: 'New access key of Zoe' }).inputValue();
  expect(await rpcRequest(host.console, zoesKey, 'operators.me', {})).toMatchObject({ data: { name: 'Zoe' } });
  expect(await host.rpc('channels.addresses', { channelId })).not.toEqual(before);
  await renewed.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Review what Mia had seen' })).toHaveCount(0);
  await expect(page.getByRole('search')).toBeFocused();

  await openSettings(page, 'Team');
  await team.getByRole('button', { name: /^Zoe/ }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Zoe removed. No addresses, tokens or keys still in use had been seen.')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const)
  test.describe(`in the ${theme} theme`, () => {
    test.use({ contextOptions: withoutMotion(theme) });

    test('the list is accessible, fits on a phone, and is mirrored', async ({ host, openConsole }, { outputDir }) => {
      const { id: channelId } = await host.rpc('channels.create', { name: LONG });
      await host.rpc('channels.addresses', { channelId });
      await host.rpc('channels.update', {
        channelId,
        name: 'Shop',
        away: { on: false, text: '', when: 'closed' },
        takes: ['text'],
      });
      await rpcRequest(host.console, MIA.accessKey, 'channels.addresses', { channelId });
      await host.rpc('connection.change', { checkSeconds: 300 });
      const mia = (await host.rpc('operators.list', {})).operators.find(({ name }) => name === 'Mia');
      await host.rpc('operators.remove', { operatorId: mia?.id ?? '' });
      const page = await openConsole();
      await page.goto(`${host.console}/#/settings/changes`);
      await expect(day(page)).toBeVisible();
      for (const width of [1280, 760, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await expectAccessible(page, `changes, ${width} wide`);
        await page.screenshot({ path: `${outputDir}/changes-${theme}-${width}.png` });
      }
      await page.evaluate("document.documentElement.dir = 'rtl'");
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await page.screenshot({ path: `${outputDir}/changes-${theme}-rtl.png` });
    });
  });
