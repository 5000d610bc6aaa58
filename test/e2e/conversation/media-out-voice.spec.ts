import { picture, recording } from '../../fixtures/pictures.ts';
import {
  attached,
  choose,
  fetched,
  isMessage,
  messageIn,
  say,
  send,
  transferFile,
  tray,
  withMicrophone,
} from '../attaching.ts';
import { expectAccessible } from '../axe.ts';
import { composer, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test.use({ launchOptions: withMicrophone });

test('a voice message is recorded, played, and sent', async ({ shop, annas: { page } }) => {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = page.getByRole('group', { name: 'Recording' });
  await expect(recorder.getByRole('timer')).toHaveText('0:02');
  // The beep is short, but stays in the bars.
  const loudest = `Math.max(...Array.from(document.querySelectorAll('[role="meter"] span'), (bar) => parseFloat(bar.style.height) || 0))`;
  await expect.poll(() => page.evaluate<number>(loudest)).toBeGreaterThan(40);
  await recorder.getByRole('button', { name: 'Done' }).click();
  await expect(composer(page)).toBeFocused();
  const voice = attached(page, 'Voice message');
  await expect(voice).toContainText(/\d:\d\d/);
  await voice.getByRole('button', { name: /^Listen to/ }).click();
  await expect(voice.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(voice.getByRole('button', { name: /^Listen to/ })).toBeVisible();
  await send(page);

  const [sent] = (await shop.endpoint.waitFor(1, isMessage)).map(messageIn);
  expect(sent).toMatchObject({
    type: 'voice',
    file_name: expect.stringMatching(/^Voice message\.\w+$/),
    duration: expect.any(Number),
  });
  expect(Number(sent?.['duration'])).toBeGreaterThanOrEqual(2);
  const file = await fetched(sent?.file);
  expect(file.mediaType).toMatch(/^audio\//);
  expect(file.bytes).toHaveLength(Number(sent?.file_size));
});

test('a recording can be discarded; Send includes one in progress; leaving the chat keeps it', async ({
  shop,
  openConsole,
}) => {
  await say(shop, 'Anna', 'Call me?');
  await say(shop, 'Ben', 'Hello');
  const page = await openConsole();
  await openChat(page, 'Anna');
  const record = page.getByRole('button', { name: 'Record a voice message' });
  await record.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(composer(page)).toBeFocused();
  await expect(tray(page)).toHaveCount(0);

  await record.click();
  // Before that, the microphone may have given nothing.
  await expect(page.getByRole('timer')).toHaveText('0:01');
  await send(page);
  expect(messageIn((await shop.endpoint.waitFor(1, isMessage))[0])).toMatchObject({ type: 'voice' });

  await record.click();
  // Before that, the microphone may have given nothing.
  await expect(page.getByRole('timer')).toHaveText('0:01');
  await page.getByRole('tab', { name: /^All open/ }).click();
  await openChat(page, 'Ben');
  await expect(tray(page)).toHaveCount(0);
  await openChat(page, 'Anna');
  await expect(attached(page, 'Voice message')).toBeVisible();
});

const lamp = { name: 'lamp.png', mimeType: 'image/png', buffer: picture(640, 480) };

test(
  'axe finds nothing in the tray, the recorder and the dialogs',
  { tag: '@thorough' },
  async ({ annas: { page } }) => {
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
  },
);
