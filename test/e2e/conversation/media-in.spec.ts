import { desktopPreferences, type DesktopStatus } from '#shared/contract/desktop.ts';
import { expectAccessible } from '../axe.ts';
import { messageOf, openChat } from '../conversation.ts';
import { pretendDesktop } from '../desktop-bridge.ts';
import { expect, test } from '../media.ts';
import { foreignText } from '#shared/locales/phrase.ts';

test('a photo keeps its place from the first moment, and is enlarged by keyboard', async ({
  mediaShop,
  openConsole,
}) => {
  const { send, file } = mediaShop;
  await send({
    type: 'photo',
    ...file('lamp.png'),
    thumb: mediaShop.files.url('lamp-small.png'),
    width: 1600,
    height: 1200,
    text: 'Is it this one?',
  });
  await send({ type: 'photo', ...file('tall.png'), text: 'Or this' });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  const photo = feed.getByRole('button', { name: 'lamp.png, view larger' });
  const place = await photo.boundingBox();
  await expect(photo.locator('img').last()).toHaveJSProperty('naturalWidth', 1600);
  expect(await photo.boundingBox()).toEqual(place);

  await photo.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'lamp.png' });
  await expect(viewer.getByRole('img', { name: 'lamp.png' })).toBeVisible();
  await expect(viewer).toContainText('1 of 2');
  await expect(viewer).toContainText('Is it this one?');
  await expectAccessible(page, 'the large view');
  const percent = viewer.getByRole('button', { name: /^Fit to window/ });
  const fitted = await percent.textContent();
  await page.keyboard.press('+');
  await expect(percent).not.toHaveText(fitted ?? '');
  await page.keyboard.press('0');
  await expect(percent).toHaveText(fitted ?? '');
  await page.keyboard.press('ArrowRight');
  const second = page.getByRole('dialog', { name: 'tall.png' });
  await expect(second).toContainText('2 of 2');
  await expect(second.getByRole('img', { name: 'tall.png' })).toHaveJSProperty('naturalHeight', 800);
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(photo).toBeFocused();
});

test('consecutive photos are one gallery, and lead from one to the next', async ({ mediaShop, openConsole }) => {
  for (const name of ['one.png', 'two.png', 'three.png'])
    await mediaShop.send({ type: 'photo', ...mediaShop.file(name) });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  const gallery = feed.getByRole('list', { name: '3 photos' });
  await expect(gallery.getByRole('listitem')).toHaveCount(3);
  await expect(feed.getByRole('article')).toHaveCount(1);
  await gallery.getByRole('button', { name: 'two.png, view larger' }).click();
  await expect(page.getByRole('dialog', { name: 'two.png' })).toContainText('2 of 3');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(page.getByRole('dialog', { name: 'three.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next photo' })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save three.png' }).click();
  expect((await saved).suggestedFilename()).toBe('three.png');
});

test(
  'voice messages and recordings are played in place, one at a time',
  { tag: '@thorough' },
  async ({ mediaShop, openConsole }) => {
    await mediaShop.send({ type: 'voice', ...mediaShop.file('voice.wav'), duration: 5 });
    await mediaShop.send({
      type: 'audio',
      ...mediaShop.file('song.wav'),
      performer: 'The Shades',
      title: 'Harbour Light',
    });
    const page = await openConsole();
    const feed = await openChat(page, 'Anna');
    const voice = feed
      .getByRole('article')
      .filter({ has: page.getByRole('slider', { name: 'Position in voice message' }) });
    // The file's own name, whatever the customer's app sent.
    await expect(voice).toContainText('0:07');
    await expectAccessible(page, 'recordings');
    await voice.getByRole('button', { name: 'Play voice message' }).click();
    await expect(voice.getByRole('button', { name: 'Pause voice message' })).toBeVisible();
    await expect(voice).toContainText('0:01');
    await voice.getByRole('button', { name: 'Speed: 1×' }).click();
    await expect(voice.getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();

    const song = feed.getByRole('article').filter({ hasText: 'Harbour Light' });
    await expect(song).toContainText('The Shades');
    await song.getByRole('button', { name: 'Play Harbour Light' }).click();
    await expect(song.getByRole('button', { name: 'Pause Harbour Light' })).toBeVisible();
    await expect(voice.getByRole('button', { name: 'Play voice message' })).toBeVisible();
    const slider = song.getByRole('slider', { name: 'Position in Harbour Light' });
    await song.getByRole('button', { name: 'Pause Harbour Light' }).click();
    await slider.focus();
    await page.keyboard.press('Home');
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '0:06 of 1:00');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();
  },
);

test(
  'a recording continues while one scrolls in the conversation, and ends with it',
  { tag: '@thorough' },
  async ({ mediaShop, openConsole }) => {
    await mediaShop.send({ type: 'audio', ...mediaShop.file('song.wav'), title: 'Harbour Light' });
    for (let index = 0; index < 60; index += 1) await mediaShop.send({ type: 'text', text: `Line ${index}` });
    await mediaShop.channel.post({ sender: { id: 'ben', name: 'Ben' }, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    const feed = await openChat(page, 'Anna');
    const pause = feed.getByRole('button', { name: 'Pause Harbour Light' });
    await expect(async () => {
      await feed.press('Home');
      if (!(await pause.isVisible()))
        await feed.getByRole('button', { name: 'Play Harbour Light' }).click({ timeout: 500 });
      await expect(pause).toBeVisible({ timeout: 500 });
    }).toPass();
    await feed.press('End');
    await expect(feed.getByText('Line 59')).toBeVisible();
    await expect(pause).toHaveCount(0);
    await feed.press('Home');
    await expect(pause).toBeVisible();
    await openChat(page, 'Ben');
    await openChat(page, 'Anna');
    await expect(async () => {
      await feed.press('Home');
      await expect(feed.getByRole('button', { name: 'Play Harbour Light' })).toBeVisible({ timeout: 500 });
    }).toPass();
  },
);

test('files are saved under a safe name, on the desktop opened in the computer’s own program, and unless known to be passive only after confirmation', async ({
  mediaShop,
  host,
  openConsole,
}) => {
  await mediaShop.send({ type: 'document', ...mediaShop.file('invoice.pdf'), file_name: '../../inv\u202Eoice.pdf' });
  for (const name of ['order.exe', 'list.txt']) await mediaShop.send({ type: 'document', ...mediaShop.file(name) });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  const first = page.waitForEvent('download');
  await feed.getByRole('link', { name: /^Save .*invoice\.pdf/ }).click();
  expect((await first).suggestedFilename()).toBe('invoice.pdf');

  await feed.getByRole('link', { name: 'Save order.exe' }).click();
  const question = page.getByRole('alertdialog', { name: 'Save order.exe?' });
  await expect(question).toContainText('This file can run as a program');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await feed.getByRole('link', { name: 'Save order.exe' }).click();
  const second = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Save' }).click();
  expect((await second).suggestedFilename()).toBe('order.exe');

  const status: DesktopStatus = {
    preferences: desktopPreferences.parse({}),
    platform: 'linux',
    version: '1.0.0',
    hasTray: true,
    hasSystemSettings: true,
    vault: { backend: foreignText('GNOME Keyring'), weak: false },
    update: { state: 'off' },
  };
  await pretendDesktop(page, { console: host.console, status, test: { shown: true } });
  await page.reload();
  const opened = () =>
    page.evaluate(() =>
      pretendedShell.asked.filter((what) => what.startsWith('open /media/')).map((what) => what.replace(/^.*\//, '')),
    );
  await feed.getByRole('button', { name: 'Open order.exe' }).click();
  const opening = page.getByRole('alertdialog', { name: 'Open order.exe?' });
  await expect(opening).toContainText('This file can run as a program');
  await opening.getByRole('button', { name: 'Cancel' }).click();
  await feed.getByRole('button', { name: 'Open list.txt' }).click();
  await expect.poll(opened).toEqual(['list.txt']);
  await feed.getByRole('button', { name: 'Open invoice.pdf' }).click();
  const about = page.getByRole('alertdialog', { name: 'Open invoice.pdf?' });
  await expect(about).toContainText('macros, scripts or links');
  await about.getByRole('button', { name: 'Open' }).click();
  await expect.poll(opened).toEqual(['list.txt', 'invoice.pdf']);
  await feed.getByRole('button', { name: 'Open order.exe' }).click();
  await opening.getByRole('button', { name: 'Open' }).click();
  await expect.poll(opened).toEqual(['list.txt', 'invoice.pdf', 'order.exe']);
});

test('a file that isn’t fetched stays a card with its link, and can be retried', async ({ mediaShop, openConsole }) => {
  const { send, files } = mediaShop;
  const size = { file_size: 123_456, width: 1600, height: 1200 };
  await send({ type: 'photo', file: files.url('later.png'), file_name: 'later.png', ...size, text: 'The caption' });
  await send({ type: 'video', file: files.url('gone.mp4'), file_name: 'gone.mp4', duration: 83 });
  await send({ type: 'audio', file: files.url('gone.mp3'), performer: 'The Shades', title: 'Harbour Light' });
  await send({ type: 'photo', file: files.url('drawing.svg'), file_name: 'drawing.svg' });
  await send({ type: 'sticker', file: files.url('nowhere.webp'), emoji: '🎉' });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  const card = feed.getByRole('article').filter({ hasText: 'later.png' });
  await expect(card).toContainText('Not shown: the file no longer exists.');
  for (const words of ['The caption', '1600 × 1200', '123 kB']) await expect(card).toContainText(words);
  await expect(messageOf(feed, 'gone.mp4')).toContainText('1:23');
  await expect(messageOf(feed, 'Harbour Light')).toContainText('The Shades');
  await expect(card.getByRole('link', { name: /^Open: later\.png/ })).toHaveAttribute('href', files.url('later.png'));
  files.put('later.png', await (await fetch(files.url('lamp-small.png'))).bytes().then((bytes) => Buffer.from(bytes)));
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(feed.getByRole('button', { name: 'later.png, view larger' }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    320,
  );

  await expect(feed.getByRole('link', { name: /^Save drawing/ })).toBeVisible();
  await expect(feed.locator('img[src*="drawing"], svg[onload]')).toHaveCount(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  await expect(feed.getByRole('img', { name: 'Sticker 🎉' })).toContainText('🎉');
});

test(
  'a photo or video that is refused while its chat is open is as small at once as it is later',
  { tag: '@thorough' },
  async ({ mediaShop, openConsole }) => {
    const { send, files } = mediaShop;
    await send({ type: 'text', text: 'Look' });
    const page = await openConsole();
    const feed = await openChat(page, 'Anna');
    for (const type of ['photo', 'video']) {
      const answer = files.hold('nowhere');
      await send({ type, file: files.url('nowhere'), width: 900, height: 1600, text: `The ${type}` });
      const row = messageOf(feed, `The ${type}`);
      await expect(row.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
      const expected = await row.boundingBox();
      answer();
      await expect(row).toContainText('Not shown: the file no longer exists.');
      const live = await row.boundingBox();
      expect(live?.height).toBeLessThan((expected?.height ?? 0) / 2);
      await page.reload();
      await expect(row).toContainText('Not shown: the file no longer exists.');
      expect((await row.boundingBox())?.height).toBe(live?.height);
    }
  },
);

test('a video plays and a large file is fetched only on request, a place is shown without any; customers have their photo, or initials', async ({
  mediaShop: { send, file, files, channel },
  host,
  openConsole,
}) => {
  await send({ type: 'video', ...file('clip.webm'), width: 320, height: 180, duration: 2 });
  await send({ type: 'photo', ...file('one.png'), file_size: 11 * 1024 * 1024 });
  await send({ type: 'location', latitude: 59.3293, longitude: 18.0686, title: 'Our shop' });
  const ben = { id: 'ben', name: 'Ben', photo: files.url('drawing.svg') };
  await channel.post({ sender: ben, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(host.console)) others.push(request.url());
  });
  const photoOf = (name: string) => page.getByRole('option').filter({ hasText: name }).locator('img');
  await expect(photoOf('Anna')).toHaveJSProperty('naturalWidth', 128);
  await expect(page.getByRole('option').filter({ hasText: 'Ben' })).toBeVisible();
  await expect(photoOf('Ben')).toHaveCount(0);

  const feed = await openChat(page, 'Anna');
  await feed.getByRole('button', { name: 'Play clip.webm' }).click();
  const video = feed.getByLabel('Video clip.webm');
  await expect(video).toHaveJSProperty('ended', true);
  await expect(video).toHaveJSProperty('videoWidth', 320);
  expect(files.asked).not.toContain('one.png');
  await feed.getByRole('button', { name: /^Load photo/ }).click();
  await expect(feed.getByRole('button', { name: 'one.png, view larger' }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    400,
  );
  await expect(feed.getByText('59.32930, 18.06860')).toBeVisible();
  await expect(feed.getByRole('link', { name: /^Open map/ })).toHaveAttribute('href', /mlat=59\.3293&mlon=18\.0686/);
  expect(others).toEqual([]);
});
