import { attached, fetched, isMessage, messageIn, say, send, tray, withMicrophone } from '../attaching.ts';
import { composer, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test.use({ launchOptions: withMicrophone });

test('a voice message is recorded, played, and sent', async ({ shop, openConsole }) => {
  await say(shop, 'Anna', 'Call me?');
  const page = await openConsole();
  await openChat(page, 'Anna');
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const recording = page.getByRole('group', { name: 'Recording' });
  await expect(recording.getByRole('timer')).toHaveText('0:02');
  // The beep is short, but stays in the bars.
  const loudest = `Math.max(...Array.from(document.querySelectorAll('[role="meter"] span'), (bar) => parseFloat(bar.style.height) || 0))`;
  await expect.poll(() => page.evaluate<number>(loudest)).toBeGreaterThan(40);
  await recording.getByRole('button', { name: 'Done' }).click();
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
  await expect(page.getByRole('timer')).toBeVisible();
  await send(page);
  expect(messageIn((await shop.endpoint.waitFor(1, isMessage))[0])).toMatchObject({ type: 'voice' });

  await record.click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('tab', { name: /^All open/ }).click();
  await openChat(page, 'Ben');
  await expect(tray(page)).toHaveCount(0);
  await openChat(page, 'Anna');
  await expect(attached(page, 'Voice message')).toBeVisible();
});
