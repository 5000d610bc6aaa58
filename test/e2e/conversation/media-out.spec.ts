import { readFileSync } from 'node:fs';
import { picture, recording } from '../../fixtures/pictures.ts';
import { attached, choose, fetched, isMessage, messageIn, say, send, type TestFile, tray } from '../attaching.ts';
import { composer, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const lamp: TestFile = { name: 'lamp.png', mimeType: 'image/png', buffer: picture(640, 480) };
const invoice: TestFile = {
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
};
const song: TestFile = { name: 'song.wav', mimeType: 'audio/wav', buffer: recording(3) };
const clip: TestFile = {
  name: 'clip.webm',
  mimeType: 'video/webm',
  buffer: readFileSync(new URL('../../fixtures/media/clip.webm', import.meta.url)),
};

test('files are sent in order with their captions, and the customer’s app can fetch them', async ({
  shop,
  annas: { page, feed },
}) => {
  await choose(page, invoice, lamp, { ...invoice, name: 'wrong.pdf' });
  await page.getByRole('button', { name: 'Remove wrong.pdf' }).click();
  await expect(composer(page)).toBeFocused();
  await expect(attached(page, 'wrong.pdf')).toHaveCount(0);
  await expect(attached(page, 'lamp.png')).toContainText('640 × 480');
  await page.getByRole('button', { name: 'Move lamp.png', exact: true }).press('ArrowUp');
  await expect(tray(page).getByRole('listitem').first()).toContainText('lamp.png');
  await page.getByRole('textbox', { name: 'Caption for lamp.png' }).fill('The brass one');
  await composer(page).fill('Here you are');
  await composer(page).press('Enter');

  const [words, photo, document] = (await shop.endpoint.waitFor(3, isMessage)).map(messageIn);
  expect(words).toMatchObject({ type: 'text', text: 'Here you are' });
  expect(photo).toMatchObject({
    type: 'photo',
    text: 'The brass one',
    file_name: 'lamp.png',
    width: 640,
    height: 480,
  });
  expect(document).toMatchObject({ type: 'document', file_name: 'invoice.pdf', file_size: invoice.buffer.length });
  const { bytes, ...served } = await fetched(photo?.file);
  expect(served).toEqual({ status: 200, mediaType: 'image/png' });
  expect(bytes).toHaveLength(photo?.file_size ?? 0);
  expect((await fetched(photo?.thumb)).mediaType).toMatch(/^image\//);
  expect((await fetched(document?.file)).bytes).toEqual(invoice.buffer);

  await expect(tray(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
  await expect(feed.getByRole('button', { name: /^lamp\.png/ })).toBeVisible();
  await expect(feed.getByRole('img', { name: 'Delivered' })).toHaveCount(3);
});

test('a video and a song are sent with the player’s measurements; that nobody outside can fetch them is said before, with a way to change it', async ({
  shop,
  annas: { page },
}) => {
  await choose(page, clip, song);
  await expect(attached(page, 'clip.webm').getByText('Video')).toBeVisible();
  await page.getByRole('textbox', { name: 'Artist of song.wav' }).fill('The Shades');
  await page.getByRole('textbox', { name: 'Title of song.wav' }).fill('Harbour Light');
  await send(page);
  const [video, audio] = (await shop.endpoint.waitFor(2, isMessage)).map(messageIn);
  expect(video).toMatchObject({
    type: 'video',
    file_name: 'clip.webm',
    width: expect.any(Number),
    height: expect.any(Number),
    duration: expect.any(Number),
    thumb: expect.stringMatching(/^http/),
  });
  expect(audio).toMatchObject({
    type: 'audio',
    file_name: 'song.wav',
    duration: 3,
    performer: 'The Shades',
    title: 'Harbour Light',
  });

  await choose(page, lamp);
  await expect(page.getByText('Files can’t be opened outside this computer yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Open Connection', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Connection' })).toBeVisible();
});

test('files are reordered with the mouse', { tag: '@thorough' }, async ({ shop, openConsole }) => {
  await say(shop, 'Anna', 'Hello');
  const page = await openConsole();
  await openChat(page, 'Anna');
  await choose(page, invoice, lamp);
  await expect(attached(page, 'lamp.png')).toContainText('640 × 480');
  await page.getByRole('button', { name: 'Move lamp.png', exact: true }).hover();
  await page.mouse.down();
  const first = await attached(page, 'invoice.pdf').boundingBox();
  if (first === null) throw new Error('the first row is not shown');
  await page.mouse.move(first.x + 100, first.y + first.height - 4);
  await expect(tray(page).getByRole('listitem').first()).toContainText('invoice.pdf');
  await page.mouse.move(first.x + 100, first.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect(tray(page).getByRole('listitem').first()).toContainText('lamp.png');
  await send(page);
  expect((await shop.endpoint.waitFor(2, isMessage)).map((received) => messageIn(received).type)).toEqual([
    'photo',
    'document',
  ]);
});

test('an upload can be cancelled, a failed one retried; what is sent during its upload leaves when it is complete, unless it is held back', async ({
  shop,
  annas: { page },
}) => {
  await page.route('**/media/uploads**', (route) => route.abort(), { times: 1 });
  await choose(page, invoice);
  const failed = attached(page, 'invoice.pdf');
  await expect(failed.getByRole('alert')).toContainText('Not uploaded');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toContainText('15 bytes');

  const begun = Promise.withResolvers<void>();
  await page.route('**/media/uploads**', () => begun.resolve(), { times: 1 });
  await choose(page, lamp);
  await begun.promise;
  await page.getByRole('button', { name: 'Cancel lamp.png' }).click();
  await expect(attached(page, 'lamp.png')).toHaveCount(0);
  await send(page);
  const [sent] = (await shop.endpoint.waitFor(1, isMessage)).map(messageIn);
  expect(sent).toMatchObject({ type: 'document', file_name: 'invoice.pdf' });

  const held = Promise.withResolvers<void>();
  await page.route('**/media/uploads?name=lamp.png&*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, lamp);
  await composer(page).fill('Here it is');
  await send(page);
  await expect(page.getByText('Will be sent once everything is uploaded.')).toBeVisible();
  expect(messageIn((await shop.endpoint.waitFor(2, isMessage))[1])).toMatchObject({ text: 'Here it is' });
  await page.getByRole('button', { name: 'Don’t send yet' }).click();
  await expect(page.getByText('Will be sent once everything is uploaded.')).toBeHidden();
  await send(page);
  held.resolve();
  expect(messageIn((await shop.endpoint.waitFor(3, isMessage))[2])).toMatchObject({ type: 'photo' });
  await expect(tray(page)).toHaveCount(0);
});

test('attachments stay with their chat, and survive a reload', async ({ shop, openConsole }) => {
  await say(shop, 'Anna', 'Hello');
  await say(shop, 'Ben', 'Hello');
  const page = await openConsole();
  await openChat(page, 'Anna');
  await choose(page, lamp);
  await page.getByRole('textbox', { name: 'Caption for lamp.png' }).fill('For Anna alone');
  await expect(attached(page, 'lamp.png')).toContainText('640 × 480');
  await openChat(page, 'Ben');
  await expect(tray(page)).toHaveCount(0);
  await page.reload();
  await openChat(page, 'Anna');
  await expect(page.getByRole('textbox', { name: 'Caption for lamp.png' })).toHaveValue('For Anna alone');
  await send(page);
  const [sent] = (await shop.endpoint.waitFor(1, isMessage)).map(messageIn);
  expect(sent).toMatchObject({ type: 'photo', text: 'For Anna alone' });
});

test('unsuitable files are refused with a reason: empty, too large, of the wrong type; others of the same choice are sent, and a missing microphone is named', async ({
  host,
  shop,
  openConsole,
}) => {
  await host.rpc('media.updateSettings', { largest: 1 });
  await say(shop, 'Anna', 'Hello');
  const page = await openConsole();
  await openChat(page, 'Anna');
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(page.getByRole('alert')).toContainText(/No microphone found|Counterbell can’t use the microphone/);
  await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeEnabled();

  const nothing = { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
  await choose(page, nothing, { ...nothing, name: 'full.txt', buffer: Buffer.from('x'.repeat(44)) });
  await expect(attached(page, 'nothing.txt').getByRole('alert')).toHaveText('This file can’t be sent: it is empty.');
  await expect(attached(page, 'nothing.txt').getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(attached(page, 'full.txt')).toContainText('44 bytes');
  await composer(page).press('Enter');
  const [full] = (await shop.endpoint.waitFor(1, isMessage)).map(messageIn);
  expect(full).toMatchObject({ type: 'document', file_name: 'full.txt' });
  await expect(tray(page)).toHaveCount(0);
  await choose(page, nothing);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await choose(page, { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1024 * 1024 + 1) });
  await expect(attached(page, 'film.bin').getByRole('alert')).toContainText('Larger than 1 MB');
  await page.getByRole('button', { name: 'Remove nothing.txt' }).click();
  await page.getByRole('button', { name: 'Remove film.bin' }).click();

  await choose(page, {
    name: 'picture.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('PK\u0003\u0004 this is no picture'),
  });
  await expect(attached(page, 'picture.jpg')).toContainText('File');
  await send(page);
  const [, sent] = (await shop.endpoint.waitFor(2, isMessage)).map(messageIn);
  expect(sent).toMatchObject({ type: 'document' });
});

test('a channel whose app shows no photos gets a link, and the operator is told; a photo can be sent as a file', async ({
  host,
  shop,
  annas: { page },
}) => {
  await host.rpc('channels.update', { channelId: shop.channel.id, takes: ['text', 'document'] });
  await choose(page, lamp);
  await page.getByRole('textbox', { name: 'Caption for lamp.png' }).fill('The brass one');
  await expect(attached(page, 'lamp.png')).toContainText('sent as a link');
  await send(page);
  const [sent] = (await shop.endpoint.waitFor(1, isMessage)).map(messageIn);
  expect(sent).toMatchObject({ type: 'text', text: expect.stringMatching(/^The brass one\s+http/) });

  await choose(page, lamp);
  await page.getByRole('button', { name: 'More actions for lamp.png' }).click();
  await page.getByRole('menuitem', { name: 'Send as a file' }).click();
  await expect(attached(page, 'lamp.png')).toContainText('sent as a file');
  await send(page);
  const [, file] = (await shop.endpoint.waitFor(2, isMessage)).map(messageIn);
  expect(file).toMatchObject({ type: 'document', file_name: 'lamp.png' });
});

test('a place is sent by a map’s link, and again with one click', async ({ shop, annas: { page } }) => {
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Location' }).click();
  };
  await ask();
  const place = page.getByRole('textbox', { name: 'Map link or coordinates' });
  await place.fill('https://maps.app.goo.gl/abc');
  await expect(page.getByText('Short links contain no coordinates.')).toBeVisible();
  await place.fill('https://www.openstreetmap.org/?mlat=59.3293&mlon=18.0686#map=16/59.3/18.1');
  await page.getByRole('textbox', { name: 'Name' }).fill('The lamp shop');
  await page.getByRole('button', { name: 'Send location' }).click();
  expect(messageIn((await shop.endpoint.waitFor(1, isMessage))[0])).toMatchObject({
    type: 'location',
    latitude: 59.3293,
    longitude: 18.0686,
    title: 'The lamp shop',
  });
  await expect(composer(page)).toBeFocused();

  await ask();
  await page.getByRole('button', { name: /^The lamp shop/ }).click();
  expect(messageIn((await shop.endpoint.waitFor(2, isMessage))[1])).toMatchObject({
    type: 'location',
    latitude: 59.3293,
    longitude: 18.0686,
    title: 'The lamp shop',
  });
  await expect(composer(page)).toBeFocused();
});

test('a sticker is added in the settings, sent with one click, and removed', async ({
  host,
  shop,
  annas: { page },
}) => {
  await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeVisible();
  const stickers = page.getByRole('button', { name: 'Stickers' });
  await expect(stickers).toHaveCount(0);
  await page.goto(`${host.console}/#/settings/media`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add sticker' }).click();
  await (await chooser).setFiles([{ name: 'cat.png', mimeType: 'image/png', buffer: picture(900, 600) }]);
  await page.getByRole('textbox', { name: 'Emoji' }).fill('😺');
  await page.getByRole('dialog').getByRole('button', { name: 'Add sticker' }).click();
  await expect(page.getByRole('img', { name: 'Sticker 😺' })).toBeVisible();

  await page.goto(`${host.console}/#/`);
  await openChat(page, 'Anna');
  await stickers.click();
  await page.getByRole('button', { name: 'Sticker 😺' }).click();
  const sent = messageIn((await shop.endpoint.waitFor(1, isMessage))[0]);
  expect(sent).toMatchObject({ type: 'sticker', emoji: '😺', width: 512, height: 341 });
  expect((await fetched(sent.file)).mediaType).toBe('image/webp');

  await page.goto(`${host.console}/#/settings/media`);
  await page.getByRole('button', { name: 'Remove Sticker 😺' }).click();
  await expect(page.getByText('No stickers yet')).toBeVisible();
});
