import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rpcRequest } from '../../fixtures/rpc.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openSettings } from '../settings-page.ts';

const OLGA = { name: 'Olga', accessKey: 'olga-key-for-tests-0001' };
const MIA = { name: 'Mia', accessKey: 'mia-key-for-tests-00001', role: 'owner' };
const LONG = 'Maximiliane-Friederike von und zu Oberhausen-Unterwössen am See, Filiale 12';

test.use({ provision: { operators: [OLGA, MIA] } });

const day = (page: Page) => page.getByRole('list', { name: 'Today' });

test(
  'changes and sign-ins are listed as they happen, by person, and saved as a table; the list fits on a phone, and is mirrored',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const page = await openConsole();
    await openSettings(page, 'Changes and sign-ins');
    await expect(day(page).getByRole('listitem').filter({ hasText: 'Signed in' })).toContainText('Olga · 127.0.0.1');
    const { id: channelId } = await host.rpc('channels.create', { name: LONG });
    await rpcRequest(host.console, MIA.accessKey, 'channels.update', { channelId, name: 'Shop' });
    const changed = day(page)
      .getByRole('listitem')
      .filter({ hasText: `Changed: channel ${LONG}` });
    await expect(changed).toContainText('Mia · 127.0.0.1');
    await rpcRequest(host.console, MIA.accessKey, 'channels.renewSecret', { channelId });
    await host.rpc('connection.change', { network: { port: 8791 } });
    for (const width of [1280, 760, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      if (width !== 760) await expectAccessible(page, `changes, ${width} wide`);
    }
    await page.evaluate("document.documentElement.dir = 'rtl'");
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 844 });

    await page.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: 'Mia' }).click();
    await expect(day(page).getByRole('listitem')).toHaveCount(3);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^Changes and sign-ins \d{4}-\d\d-\d\d\.csv$/);
    const saved = await readFile(await file.path(), 'utf8');
    expect(saved.split('\r\n')[0]).toContain('Time,Who,From,What,Of what,Times');
    expect(saved).toContain(`Mia,127.0.0.1,Changed,"channel ${LONG}",1`);

    // An operator does not find the list, and a link to it says whom to ask.
    const { accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
    const ivans = await openConsole(accessKey);
    await ivans.goto(`${host.console}/#/settings/changes`);
    await expect(ivans.getByRole('heading', { name: 'Changes and sign-ins' })).toBeVisible();
    await expect(ivans.getByRole('combobox', { name: 'Who' })).toHaveCount(0);
    await expect(ivans.getByRole('link', { name: 'Changes and sign-ins' })).toHaveCount(0);
  },
);

test(
  'when an owner is removed, all addresses can be renewed with one button',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const { id: channelId } = await host.rpc('channels.create', { name: 'Shop' });
    await host.rpc('operators.add', { name: 'Zoe' });
    await host.rpc('operators.add', { name: 'Noor', role: 'owner' });
    const before = await host.rpc('channels.addresses', { channelId });
    const page = await openConsole();
    await openSettings(page, 'Team');
    const renew = page.getByRole('dialog', { name: 'Renew all addresses?' });
    const removed = page.getByRole('button', { name: 'Invite a colleague' });
    const remove = async (name: string): Promise<void> => {
      await page
        .getByRole('list', { name: 'Everyone on the team' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    };

    await remove('Mia');
    await expect(renew).toContainText('Mia was an owner');
    await expectAccessible(page, 'renewing all addresses');
    await page.keyboard.press('Escape');
    await expect(renew).toBeHidden();
    await expect(removed).toBeFocused();
    expect(await host.rpc('channels.addresses', { channelId })).toEqual(before);

    await remove('Noor');
    await renew.getByRole('button', { name: 'Renew all addresses' }).click();
    await expect(page.getByText('Addresses renewed.')).toBeVisible();
    await expect(renew).toBeHidden();
    await expect(removed).toBeFocused();
    expect(await host.rpc('channels.addresses', { channelId })).not.toEqual(before);

    await remove('Zoe');
    await expect(page.getByText('Zoe removed.')).toBeVisible();
    await expect(removed).toBeFocused();
    await expect(renew).toBeHidden();
  },
);
