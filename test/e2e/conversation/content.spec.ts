import { openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

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
