import { answer, bodyOf, isReply } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, messageOf, openChat, reply, showList } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

// The nine seconds of a verdict pass in two.
test.use({ pace: 5 });

test('a refused reply shows why in the chat, and is sent by "Send again" with the same id', async ({
  shop,
  annas: { page, feed },
}) => {
  shop.endpoint.react(answer.error('blocked', 'This customer has left'));
  await reply(page, 'Hello Anna');

  const message = messageOf(feed, 'Hello Anna');
  await expect(message.getByText('Not delivered yet.')).toBeVisible();
  await expect(message.getByText('This customer has left')).toBeVisible();
  await expect(message.getByText('Not delivered.')).toBeVisible();
  await expect(message.getByText('Anna hasn’t seen this message.')).toBeVisible();
  await expectAccessible(page, 'a failed reply');

  shop.endpoint.react(answer.ok);
  await message.getByRole('button', { name: 'Send again' }).click();
  await expect(message.getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(message.getByText('Not delivered.')).toHaveCount(0);
  const ids = shop.endpoint.received.filter(isReply).map((received) => bodyOf(received).message.id);
  expect(new Set(ids).size).toBe(1);
});

test(
  'a reply that fails while another chat is open is reported with its customer’s name, and stays above the lists until it is sent or dismissed',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    for (const name of ['Anna', 'Ben'])
      await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    await openChat(page, 'Anna');
    shop.endpoint.react(answer.reset);
    await reply(page, 'Are you there?');
    await openChat(page, 'Ben');

    const said = page.getByRole('alert').filter({ hasText: 'Your reply to Anna wasn’t delivered.' });
    await expect(said).toBeVisible();
    const line = page.getByRole('button', { name: '1 chat with a reply that wasn’t delivered' });
    await expect(line).toBeVisible();
    const rail = page.getByRole('link', { name: /^Inbox, .*1 not delivered$/ });
    await expect(rail).toBeVisible();
    // The window is never closed on it without asking.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await said.getByRole('button', { name: 'Open' }).click();
    const message = messageOf(conversation(page, 'Anna'), 'Are you there?');
    await expect(message.getByText('Not delivered.')).toBeVisible();

    await line.click();
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(chatRow(page, 'Anna')).toBeVisible();
    await page.reload();
    await expect(line).toHaveAttribute('aria-pressed', 'true');
    await message.getByRole('button', { name: 'Dismiss' }).click();
    await expect(line).toHaveCount(0);
    await expect(rail).toHaveCount(0);
    await expect(page.getByText('Every reply was delivered.')).toBeVisible();
    await expect(message.getByText('Not delivered.')).toBeVisible();
    await expect(message.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);

    shop.endpoint.react(answer.ok);
    await message.getByRole('button', { name: 'Send again' }).click();
    await expect(message.getByRole('img', { name: 'Delivered' })).toBeVisible();
  },
);

test(
  'a reply to a shop that is down, whose chat was closed, reopens it and says why in words',
  { tag: '@thorough' },
  async ({ shop, annas: { page } }) => {
    shop.endpoint.react(answer.reset);
    await composer(page).fill('Goodbye');
    await composer(page).press('Control+Enter');
    await showList(page, 'Closed');
    await expect(chatRow(page, 'Anna')).toBeVisible();

    const feed = conversation(page, 'Anna');
    await expect(feed.getByText('Reopened because a reply wasn’t delivered')).toBeVisible();
    await expect(messageOf(feed, 'Goodbye')).toContainText(
      'Shop website couldn’t be reached for 9 seconds. Anna hasn’t seen this message.',
    );
    await showList(page, 'Mine');
    await expect(chatRow(page, 'Anna')).toContainText('Not delivered');
  },
);
