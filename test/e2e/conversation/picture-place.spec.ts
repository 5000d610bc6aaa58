import {
  HEIC,
  LOCATED_AVIF,
  locatedJpeg,
  locatedPng,
  locatedWebp,
  placesIn,
  XMP_PLACES,
} from '../../fixtures/located-pictures.ts';
import { picture } from '../../fixtures/pictures.ts';
import { attached, choose, fetched, isMessage, messageIn, say, send } from '../attaching.ts';
import { openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const places = [...placesIn('MM'), ...placesIn('II'), ...XMP_PLACES.map((text) => Buffer.from(text))];
const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: locatedJpeg() };

test('a picture is sent redrawn, without its location, whatever the file’s name', async ({ shop, annas: { page } }) => {
  await choose(
    page,
    photo,
    { name: 'photo.png', mimeType: 'image/png', buffer: locatedPng() },
    { name: 'photo.webp', mimeType: 'image/webp', buffer: locatedWebp() },
    { name: 'photo.avif', mimeType: 'image/avif', buffer: LOCATED_AVIF },
    { name: 'photo', mimeType: 'application/octet-stream', buffer: locatedJpeg('II') },
  );
  await send(page);
  const sent = (await shop.endpoint.waitFor(5, isMessage)).map(messageIn);
  expect(sent.map(({ type, file_name: name, width, height }) => [type, name, width, height])).toEqual([
    // The camera was held upright.
    ['photo', 'photo.jpg', 8, 16],
    ['photo', 'photo.png', 8, 16],
    ['photo', 'photo.webp', 16, 8],
    ['photo', 'photo.webp', 16, 8],
    ['document', 'photo.jpg', undefined, undefined],
  ]);
  const files = await Promise.all(sent.map(({ file }) => fetched(file)));
  expect(files.map(({ mediaType }) => mediaType)).toEqual([
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/webp',
    'image/jpeg',
  ]);
  for (const { bytes } of files) expect(places.filter((place) => bytes.includes(place))).toEqual([]);
});

test('the original can be sent, with a warning that it may contain the location, which can be reversed; one that cannot be redrawn needs confirmation', async ({
  shop,
  annas: { page },
}) => {
  await choose(page, photo);
  const press = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions for photo.jpg' }).click();
    await page.getByRole('menuitem', { name: choice }).click();
  };
  await expect(attached(page, 'photo.jpg')).toContainText('8 × 16');
  for (const choice of ['Send the original', 'Send without camera data', 'Send the original']) await press(choice);
  await expect(attached(page, 'photo.jpg')).toContainText('original: may show where it was taken');
  await send(page);
  const [sent] = (await shop.endpoint.waitFor(1, isMessage)).map(messageIn);
  expect(sent).toMatchObject({ type: 'photo', file_name: 'photo.jpg', width: 8, height: 16 });
  expect((await fetched(sent?.file)).bytes).toEqual(photo.buffer);

  await choose(page, { name: 'photo.heic', mimeType: 'image/heic', buffer: HEIC });
  const asking = attached(page, 'photo.heic');
  await expect(asking.getByRole('alert')).toContainText('The original may show where it was taken.');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await asking.getByRole('button', { name: 'Send the original' }).click();
  await expect(asking).toContainText('original: may show where');
  await send(page);
  const [, unchanged] = (await shop.endpoint.waitFor(2, isMessage)).map(messageIn);
  expect(unchanged).toMatchObject({ type: 'document', file_name: 'photo.heic' });
  expect((await fetched(unchanged?.file)).bytes).toEqual(HEIC);
});

test(
  'an animation keeps its bytes; a picture larger than screens is scaled down',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await say(shop, 'Anna', 'A picture, please');
    const page = await openConsole();
    await openChat(page, 'Anna');
    const moving = { name: 'moving.png', mimeType: 'image/png', buffer: locatedPng(true) };
    await choose(page, moving, { name: 'wide.png', mimeType: 'image/png', buffer: picture(5000, 100) });
    await expect(attached(page, 'wide.png')).toContainText('4096 × 82');
    await expect(attached(page, 'moving.png')).toContainText('8 × 16');
    await page.getByRole('button', { name: 'More actions for moving.png' }).click();
    await expect(page.getByRole('menuitem', { name: 'Send as a file' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Send the original' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await send(page);
    const [first, second] = (await shop.endpoint.waitFor(2, isMessage)).map(messageIn);
    expect((await fetched(first?.file)).bytes).toEqual(moving.buffer);
    expect(second).toMatchObject({ type: 'photo', width: 4096, height: 82 });
  },
);
