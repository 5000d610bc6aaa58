import { answer, bodyOf, isReply } from '../fixtures/integrator.ts';
import { chatRow, messageOf, openChat, reply, showList } from './conversation.ts';
import { expect, test } from './fixtures.ts';

test('a reply that is refused says why in the feed, and goes out by "Send again" with the same id', async ({
  shop,
  openConsole,
}) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  shop.endpoint.react(answer.error('blocked', 'This customer has left'));
  await reply(page, 'Hello Anna');

  const message = messageOf(feed, 'Hello Anna');
  await expect(message.getByText('Not delivered yet.')).toBeVisible();
  await expect(message.getByText('This customer has left')).toBeVisible();
  await expect(message.getByText('Not delivered.')).toBeVisible({ timeout: 20_000 });
  await expect(message.getByText('Anna has not seen this message.')).toBeVisible();

  shop.endpoint.react(answer.ok);
  await message.getByRole('button', { name: 'Send again' }).click();
  await expect(message.getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(message.getByText('Not delivered.')).toHaveCount(0);
  const ids = shop.endpoint.received.filter(isReply).map((received) => bodyOf(received).message.id);
  expect(new Set(ids).size).toBe(1);
});

test('a reply to a shop that is down says so in words', async ({ shop, openConsole }) => {
  await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const page = await openConsole();
  const feed = await openChat(page, 'Anna');
  shop.endpoint.react(answer.reset);
  await reply(page, 'Are you there?');
  const message = messageOf(feed, 'Are you there?');
  await expect(
    message.getByText('Shop website could not be reached for 9 seconds; Anna has not seen this message.'),
  ).toBeVisible({ timeout: 20_000 });
  await showList(page, 'Mine');
  await expect(chatRow(page, 'Anna')).toContainText('Not delivered');
});
