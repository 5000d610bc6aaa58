import { noPostgres, startPostgres } from '../../fixtures/postgres.ts';
import { startHost } from '../../fixtures/host.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test as withHost } from '../fixtures.ts';
import { openSettings } from '../settings-page.ts';

const test = withHost.extend({
  provision: { operators: [] },
  host: async ({ provision }, use) => {
    const server = await startPostgres();
    const host = await startHost({ provision, database: server.urlOf('postgres') });
    await use(host);
    await host.remove();
    await server.remove();
  },
});

test.describe('a host on PostgreSQL', { tag: '@thorough' }, () => {
  test.skip(noPostgres !== undefined, noPostgres);

  test('shows nothing that it would refuse', async ({ host, openConsole }) => {
    const page = await openConsole();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('Bella Lamps');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Try it yourself first' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('backup');
    await page.getByRole('button', { name: 'Skip setup and go to the inbox' }).click();

    await openSettings(page, 'Backups');
    await expect(page.getByText('makes the backups with pg_dump', { exact: false })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expectAccessible(page, 'backups');

    await openSettings(page, 'Connection');
    await expect(page.getByRole('radio')).toHaveCount(3);
    await expect(page.getByRole('radio', { name: /This computer only/ })).toBeChecked();
    await page.getByRole('radio', { name: /Own address/ }).click();
    await expect(page.getByRole('textbox', { name: 'Public address' })).toBeVisible();
    await expect(page.getByRole('switch')).toHaveCount(0);
    await expectAccessible(page, 'connection');

    const [channel] = (await host.rpc('channels.list', {})).channels;
    await page.goto(`${host.console}/#/settings/channels/${channel?.id}/guide`);
    await expect(page.getByRole('list', { name: 'Choose how visitors reach you' }).getByRole('link')).toHaveText([
      /^An address of your own/,
    ]);

    await openSettings(page, 'Bots');
    await expect(page.getByText('No bots yet')).toBeVisible();
    await expect(page.getByText('Test bot', { exact: false })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add a bot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add bot' }).click();
    await expect(page.getByText('Enter the bot’s address.', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');

    await openSettings(page, 'Team');
    await expect(page.getByRole('textbox', { name: 'Address from outside' })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Let colleagues in' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ivan');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await expect(dialog.getByText('Enter the address of your HTTPS server under Team', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Let colleagues in' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('backup');
    await expect(page.getByRole('option', { name: 'Settings: Backups' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Make a backup' })).toHaveCount(0);
  });
});
