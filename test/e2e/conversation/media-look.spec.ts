import { bringIntoView, expectLook, kinds, sendEveryKind } from '../../fixtures/media-look.ts';
import { expectAccessible, withoutMotion } from '../axe.ts';
import { openChat } from '../conversation.ts';
import { expect, test } from '../media.ts';

for (const theme of ['light', 'dark'] as const) {
  test.describe(`every kind of media, ${theme}`, () => {
    test.use({ contextOptions: { ...withoutMotion(theme), timezoneId: 'UTC' } });

    test('matches its screenshot, and axe finds nothing', async ({ mediaShop, openConsole }) => {
      await sendEveryKind(mediaShop.send, mediaShop.files);
      const page = await openConsole();
      const feed = await openChat(page, 'Anna');

      for (const kind of kinds(page, feed)) {
        await expectLook(feed, kind, theme);
        if (['voice', 'photo', 'location'].includes(kind.name))
          await expectAccessible(page, `${kind.name} in view, ${theme}`);
      }

      const larger = feed.getByRole('button', { name: 'lamp.png, view larger' });
      await bringIntoView(feed, larger);
      await larger.click();
      const viewer = page.getByRole('dialog', { name: 'lamp.png' });
      await expect(viewer.getByRole('img', { name: 'lamp.png' })).toHaveJSProperty('naturalWidth', 1600);
      await expectAccessible(page, `the large view, ${theme}`);
    });
  });
}
