import type { Page } from '@playwright/test';
import { desktopPreferences, type DesktopStatus } from '#shared/contract/desktop.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import { recording } from '../../fixtures/pictures.ts';
import { attached, choose, withMicrophone } from '../attaching.ts';
import { composer, openChat } from '../conversation.ts';
import { pretendDesktop } from '../desktop-bridge.ts';
import { expect, test } from '../fixtures.ts';

test.use({ launchOptions: withMicrophone });

const status: DesktopStatus = {
  preferences: desktopPreferences.parse({}),
  platform: 'linux',
  version: '1.0.0',
  hasTray: true,
  hasSystemSettings: true,
  vault: { backend: foreignText('GNOME Keyring'), weak: false },
  update: { state: 'off' },
};

const mayEnd = (page: Page): Promise<boolean> => page.evaluate(() => pretendedShell.mayEnd());

test('the page of a window closed to the tray goes unless something would be lost with it: a file, a recording, a dialog, a field', async ({
  host,
  annas: { page },
}) => {
  await pretendDesktop(page, { console: host.console, status, test: { shown: true } });
  await page.reload();
  await openChat(page, 'Hello');
  await expect(composer(page)).toBeVisible();
  await expect.poll(() => mayEnd(page)).toBe(true);

  // A draft is on the disk with every key.
  await composer(page).fill('Two are le');
  expect(await mayEnd(page)).toBe(true);

  await choose(page, { name: 'sound.wav', mimeType: 'audio/wav', buffer: recording(1) });
  await expect(attached(page, 'sound.wav')).toBeVisible();
  expect(await mayEnd(page)).toBe(false);
  await page.getByRole('button', { name: 'Remove sound.wav' }).click();
  await expect(attached(page, 'sound.wav')).toHaveCount(0);
  expect(await mayEnd(page)).toBe(true);

  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = page.getByRole('group', { name: 'Recording' });
  await expect(recorder.getByRole('timer')).toBeVisible();
  expect(await mayEnd(page)).toBe(false);
  await recorder.getByRole('button', { name: 'Discard' }).click();
  await expect(recorder).toHaveCount(0);
  await expect.poll(() => mayEnd(page)).toBe(true);

  await page.keyboard.press('Alt+z');
  await expect(page.getByRole('dialog', { name: 'Snooze' })).toBeVisible();
  expect(await mayEnd(page)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Snooze' })).toHaveCount(0);
  await expect.poll(() => mayEnd(page)).toBe(true);

  await page.evaluate(`void (location.hash = '/search')`);
  await page.getByRole('searchbox').fill('lamp');
  expect(await mayEnd(page)).toBe(false);
  await page.getByRole('searchbox').fill('');
  expect(await mayEnd(page)).toBe(true);
});
