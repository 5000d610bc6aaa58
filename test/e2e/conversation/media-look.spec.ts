import { expectLook, kinds, sendEveryKind } from '../../fixtures/media-look.ts';
import { withoutMotion } from '../axe.ts';
import { openChat } from '../conversation.ts';
import { test } from '../media.ts';

for (const theme of ['light', 'dark'] as const) {
  test.describe(`every kind of media, ${theme}`, () => {
    test.use({ contextOptions: { ...withoutMotion(theme), timezoneId: 'UTC' } });

    test('matches its screenshot', { tag: '@thorough' }, async ({ mediaShop, openConsole }) => {
      await sendEveryKind(mediaShop.send, mediaShop.files);
      const page = await openConsole();
      const feed = await openChat(page, 'Anna');

      for (const kind of kinds(page, feed)) await expectLook(feed, kind, theme);
    });
  });
}
