import type { Locator } from '@playwright/test';
import { answer } from '../../fixtures/integrator.ts';
import { expectAccessible, withoutMotion } from '../axe.ts';
import { openChat } from '../conversation.ts';
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
  media: 'Media',
  blocked: 'Blocked customers',
  activity: 'Activity',
  about: 'About',
};

test.describe('the places of the settings', () => {
  test.use({ contextOptions: withoutMotion('light') });

  test('are seven, every section is in one of them, and every address of one still leads to it', async ({
    host,
    openConsole,
  }) => {
    const page = await openConsole();
    const nav = page.getByRole('navigation', { name: 'Settings' });
    for (const [address, section] of Object.entries(addresses)) {
      await openSettings(page, section);
      await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible();
      expect(new URL(page.url()).hash).toBe(`#/settings/${address}`);
      expect(await nav.locator(':scope > ul > li').count()).toBe(7);
      await expect(nav.getByRole('link', { name: section, exact: true })).toHaveAttribute('aria-current', 'page');
    }
    for (const [address, section] of Object.entries(addresses)) {
      await page.goto(`${host.console}/#/settings/${address}`);
      await page.reload();
      await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible();
    }
  });

  test('are a list in a narrow window that opens, and closes on a choice', async ({ host, openConsole }) => {
    const page = await openConsole();
    for (const width of [760, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${host.console}/#/settings/profile`);
      const nav = page.getByRole('navigation', { name: 'Settings' });
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

  test('a channel’s page has tabs, each with its address, and none is long', async ({ shop, host, openConsole }) => {
    const page = await openConsole();
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
  });
});

test('Connection says who can reach you; a channel says the same', async ({ shop, openConsole }) => {
  shop.endpoint.react(answer.ok);
  const page = await openConsole();
  await openSettings(page, 'Channels');
  const row = page.getByRole('link', { name: /Shop website/ });
  await expect(row).toContainText('Not reachable yet');
  await expect(row).not.toContainText('Ready');
  await openSettings(page, 'Connection');
  await expect(page.getByRole('status').filter({ hasText: 'Only programs on this computer' })).toBeVisible();
});

test.describe('after the first run', () => {
  test.use({ provision: { operators: [] }, contextOptions: withoutMotion('light') });

  test('the inbox shows what comes next; each step checks itself off or is dismissed, also after a reload, and backups are on', async ({
    host,
    openConsole,
  }) => {
    const page = await openConsole();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olga Petrova');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('Website');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(/A backup is made every night in .*backups\. The latest 7 are kept\./)).toBeVisible();
    await page.getByRole('button', { name: 'Skip setup and go to the inbox' }).click();
    const steps = page.getByRole('region', { name: 'Next steps' });
    const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
    await expect(steps.getByRole('img', { name: 'To do' })).toHaveCount(3);
    await expectAccessible(page, 'what comes next');
    expect((await host.rpc('backups.list', {})).settings).toMatchObject({ every: 'day' });

    await host.rpc('operators.add', { name: 'Ivan' });
    await expect(step('Invite a colleague').getByRole('img', { name: 'Done' })).toBeVisible();
    await step('Set your opening hours').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Opening hours' })).toBeVisible();
    await page.getByRole('radio', { name: 'Weekly schedule' }).click();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect(step('Set your opening hours').getByRole('img', { name: 'Done' })).toBeVisible();
    await page.setViewportSize({ width: 760, height: 800 });
    await expect(steps.filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page, 'what comes next, narrow');
    // One line below the list, which expands, and moves nothing when it comes late.
    await page.setViewportSize({ width: 390, height: 800 });
    const line = steps.filter({ visible: true });
    await expect.poll(async () => (await line.boundingBox())?.height ?? 99).toBeLessThan(40);
    const tabs = await page.getByRole('tablist').boundingBox();
    expect((await line.boundingBox())?.y ?? 0).toBeGreaterThan((tabs?.y ?? 0) + (tabs?.height ?? 0));
    // Its arrow points where it unfolds to.
    await expect.poll(() => pointsUp(line.getByRole('button'))).toBe(true);
    await line.getByRole('button', { name: 'Next steps', expanded: false }).click();
    await expect.poll(() => pointsUp(line.getByRole('button', { name: 'Next steps', expanded: true }))).toBe(false);
    await expect(line.getByRole('link', { name: 'Add it to your website' })).toBeVisible();
    await expectAccessible(page, 'what comes next, opened on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await step('Add it to your website').getByRole('button', { name: 'Hide: Add it to your website' }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('All caught up')).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});

test.describe('two operators', () => {
  test.use({
    provision: {
      operators: [
        { name: 'Olga', accessKey: 'olga-key-for-tests-0001' },
        { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001' },
      ],
    },
  });

  test('only the owner gets a link from a message to Activity, and never by Tab', async ({
    shop,
    host,
    openConsole,
    browser,
  }) => {
    await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    const feed = await openChat(page, 'Anna');
    const link = feed.getByRole('link', { name: 'Show in Activity' });
    await expect(link).toHaveAttribute('tabindex', '-1');

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${host.console}/?key=ivan-key-for-tests-0001`);
    const ivans = await openChat(other, 'Anna');
    await expect(ivans.getByText('Hello')).toBeVisible();
    await expect(ivans.getByRole('link', { name: 'Show in Activity' })).toHaveCount(0);
    await context.close();
  });
});

interface SvgPath {
  readonly getTotalLength: () => number;
  readonly getPointAtLength: (at: number) => { readonly matrixTransform: (matrix: unknown) => { readonly y: number } };
  readonly getScreenCTM: () => unknown;
}

/** Whether the arrow in a button points up, as it is seen: its tip, the middle of the line, is above the line's ends. */
function pointsUp(button: Locator): Promise<boolean> {
  return button.locator('svg path').evaluate((arrow) => {
    const path = arrow as unknown as SvgPath;
    const onScreen = (part: number) =>
      path.getPointAtLength(part * path.getTotalLength()).matrixTransform(path.getScreenCTM()).y;
    return onScreen(0.5) < onScreen(0);
  });
}
