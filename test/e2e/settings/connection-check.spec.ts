import { desktopPreferences, type DesktopStatus } from '#shared/contract/desktop.ts';
import { answer } from '../../fixtures/integrator.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { expectAccessible, withoutMotion } from '../axe.ts';
import { fillIn, showWay, openConnection, reachPanel } from '../connection-page.ts';
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

test.describe('the check', () => {
  test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

  test('checks everything line by line, leads to what is wrong, and can be copied', async ({ shop, openConsole }) => {
    shop.endpoint.react(answer.hang);
    const page = await openConsole();
    await openConnection(page);
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByRole('button', { name: /other results?$/ }).click();
    const others = page.getByRole('list', { name: 'Other results' }).getByRole('listitem');
    // The shop’s reply address delays the check; the findings so far are shown.
    await expect(page.getByText('Checking…')).toBeVisible();
    await expect(others.getByRole('img', { name: 'Passed' }).first()).toBeVisible();
    await expect(page.getByText(/^Checked /)).toBeVisible({ timeout: 40_000 });
    expect(await others.count()).toBeGreaterThan(5);
    const toDo = page.getByRole('list', { name: 'To do' }).getByRole('listitem');
    const wrong = toDo.filter({ has: page.getByRole('img', { name: 'Problem' }) }).filter({ hasText: 'Shop website' });
    await expect(wrong).toContainText('What to do:');
    await expect(page.getByText('1 problem found.')).toBeVisible();

    await page.getByRole('button', { name: 'Copy report' }).click();
    const report = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(report).toMatch(/^Counterbell .*, checked /);
    expect(report.match(/^\[/gm)?.length).toBe((await toDo.count()) + (await others.count()));
    const secret = new URL(shop.channel.messageUrl).pathname.split('/')[1] ?? '';
    expect(report).not.toContain(secret);

    await wrong.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Shop website' })).toBeVisible();
  });
});

test('has two lines about the computer in the desktop app', async ({ host, page }) => {
  await pretendDesktop(page, { console: host.console, status: desktop, test: { shown: true } });
  await page.goto(host.accessUrl);
  await openConnection(page);
  await page.getByRole('button', { name: 'Check everything' }).click();
  await expect(page.getByText(/^Checked /)).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: /other results?$/ }).click();
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
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${theme}`, () => {
    // axe checks many screens here.
    test.slow();
    test.use({ contextOptions: withoutMotion(theme) });

    test('in Connection and its ways', async ({ openConsole }) => {
      const page = await openConsole();
      await openConnection(page);
      await expectAccessible(page, 'this computer only');
      await showWay(page, 'Local network');
      await expectAccessible(page, 'local network');
      await page.getByRole('button', { name: 'Import a certificate…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
      await expect(page.getByText('Choose a file first.').first()).toBeVisible();
      await expectAccessible(page, 'import a certificate');
      await page.keyboard.press('Escape');
      await showWay(page, 'Own address');
      await expectAccessible(page, 'own address');
      await showWay(page, 'Tunnel');
      for (const kind of ['Cloudflare', 'ngrok']) {
        await showWay(page, kind);
        await expectAccessible(page, kind);
      }
    });

    test('where customers can’t reach you, and in the check', async ({ host, openConsole }) => {
      const page = await openConsole();
      await openConnection(page);
      await showWay(page, 'Own address');
      await fillIn(page, 'Public address', `http://127.0.0.1:${await freePort()}`);
      await page.getByRole('button', { name: 'Use your own address' }).click();
      await expect(reachPanel(page)).toContainText('Customers can’t reach you');
      await expectAccessible(page, 'broken');
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: 'Customers have been unable to reach you since' }),
      ).toBeVisible();
      await expectAccessible(page, 'notice and chip');
      await page.setViewportSize({ width: 760, height: 800 });
      await expectAccessible(page, 'notice, narrow');
      await page.goto(`${host.console}/#/settings/connection`);
      await page.getByRole('button', { name: 'Check everything' }).click();
      await expect(page.getByRole('button', { name: 'Copy report' })).toBeVisible({ timeout: 40_000 });
      await page.getByRole('button', { name: /other results?$/ }).click();
      // The panel above says it already.
      await expect(page.getByRole('list', { name: 'To do' })).not.toContainText('Reachable from outside');
      await expectAccessible(page, 'the check');
    });
  });
}
