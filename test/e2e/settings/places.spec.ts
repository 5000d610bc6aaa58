import { answer } from '../../fixtures/integrator.ts';
import { expect, test } from '../fixtures.ts';
import { openSettings, type SettingsSection } from '../settings-page.ts';

const addresses: Readonly<Record<string, SettingsSection>> = {
  profile: 'Profile',
  appearance: 'Appearance and language',
  notifications: 'Sound and notifications',
  operators: 'Team',
  channels: 'Channels',
  connection: 'Connection',
  hours: 'Opening hours',
  messages: 'Automatic messages',
  replies: 'Saved replies',
  tags: 'Tags',
  bots: 'Bots',
  data: 'Backups',
  customers: 'Customer data',
  media: 'Media',
  blocked: 'Blocked customers',
  activity: 'Activity',
  about: 'About',
};

test('the places of the settings are seven, every section is in one of them, and every address of one still leads to it; in a narrow window they are a list that closes on a choice', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  // A browser has no section “This computer”.
  await expect(nav.getByRole('link')).toHaveText([
    'You',
    'Profile',
    'Appearance and language',
    'Sound and notifications',
    'Team',
    'Website and channels',
    'Hours and messages',
    'Replies and tags',
    'Bots',
    'Data',
  ]);
  for (const [address, section] of Object.entries(addresses)) {
    await openSettings(page, section);
    await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible();
    expect(new URL(page.url()).hash).toBe(`#/settings/${address}`);
    expect(await nav.locator(':scope > ul > li').count()).toBe(7);
    await expect(nav.getByRole('link', { name: section, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  for (const [address, section] of Object.entries({ ...addresses, computer: 'Profile' })) {
    await page.goto(`${host.console}/#/settings/${address}`);
    await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible();
  }
  await page.goto(`${host.console}/#/settings/blocked`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Blocked customers' })).toBeVisible();

  for (const width of [760, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${host.console}/#/settings/profile`);
    await expect(nav.getByRole('link')).toHaveCount(0);
    await nav.getByRole('button', { name: 'Settings: Profile' }).click();
    for (const section of Object.values(addresses)) {
      await nav.getByRole('link', { name: section, exact: true }).scrollIntoViewIfNeeded();
      await expect(nav.getByRole('link', { name: section, exact: true })).toBeInViewport();
    }
    await nav.getByRole('link', { name: 'Blocked customers' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Blocked customers' })).toBeVisible();
    await expect(nav.getByRole('button', { name: 'Settings: Blocked customers' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await nav.getByRole('button').click();
    await page.keyboard.press('Escape');
    await expect(nav.getByRole('link')).toHaveCount(0);
  }
});

test(
  'a channel’s page has tabs, each with its address, and none is long; Connection says who can reach you, and a channel says the same',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    shop.endpoint.react(answer.ok);
    const page = await openConsole();
    await openSettings(page, 'Connection');
    await expect(page.getByRole('status').filter({ hasText: 'Only programs on this computer' })).toBeVisible();
    await openSettings(page, 'Channels');
    const row = page.getByRole('link', { name: /Shop website/ });
    await expect(row).toContainText('Not reachable yet');
    await expect(row).not.toContainText('Ready');

    await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}`);
    const parts = {
      'On your website': 'website',
      'Hours and messages': 'hours',
      'Bots and files': 'bots',
    };
    await expect(page.getByRole('textbox', { name: 'Reply address' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'How replies are sent' })).toHaveCount(0);
    for (const [tab, address] of Object.entries(parts)) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('textbox', { name: 'Reply address' })).toHaveCount(0);
      expect(page.url()).toContain(`/${shop.channel.id}/${address}`);
      await page.reload();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      const height = await page.getByRole('tabpanel', { name: tab }).evaluate((panel) => panel.scrollHeight);
      expect(height, tab).toBeLessThan(1500);
    }
    await page.getByRole('link', { name: 'All channels' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Channels' })).toBeVisible();
  },
);
