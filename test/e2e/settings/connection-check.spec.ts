import { desktopPreferences, type DesktopStatus } from '#shared/contract/desktop.ts';
import { answer } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { openConnection } from '../connection-page.ts';
import { pretendDesktop } from '../desktop-bridge.ts';
import { expect, test } from '../fixtures.ts';
import { foreignText } from '#shared/locales/phrase.ts';

const desktop: DesktopStatus = {
  preferences: desktopPreferences.parse({ startAtLogin: true }),
  platform: 'linux',
  version: '1.0.0',
  hasTray: true,
  hasSystemSettings: true,
  vault: { backend: foreignText('GNOME Keyring'), weak: false },
  update: { state: 'current', checkedAt: undefined },
};

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the check goes through everything line by line, in the desktop app the computer too, leads to what is wrong, and can be copied', async ({
  shop,
  host,
  page,
}) => {
  shop.endpoint.react(answer.hang);
  await pretendDesktop(page, { console: host.console, status: desktop, test: { shown: true } });
  await page.goto(host.accessUrl);
  await openConnection(page);
  await page.getByRole('button', { name: 'Check everything' }).click();
  await page.getByRole('button', { name: /other results?$/ }).click();
  const others = page.getByRole('list', { name: 'Other results' }).getByRole('listitem');
  // The shop’s reply address delays the check; the findings so far are shown.
  await expect(page.getByText('Checking…')).toBeVisible();
  await expect(others.getByRole('img', { name: 'Passed' }).first()).toBeVisible();
  await expect(page.getByText(/^Checked /)).toBeVisible();
  expect(await others.count()).toBeGreaterThan(5);
  const toDo = page.getByRole('list', { name: 'To do' }).getByRole('listitem');
  const wrong = toDo.filter({ has: page.getByRole('img', { name: 'Problem' }) }).filter({ hasText: 'Shop website' });
  await expect(wrong).toContainText('What to do:');
  await expect(page.getByText('1 problem found.')).toBeVisible();
  await expectAccessible(page, 'the check');

  await page.getByRole('button', { name: 'Copy report' }).click();
  const report = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(report).toMatch(/^Counterbell .*, checked /);
  expect(report.match(/^\[/gm)?.length).toBe((await toDo.count()) + (await others.count()));
  const secret = new URL(shop.channel.messageUrl).pathname.split('/')[1] ?? '';
  expect(report).not.toContain(secret);

  const line = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(line('Start at login').getByRole('img', { name: 'Passed' })).toBeVisible();
  await expect(line('Notifications').getByRole('img', { name: 'Passed' })).toBeVisible();
  await page.evaluate(
    (preferences) =>
      pretendedShell.setStatus({
        preferences: { ...preferences, startAtLogin: false, pausedUntil: Date.now() + 600_000 },
      }),
    desktop.preferences,
  );
  await expect(line('Notifications').getByRole('img', { name: 'Worth a look' })).toBeVisible();
  await line('Start at login').getByRole('link', { name: 'Open This computer' }).click();
  await expect(page.getByRole('switch', { name: 'Start at login' })).toBeVisible();
  await openConnection(page);
  await wrong.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Shop website' })).toBeVisible();
});
