import { picture, recording } from '../../fixtures/pictures.ts';
import { attached, choose, transferFile, say, withMicrophone } from '../attaching.ts';
import { expectAccessible, withoutMotion } from '../axe.ts';
import { openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test.use({ launchOptions: withMicrophone });

const lamp = { name: 'lamp.png', mimeType: 'image/png', buffer: picture(640, 480) };

for (const theme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing where media is sent, ${theme}`, () => {
    test.use({ contextOptions: withoutMotion(theme) });

    test('the tray, the recorder, the dialogs', async ({ host, shop, openConsole }) => {
      await say(shop, 'Anna', 'Hello');
      const page = await openConsole();
      await openChat(page, 'Anna');
      await choose(
        page,
        lamp,
        { name: 'song.wav', mimeType: 'audio/wav', buffer: recording(2) },
        { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      );
      await expect(attached(page, 'lamp.png')).toContainText('640 × 480');
      await expect(attached(page, 'song.wav')).toContainText('0:02');
      await expectAccessible(page, 'files of all kinds');
      await page.getByRole('button', { name: 'More actions for lamp.png' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page, 'more for a file', ['region']);
      await page.keyboard.press('Escape');
      await transferFile(page, 'dragenter', lamp);
      await expect(page.getByText('Drop to attach files for Anna')).toBeVisible();
      await expectAccessible(page, 'held over the window');
      await transferFile(page, 'drop', lamp);
      await page.getByRole('button', { name: 'Record a voice message' }).click();
      await expect(page.getByRole('timer')).toBeVisible();
      await expectAccessible(page, 'recording');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Attach', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Location' }).click();
      await page.getByRole('textbox', { name: 'Map link or coordinates' }).fill('59.3293, 18.0686');
      await expect(page.getByRole('dialog').getByText('59.32930, 18.06860')).toBeVisible();
      await expectAccessible(page, 'a location');
      await page.keyboard.press('Escape');

      await page.goto(`${host.console}/#/settings/media`);
      await expect(page.getByRole('heading', { name: 'Stickers' })).toBeVisible();
      await expectAccessible(page, 'settings of media');
      await page.setViewportSize({ width: 760, height: 800 });
      await expectAccessible(page, 'settings of media, narrow');
    });
  });
}
