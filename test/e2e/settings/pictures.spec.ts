import type { Locator, Page } from '@playwright/test';
import { locatedJpeg, placesIn } from '../../fixtures/located-pictures.ts';
import { picture } from '../../fixtures/pictures.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { fetched, isMessage, say } from '../attaching.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, openChat, reply } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const PICTURES = 'img[src^="/media/pictures/"]';
const me = (page: Page): Locator => page.getByRole('button', { name: /^Olga/ }).locator(PICTURES);
const photo = (page: Page): Locator => page.getByRole('group', { name: 'Photo' });
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });

/** The photo is saved, or removed; what says so stays as long as the mouse rests on it. */
async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved: Photo')).toBeVisible();
  await undo(page).hover();
}

async function upload(
  at: Locator,
  file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
) {
  const choosing = at.page().waitForEvent('filechooser');
  await at.getByRole('button', { name: /^(Upload|Change)…$/ }).click();
  await (await choosing).setFiles(file);
}

const holiday = { name: 'holiday.png', mimeType: 'image/png', buffer: picture(640, 480) };
const other = { name: 'other.jpg', mimeType: 'image/jpeg', buffer: locatedJpeg() };

test(
  'an operator’s photo is uploaded, shown in every window and sent to customers, replaced behind the same link, and removed; it must be a picture',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    await say(shop, 'Anna', 'Hello');
    const page = await openConsole();
    const colleague = await openConsole();
    await page.goto(`${host.console}/#/settings/profile`);
    await upload(photo(page), holiday);
    await expectSaved(page);
    // It would be taken for the next one's.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(undo(page)).toHaveCount(0);
    for (const each of [page, colleague]) {
      await expect(me(each)).toBeVisible();
      await expect(me(each)).toHaveJSProperty('naturalWidth', 256);
    }
    await expectAccessible(page, 'profile');

    await openChat(colleague, 'Anna');
    await reply(colleague, 'Good morning');
    const [sent] = await shop.endpoint.waitFor(1, isMessage);
    const link = (bodyOf(sent).sender as { readonly photo?: string }).photo;
    expect(link).toMatch(/\/files\/[\w.-]+\/photo\.jpg$/);
    const before = await fetched(link);
    expect([before.mediaType, before.bytes.subarray(0, 3).toString('hex')]).toEqual(['image/jpeg', 'ffd8ff']);

    await upload(photo(page), other);
    await expectSaved(page);
    await expect.poll(async () => (await fetched(link)).bytes.equals(before.bytes)).toBe(false);
    const { bytes } = await fetched(link);
    expect(placesIn('MM').filter((place) => bytes.includes(place))).toEqual([]);
    await undo(page).click();
    await expect.poll(async () => (await fetched(link)).bytes.equals(before.bytes)).toBe(true);

    await page.reload();
    await expect(me(page)).toBeVisible();
    await photo(page).getByRole('button', { name: 'Remove' }).click();
    await expectSaved(page);
    for (const each of [page, colleague]) await expect(me(each)).toHaveCount(0);
    expect((await fetched(link)).status).toBe(404);
    await undo(page).click();
    await expect(me(colleague)).toBeVisible();

    for (const buffer of [Buffer.from('%PDF-1.7'), Buffer.from('<svg onload="alert(1)"/>'), Buffer.alloc(0)]) {
      await upload(photo(page), { name: 'photo.png', mimeType: 'image/png', buffer });
      await expect(photo(page).getByRole('alert')).toHaveText(/This file can’t be used/);
    }
    await expect(me(page)).toBeVisible();
  },
);

test(
  'two channels with the same initial differ by colour, and by a picture',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    await host.rpc('channels.create', { name: 'Shop app', color: 'teal' });
    await host.rpc('channels.update', { channelId: shop.channel.id, color: 'red' });
    await say(shop, 'Anna', 'Hello');
    const page = await openConsole();
    const window = await openConsole();
    const mark = chatRow(page, 'Anna').locator('[data-initials="S"].channel-mark');
    const look = async () => (await mark.getAttribute('style')) ?? '';
    expect(await look()).toContain('--hue: 25');
    await window.goto(`${host.console}/#/settings/channels/${shop.channel.id}`);
    const colors = window.getByRole('radiogroup', { name: 'Color' });
    await expect(colors.getByRole('radio', { name: 'Red' })).toBeChecked();
    await colors.getByRole('radio', { name: 'Green' }).click();
    await expect.poll(look).toContain('--hue: 145');
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(look).toContain('--hue: 25');
    await upload(window.getByRole('group', { name: 'Picture' }), holiday);
    await expect(chatRow(page, 'Anna').locator(PICTURES)).toBeVisible();
    await expect(colors).toHaveCount(0);
    await expectAccessible(window, 'channel');
    await window.goto(`${host.console}/#/settings/channels`);
    const list = window.getByRole('main');
    await expect(list.locator(PICTURES)).toBeVisible();
    await expect(list.getByRole('link', { name: /Shop app/ }).locator('.channel-mark')).toHaveAttribute(
      'style',
      /--hue: 195/,
    );
  },
);
