import type { Page } from '@playwright/test';
import { openSettings } from '../settings-page.ts';
import { desktopPreferences, type DesktopStatus, type SeatStatus } from '#shared/contract/desktop.ts';
import { expectAccessible } from '../axe.ts';
import { composer, conversation, openChat } from '../conversation.ts';
import { pretendDesktop } from '../desktop-bridge.ts';
import { expect, test } from '../fixtures.ts';
import { foreignText } from '#shared/locales/phrase.ts';

const status: DesktopStatus = {
  preferences: desktopPreferences.parse({}),
  platform: 'linux',
  version: '1.0.0',
  hasTray: true,
  hasSystemSettings: true,
  vault: { backend: foreignText('GNOME Keyring'), weak: false },
  update: { state: 'current', checkedAt: undefined },
};

/** This app is a window of a colleague's shop. */
function seatOf(connection: SeatStatus['connection']): Pick<DesktopStatus, 'seat'> {
  return { seat: { shop: 'Lamps', address: 'https://192.168.1.20:8790', connection } };
}

/** The console as in the desktop app; the computer is simulated. */
async function openDesktop(
  page: Page,
  { console, accessUrl }: { readonly console: string; readonly accessUrl: string },
  given: Partial<DesktopStatus> = {},
): Promise<void> {
  await pretendDesktop(page, { console, status: { ...status, ...given }, test: { shown: true } });
  await page.goto(accessUrl);
}

async function openSection(page: Page): Promise<void> {
  await openSettings(page, 'This computer');
  await expect(page.getByRole('heading', { level: 2, name: 'This computer' })).toBeVisible();
}

const changes = (page: Page) => page.evaluate(() => pretendedShell.changes);
const asked = (page: Page) => page.evaluate(() => pretendedShell.asked);

test.describe('This computer', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('saves each choice at once, undoes it, and reverts one that the app refuses; updates, their notes and diagnostics are there', async ({
    host,
    page,
  }) => {
    await openDesktop(page, host, { hasTray: false, vault: { backend: foreignText('a key file'), weak: true } });
    await openSection(page);
    await expect(page.getByText('No check for updates yet.')).toBeVisible();
    await page.getByRole('switch', { name: 'Start at login' }).click();
    await expect(page.getByText('Saved: Start at login')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('switch', { name: 'Start at login' })).not.toBeChecked();
    const away = page.getByRole('textbox', { name: 'Away after' });
    await away.fill('241');
    await expect(page.getByText(/240/)).toBeVisible();
    await away.fill('0');
    await away.blur();
    await expect(page.getByText('Saved: Away after')).toBeVisible();
    expect(await changes(page)).toEqual([{ startAtLogin: true }, { startAtLogin: false }, { awayAfterMinutes: 0 }]);
    await page.evaluate(() => pretendedShell.refuse(true));
    await page.getByRole('switch', { name: 'Keep this computer awake' }).click();
    await expect(page.getByRole('alert').getByText('Not saved: Keep this computer awake')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Keep this computer awake' })).not.toBeChecked();

    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('Version 9.9.0 is ready. It will be installed when you quit.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'What’s new in 9.9.0' })).toContainText('<b>Quicker</b>');
    await expectAccessible(page, 'this computer');
    await page.evaluate(() => {
      const reason = { code: 'words' as const, params: { words: 'The server did not answer.' } };
      pretendedShell.setStatus({ update: { state: 'failed', reason, checkedAt: Date.now() } });
    });
    await expect(page.getByText('The check for updates failed just now: The server did not answer.')).toBeVisible();
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByRole('button', { name: 'Copy diagnostics' })).toHaveText('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Counterbell diagnostics');

    // A build that cannot check for updates has that switched off, with the reason.
    await page.evaluate(() => pretendedShell.setStatus({ update: { state: 'unsupported' } }));
    const checks = page.getByRole('switch', { name: 'Check for updates' });
    await expect(checks).toHaveAccessibleDescription(/It can’t check for updates: install newer versions by hand\.$/);
    await expect(checks).toBeDisabled();
    await expect(checks).not.toBeChecked();
    await page.evaluate(() => pretendedShell.setStatus({ update: { state: 'current', checkedAt: undefined } }));
    await expect(checks).toBeChecked();
  });
});

test('notifications are paused and resumed, also from the tray; a test of them names what blocked it; sound and reminders are off while nothing is notified', async ({
  host,
  page,
}) => {
  await openDesktop(page, host);
  await openSettings(page, 'Sound and notifications');
  await page.getByRole('button', { name: 'Until tomorrow' }).click();
  await expect(page.getByText('Paused until tomorrow, 08:00.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Paused until')).toHaveCount(0);
  await page.evaluate(
    (preferences) => pretendedShell.setStatus({ preferences: { ...preferences, pausedUntil: Date.now() + 60_000 } }),
    status.preferences,
  );
  await expect(page.getByText('Paused until')).toBeVisible();
  await page.getByRole('checkbox', { name: 'A bot asking for a person' }).click();
  await expect(page.getByRole('checkbox', { name: 'A bot asking for a person' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'A message in one of my chats' })).toBeChecked();
  expect((await changes(page)).at(-1)).toEqual({ notifications: { askedForPerson: false } });

  const tryOne = page.getByRole('button', { name: 'Test notification' });
  await tryOne.click();
  await expect(page.getByText('The test was shown.')).toBeVisible();
  await page.evaluate(() => pretendedShell.setTest({ shown: false, blockedBy: 'doNotDisturb' }));
  await tryOne.click();
  await expect(page.getByText('“Do not disturb” is on in your system')).toBeVisible();
  await expectAccessible(page, 'sound and notifications');
  await page.getByRole('button', { name: 'System settings' }).click();
  await expect.poll(() => asked(page)).toContain('system settings: notifications');
  await page.evaluate(() => pretendedShell.setStatus({ hasSystemSettings: false }));
  await expect(page.getByRole('button', { name: 'System settings' })).toHaveCount(0);
  await expect(tryOne).toBeVisible();

  const sound = page.getByRole('switch', { name: 'Play a sound' });
  await expect(sound).toBeChecked();
  await page.evaluate((preferences) => {
    const none = { newChat: false, ownChat: false, askedForPerson: false, failedReply: false, unreachable: false };
    const notifications = { ...preferences.notifications, ...none };
    pretendedShell.setStatus({ preferences: { ...preferences, notifications } });
  }, status.preferences);
  for (const each of [sound, page.getByRole('switch', { name: 'Remind me' })]) {
    await expect(each).not.toBeChecked();
    await expect(each).toBeDisabled();
    await expect(each).toHaveAccessibleDescription('Select at least one kind of notification above.');
  }
});

test(
  'a seat says whether its shop has another version, what to do beside a newer one, and how many messages would be lost before it leaves',
  { tag: '@thorough' },
  async ({ shop, host, page }) => {
    await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
    await openDesktop(page, host, seatOf({ state: 'hostIsNewer' }));
    const become = (connection: SeatStatus['connection']) =>
      page.evaluate((seat) => pretendedShell.setStatus(seat), seatOf(connection));
    await expect(page.getByRole('heading', { name: 'Lamps has a newer version of Counterbell' })).toBeVisible();
    await expect(page.getByText('You have version 1.0.0. No check for updates yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('Version 9.9.0 is ready. It will be installed when you quit.')).toBeVisible();
    await page.evaluate(() => pretendedShell.setStatus({ update: { state: 'unsupported' } }));
    await expect(page.getByText('It can’t check for updates: install newer versions by hand.')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);

    // Removed, it says nothing of unsent messages if there are none.
    await become({ state: 'removed' });
    await expect(page.getByRole('heading', { level: 1, name: 'This computer was removed from Lamps' })).toBeVisible();
    await expect(page.getByRole('region', { name: /weren’t|wasn’t/ })).toHaveCount(0);

    await become({ state: 'connected', hostIsOlder: true });
    await openSection(page);
    const connected = page.getByRole('status').filter({ hasText: 'Connected to Lamps' });
    await expect(connected).toContainText('It has an older version of Counterbell.');
    await become({ state: 'connected', hostIsOlder: false });
    await expect(connected).not.toContainText('older');
    const leave = page.getByRole('button', { name: 'Leave this shop' });
    const asking = page.getByRole('alertdialog', { name: 'Leave Lamps?' });
    await leave.click();
    await expect(asking).toContainText('Drafts and messages not sent yet are deleted.');
    await expect(asking).not.toContainText('waiting to be sent');
    await page.keyboard.press('Escape');
    await expect(asking).toHaveCount(0);
    await page.route('**/rpc/chats.reply', (route) => route.abort());
    await page.getByRole('link', { name: 'Inbox' }).click();
    await openChat(page, 'Anna');
    for (const text of ['Two are left.', 'Shall I keep one?']) {
      await composer(page).fill(text);
      await composer(page).press('Enter');
    }
    await expect(page.getByText('Waiting for the connection.')).toHaveCount(2);
    await openSection(page);
    await leave.click();
    await expect(asking).toContainText('2 messages are waiting to be sent.');
    await asking.getByRole('button', { name: 'Leave this shop' }).click();
    await expect.poll(() => asked(page)).toContain('leave');
  },
);

test('after sleep a line shows what waits and leads to it; the tray and links lead to a chat, nowhere else; the reply window closes with Escape and opens its chat in the console', async ({
  shop,
  host,
  page,
}) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'I wait' } });
  const chatId = (await shop.channel.chatOf('"anna"')).id;
  await openDesktop(page, host);
  // The previous filter of the inbox would hide waiting chats.
  await page.goto(`${host.console}/#/?tag=vip`);
  await expect(page.getByRole('option')).toHaveCount(0);
  await openSection(page);
  await page.evaluate(() => pretendedShell.catchUp({ since: Date.now() - 3_600_000, waiting: 2, failed: 1 }));
  const line = page.getByRole('status').filter({ hasText: 'While this computer was asleep:' });
  await expect(line).toContainText('2 customers are waiting, 1 reply wasn’t delivered.');
  await expectAccessible(page, 'the catch-up line');
  await line.getByRole('link', { name: 'Show Waiting' }).click();
  await expect(page.getByRole('tab', { name: /^Waiting/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option').filter({ hasText: 'I wait' })).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.evaluate(() => pretendedShell.catchUp({ since: Date.now(), waiting: 0, failed: 1 }));
  await expect(line).toContainText('1 reply wasn’t delivered.');
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toHaveCount(0);

  await page.evaluate((id) => {
    pretendedShell.navigate(`/chat/${id}`);
    pretendedShell.navigate('/join');
    pretendedShell.navigate('//evil.example');
  }, chatId);
  await expect(conversation(page, 'Anna')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#/chat/${chatId}$`));
  await expect.poll(() => asked(page)).toEqual([`reading ${chatId}`]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(() => asked(page)).toEqual([`reading ${chatId}`, 'reading nothing']);

  await page.goto(`${host.console}/#/reply?chat=${chatId}`);
  await expect(composer(page)).toBeFocused();
  await page.getByRole('button', { name: 'Emoji' }).click();
  await expect(page.getByPlaceholder(/emoji/i)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByPlaceholder(/emoji/i)).toHaveCount(0);
  expect(await asked(page)).not.toContain('close');
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => asked(page)).toContain('close');
  await page.keyboard.press('Control+o');
  await expect.poll(() => asked(page)).toContain(`open chat ${chatId}`);
});

/** What the page of a seat has kept: two messages that were not sent, and a draft. */
function keepUnsent(): void {
  ['Two are left.', 'Shall I keep one?\nUntil Friday?'].forEach((text, index) => {
    const owner = { installationId: 'lamps', operatorId: 'ivan' };
    const at = Date.now() + index;
    const stored = { text, clientId: `c${index}`, chatId: '1', isNote: false, at, mayHaveArrived: false, ...owner };
    localStorage.setItem(`counterbell.unsent.c${index}`, JSON.stringify(stored));
  });
  const state = { drafts: { 2: { text: 'We open at nine', at: Date.now() } }, others: {} };
  localStorage.setItem('counterbell.drafts', JSON.stringify({ state, version: 1 }));
}

test.describe('a computer that was removed from its shop', () => {
  test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });
  test('says what was written on it and never sent, and what becomes of that, before it starts over', async ({
    host,
    page,
  }) => {
    await page.addInitScript(keepUnsent);
    await openDesktop(page, host, seatOf({ state: 'removed' }));
    await expect(page.getByRole('heading', { level: 1, name: 'This computer was removed from Lamps' })).toBeVisible();
    const stored = page.getByRole('region', { name: '3 messages you wrote weren’t sent' });
    await expect(stored).toBeVisible();
    await expectAccessible(page, 'a computer that was removed');
    await expect(stored.getByRole('listitem')).toHaveText([
      'Two are left.',
      'Shall I keep one?\nUntil Friday?',
      'We open at nine',
    ]);
    await expect(stored).toContainText('If you join again with an invitation for another device of yours');
    await expect(stored).toContainText('“Start over” or joining another shop deletes everything');
    await stored.getByRole('button', { name: 'Copy all' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      'Two are left.\n\nShall I keep one?\nUntil Friday?\n\nWe open at nine',
    );
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await asked(page)).toContain('leave');
  });
});
