import { openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const anna = { id: 'anna', name: 'Anna' };

test('every kind of message is shown with its known fields', async ({ shop, openConsole }) => {
  const file = (name: string) => ({ file: `https://cdn.example/${name}`, file_name: name, file_size: 123_456 });
  const messages = [
    { type: 'text', text: 'Plain words' },
    { type: 'photo', ...file('lamp.jpg'), width: 1600, height: 1200, text: 'The caption' },
    { type: 'video', ...file('clip.mp4'), duration: 83 },
    { type: 'audio', ...file('song.mp3'), performer: 'The Shades', title: 'Harbour Light' },
    { type: 'voice', ...file('voice.ogg'), duration: 7 },
    { type: 'sticker', ...file('sticker.webp'), emoji: '😺' },
    { type: 'document', ...file('invoice.pdf') },
    { type: 'location', latitude: 59.3293, longitude: 18.0686 },
  ];
  for (const message of messages) await shop.channel.post({ sender: anna, message });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');

  await expect(feed.getByText('Plain words')).toBeVisible();
  const photo = feed.getByRole('article').filter({ hasText: 'lamp.jpg' });
  await expect(photo).toContainText('1600 × 1200');
  await expect(photo).toContainText('123 kB');
  await expect(photo).toContainText('The caption');
  await expect(photo.getByRole('link', { name: /^Open: lamp/ })).toHaveAttribute(
    'href',
    'https://cdn.example/lamp.jpg',
  );
  await expect(photo.getByRole('link', { name: /^Open: lamp/ })).toHaveAttribute('target', '_blank');
  await expect(feed.getByRole('article').filter({ hasText: 'clip.mp4' })).toContainText('1:23');
  await expect(feed.getByRole('article').filter({ hasText: 'Harbour Light' })).toContainText('The Shades');
  await expect(feed.getByRole('article').filter({ hasText: 'voice.ogg' })).toContainText('0:07');
  const sticker = feed.getByRole('article').filter({ has: page.getByRole('img', { name: 'Sticker 😺' }) });
  await expect(sticker).toContainText('😺');
  await expect(sticker.getByRole('link', { name: /^Open: sticker/ })).toHaveAttribute(
    'href',
    'https://cdn.example/sticker.webp',
  );
  await expect(feed.getByRole('article').filter({ hasText: 'invoice.pdf' })).toBeVisible();
  const map = feed.getByRole('link', { name: /Open map/ });
  await expect(map).toHaveAttribute('href', /59\.3293.*18\.0686/);
});

test('nothing from a customer runs or looks like the console’s own', async ({ shop, openConsole }) => {
  const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const sender = {
    id: 'mallory',
    name: `Mallory ${script}`,
    email: script,
    phone: '\u202E0491',
    url: 'javascript:window.hacked=1',
    invite: script,
    photo: 'javascript:window.hacked=1',
  };
  const messages = [
    { type: 'text', text: `${script} javascript:window.hacked=1 \u202Edesrever` },
    { type: 'text', text: '[click](javascript:window.hacked=1) <b>bold</b> &lt;i&gt;' },
    {
      type: 'document',
      file: 'https://cdn.example/"><svg onload=window.hacked=1>',
      file_name: `"><svg onload="window.hacked=1">`,
      text: script,
    },
  ];
  for (const message of messages) await shop.channel.post({ sender, message });
  const page = await openConsole();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const feed = await openChat(page, 'Mallory');
  await expect(feed.getByText('<b>bold</b> &lt;i&gt;')).toBeVisible();
  await expect(feed.getByText(script).first()).toBeVisible();
  await expect(feed.locator('b, i, svg[onload], img[onerror], script')).toHaveCount(0);
  expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(dialogs).toEqual([]);
});

test('older messages load on scrolling up, and the one being read keeps its place', async ({ shop, openConsole }) => {
  for (let index = 1; index <= 150; index += 1) await shop.channel.say('anna', `Message number ${index}.`);
  const page = await openConsole();
  await page.getByRole('option').first().click();
  const feed = page.getByRole('log');
  await expect(feed.getByText('Message number 150.', { exact: true })).toBeVisible();
  await expect(feed.getByText('Message number 1.', { exact: true })).toHaveCount(0);
  await feed.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -1500);
    await expect(feed.getByText('Message number 1.', { exact: true })).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 30_000 });
  const first = feed.getByText('Message number 1.', { exact: true });
  const before = await first.boundingBox();
  await shop.channel.say('anna', 'A new one at the end.');
  await expect(page.getByRole('button', { name: /1 new|Jump to latest/ })).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: /1 new|Jump to latest/ }).click();
  await expect(feed.getByText('A new one at the end.')).toBeVisible();
});
