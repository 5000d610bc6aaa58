import { isReply } from '../fixtures/integrator.ts';
import { composer, conversation } from './conversation.ts';
import { expect, test } from './fixtures.ts';

test('chats are found, opened, taken, answered and closed without the mouse', async ({ shop, host, openConsole }) => {
  for (const name of ['Anna', 'Ben'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
  const page = await openConsole();
  await expect(page.getByRole('option')).toHaveCount(2);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const feed = conversation(page, 'Ben');
  await expect(feed.getByText('Ben here')).toBeVisible();
  await page.keyboard.press('t');
  await expect(feed.getByText('You took the chat')).toBeVisible();
  await page.keyboard.press('r');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.type('Hello Ben');
  await page.keyboard.press('Control+Enter');
  await shop.endpoint.waitFor(1, isReply);
  await expect(page.getByText('Chat closed.')).toBeVisible();
  expect((await shop.channel.chatOf('"Ben"')).state).toBe('closed');

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(conversation(page, 'Anna').getByText('Anna here')).toBeVisible();
  await page.keyboard.type('Dear');
  await expect(composer(page)).toHaveValue('Dear');
  expect((await host.rpc('chats.counts', {})).open).toBe(1);
});

test('the list of shortcuts opens with a question mark and goes with Escape', async ({ shop, openConsole }) => {
  await shop.channel.say('anna', 'Hello');
  const page = await openConsole();
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});
