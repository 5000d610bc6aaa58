import type { Locator, Page } from '@playwright/test';
import { expectAccessible, stillWindow } from './axe.ts';
import { openChat } from './conversation.ts';
import { expect, test } from './media.ts';

/** Without what lies over the conversation, and the ring around what was scrolled. */
const ALONE = '[role="log"] { outline: none !important } [role="log"] ~ button { visibility: hidden }';
/** The pictures to compare with were made on Linux; elsewhere letters have other edges. */
const COMPARES = process.platform === 'linux';
/** Text differs by a few pixels from one machine to the next. */
const TOLERANCE = { maxDiffPixelRatio: 0.03, threshold: 0.25 };

for (const theme of ['light', 'dark'] as const) {
  test.describe(`every kind of media, ${theme}`, () => {
    test.use({ contextOptions: { ...stillWindow(theme), timezoneId: 'UTC' } });

    test('looks as it should, and axe finds nothing', async ({ mediaShop, openConsole }) => {
      const { send, file, files } = mediaShop;
      await send({ type: 'photo', ...file('lamp.png'), thumb: files.url('lamp-small.png'), width: 1600, height: 1200, text: 'The lamp that I got.' });
      await send({ type: 'text', text: 'Others:' });
      for (const name of ['one.png', 'two.png', 'three.png', 'tall.png', 'lamp-small.png']) await send({ type: 'photo', ...file(name) });
      await send({ type: 'video', ...file('clip.webm'), thumb: files.url('one.png'), width: 320, height: 180, duration: 2 });
      await send({ type: 'voice', ...file('voice.wav') });
      await send({ type: 'audio', ...file('song.wav'), performer: 'The Shades', title: 'Harbour Light' });
      await send({ type: 'document', ...file('invoice.pdf') });
      await send({ type: 'sticker', ...file('sticker.png'), emoji: '🎉' });
      await send({ type: 'location', latitude: 59.3293, longitude: 18.0686, title: 'Our shop' });
      await send({ type: 'photo', file: files.url('gone.png').replace(/:\d+/, ':9'), file_name: 'gone.png', file_size: 1000 });
      const page = await openConsole();
      const feed = await openChat(page, 'Anna');

      for (const { name, find, isThere } of kinds(page, feed)) {
        await bringIntoView(feed, find);
        await isThere(find);
        if (COMPARES) expect.soft(await picture(find), `${name} in ${theme}`).toMatchSnapshot(`${name}-${theme}.png`, TOLERANCE);
        if (name === 'voice' || name === 'photo' || name === 'location') await expectAccessible(page, `${name} in view, ${theme}`);
      }

      await bringIntoView(feed, feed.getByRole('button', { name: 'lamp.png, view larger' }));
      await feed.getByRole('button', { name: 'lamp.png, view larger' }).click();
      const viewer = page.getByRole('dialog', { name: 'lamp.png' });
      await expect(viewer.getByRole('img', { name: 'lamp.png' })).toHaveJSProperty('naturalWidth', 1600);
      await expectAccessible(page, `the large view, ${theme}`);
    });
  });
}

interface Kind {
  readonly name: string;
  readonly find: Locator;
  readonly isThere: (found: Locator) => Promise<void>;
}

function kinds(page: Page, feed: Locator): readonly Kind[] {
  const loaded = (count: number) => async (found: Locator) => {
    const pictures = found.locator('img');
    await expect(pictures).toHaveCount(count);
    for (let index = 0; index < count; index += 1) await expect(pictures.nth(index)).toHaveJSProperty('complete', true);
  };
  const messageWith = (has: Locator): Locator => feed.getByRole('article').filter({ has });
  return [
    { name: 'photo', find: messageWith(page.getByRole('button', { name: 'lamp.png, view larger' })), isThere: loaded(1) },
    { name: 'gallery', find: messageWith(page.getByRole('list', { name: '5 photos' })), isThere: loaded(5) },
    { name: 'video', find: messageWith(page.getByRole('button', { name: 'Play clip.webm' })), isThere: loaded(1) },
    { name: 'voice', find: messageWith(page.getByRole('slider', { name: 'Position in voice message' })), isThere: (found) => expect(found).toContainText('0:07') },
    { name: 'audio', find: messageWith(page.getByText('Harbour Light')), isThere: (found) => expect(found.getByRole('button', { name: 'Play Harbour Light' })).toBeVisible() },
    { name: 'document', find: messageWith(page.getByText('invoice.pdf')), isThere: (found) => expect(found.getByRole('link', { name: /^Save/ })).toBeVisible() },
    { name: 'sticker', find: messageWith(page.getByRole('img', { name: 'Sticker' })), isThere: loaded(1) },
    { name: 'location', find: messageWith(page.getByText('Our shop')), isThere: (found) => expect(found.getByRole('img', { name: /^Map/ })).toBeVisible() },
    { name: 'refused', find: messageWith(page.getByText('gone.png')), isThere: (found) => expect(found).toContainText('Not shown') },
  ];
}

/** Goes through the conversation as one does, for only what is near is in it. */
async function bringIntoView(feed: Locator, find: Locator): Promise<void> {
  await feed.press('Home');
  await expect(async () => {
    if ((await find.count()) === 0) await feed.press('PageDown');
    await expect(find).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await find.scrollIntoViewIfNeeded();
}

function picture(find: Locator): Promise<Buffer> {
  // When it was posted is another time in each run.
  return find.screenshot({ animations: 'disabled', mask: [find.locator('time')], style: ALONE });
}
