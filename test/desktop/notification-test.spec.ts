import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { openSettings } from '../e2e/settings-page.ts';
import { delimiter, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, skipWithoutRuntime, type Desktop } from './fixtures.ts';
import { test } from './notified-shop.ts';

test.skip(process.platform !== 'linux', 'notifications of other systems cannot be read from outside');

/** Opens Settings > This computer by hand. */
async function openComputerSettings({ rpc, console: page }: Desktop): Promise<Page> {
  await rpc('setup.finish', {});
  await page.reload();
  await openSettings(page, 'Sound and notifications');
  await expect(page.getByRole('button', { name: 'Test notification' })).toBeVisible();
  return page;
}

test('the test notification arrives, or the page names the layer that blocks it', async ({ service, launch }) => {
  const page = await openComputerSettings(await launch());
  const says = async (words: string): Promise<void> => {
    await page.getByRole('button', { name: 'Test notification' }).click();
    await expect(page.getByText(words)).toBeVisible();
  };
  await says('The test was shown.');
  expect(service.asked).toMatchObject([{ title: 'Counterbell', buttons: ['default', 'Open'] }]);

  service.setDoNotDisturb(true);
  await says('Not shown: “Do not disturb” is on in your system. Turn it off there');
  service.setDoNotDisturb(false);
  await page.getByRole('button', { name: 'For 1 hour' }).click();
  await says('Not shown: notifications are paused. Resume them above.');
  await page.getByRole('button', { name: 'Resume' }).click();
  for (const kind of await page.getByRole('group', { name: 'Notify me about' }).getByRole('checkbox').all())
    await kind.click();
  await says('Not shown: every kind of notification is turned off above. Choose at least one.');
  expect(service.asked).toHaveLength(1);
});

test('without a notification service, it says so', async ({ launch }) => {
  skipWithoutRuntime();
  const page = await openComputerSettings(await launch());
  await page.getByRole('button', { name: 'Test notification' }).click();
  await expect(page.getByText('Not shown. This desktop has no notification service.')).toBeVisible();
});

test("the system’s settings open in this desktop's program, and are offered only if it exists", async ({
  dataDir,
  launch,
}) => {
  skipWithoutRuntime();
  const programs = join(dataDir, 'programs');
  const called = join(dataDir, 'called.txt');
  await mkdir(programs);
  const env = { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME', PATH: [programs, process.env['PATH']].join(delimiter) };
  const desktop = await launch({ env });
  const page = await openComputerSettings(desktop);
  await expect(page.getByRole('button', { name: 'System settings' })).toHaveCount(0);

  const program = join(programs, 'gnome-control-center');
  await writeFile(program, `#!/bin/sh\necho "$0 $* $XDG_CURRENT_DESKTOP" > '${called}'\n`);
  await chmod(program, 0o755);
  await openComputerSettings(desktop);
  await page.getByRole('button', { name: 'System settings' }).click();
  await expect.poll(() => readFile(called, 'utf8').catch(() => '')).toBe(`${program} notifications ubuntu:GNOME\n`);
});
