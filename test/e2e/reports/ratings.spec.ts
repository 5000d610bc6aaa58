import type { Page } from '@playwright/test';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { here, openToCustomers } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';
import { expectAccessible } from '../axe.ts';
import { conversation } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const HOSTILE = 'Never again! <b>Look</b> https://evil.example/win';

/** The customer writes, an operator asks, and the customer rates; returns the chat. */
async function rated(
  host: Host,
  channel: TestChannel,
  customer: string,
  rate: number,
  comment?: string,
): Promise<string> {
  await channel.post({ sender: { id: customer, name: customer }, message: { type: 'text', text: 'Hello' } });
  const { id: chatId } = await channel.chatOf(JSON.stringify(customer));
  await openToCustomers(host);
  const { message } = await host.rpc('chats.requestRating', { chatId });
  await answerRating(message.text, rate, comment);
  return chatId;
}

async function answerRating(words: string | undefined, rate: number, comment?: string): Promise<void> {
  const page = await openRatingPage(ratingLink(words));
  const { status, body } = await page.rate(rate, comment);
  if (status >= 400) throw new Error(`the rating was answered with ${status}: ${body}`);
}

/** A bot asks a customer of this channel, who rates. */
async function ratedForBot(host: Host, channel: TestChannel, customer: string, rate: number): Promise<void> {
  const bot = await host.rpc('bots.create', {
    name: 'FAQ bot',
    endpoint: 'http://127.0.0.1:9/nobody',
    channelIds: [channel.id],
    silenceSeconds: 0,
  });
  const { service } = await host.rpc('bots.addresses', { botId: bot.id });
  await channel.post({ sender: { id: customer, name: customer }, message: { type: 'text', text: 'Bye' } });
  const { id: chatId } = await channel.chatOf(JSON.stringify(customer));
  await openToCustomers(host);
  const asked = await fetch(here(service), {
    method: 'POST',
    body: JSON.stringify({ event: 'INIT_RATE', chat_id: chatId }),
  });
  expect(asked.status).toBe(200);
  const link = (await channel.feed(JSON.stringify(customer))).find(({ text }) => text?.includes('/rating/'));
  await answerRating(link?.text, rate);
}

async function openRatings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('tab', { name: 'Ratings' }).click();
}

test.describe('the request for a rating', () => {
  const ENGLISH = 'How did we do? Please rate this chat: {link}';
  const GERMAN = 'Wie zufrieden waren Sie mit uns? Bitte bewerten Sie diesen Chat: {link}';
  const field = (page: Page) => page.getByRole('textbox', { name: 'Rating request' });
  const startFrom = (page: Page) => page.getByRole('combobox', { name: 'Standard text' });

  async function openSettings(page: Page, host: Host, channel: TestChannel): Promise<void> {
    await page.goto(`${host.console}/#/settings/channels/${channel.id}/hours`);
    await field(page).scrollIntoViewIfNeeded();
  }

  /** The channel's own text, as stored by the engine. */
  const stored = (host: Host, channel: TestChannel) => async () =>
    (await host.rpc('channels.list', {})).channels.find(({ id }) => id === channel.id)?.ratingText;

  test(
    'starts from another language, is edited, keeps its place for the link, and is sent that way; another window’s changes are shown, but not over current input',
    { tag: '@thorough' },
    async ({ shop, host, openConsole }) => {
      const page = await openConsole();
      const saved = stored(host, shop.channel);
      await openSettings(page, host, shop.channel);
      await expect(field(page)).toHaveValue(ENGLISH);
      await expect(startFrom(page)).toHaveText('English');

      await startFrom(page).click();
      await expect(page.getByRole('option')).toHaveText([
        'English',
        'Deutsch',
        'Español',
        'Português (Brasil)',
        'Русский',
      ]);
      await page.getByRole('option', { name: 'Deutsch' }).click();
      await expect(field(page)).toHaveValue(GERMAN);
      await expect(startFrom(page)).toBeFocused();
      await expect.poll(saved).toBe(GERMAN);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(field(page)).toHaveValue(ENGLISH);
      await expect.poll(saved).toBe(ENGLISH);
      await startFrom(page).click();
      await page.getByRole('option', { name: 'Deutsch' }).click();
      await expect.poll(saved).toBe(GERMAN);

      await field(page).fill('Bitte bewerten Sie uns.');
      await expect(page.getByText('Include {link}: it becomes the address of the page')).toBeVisible();
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page, 'a rating request without its link');
      await field(page).blur();
      await field(page).fill(`{link} ${'sehr '.repeat(100)}`);
      await expect(page.getByText('At most 500 characters')).toBeVisible();
      await field(page).blur();
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
      expect(await saved()).toBe(GERMAN);

      await field(page).fill(' Bitte bewerten Sie uns: {link} Danke! ');
      await expect(field(page)).not.toHaveAttribute('aria-invalid');
      await field(page).blur();
      await expect.poll(saved).toBe('Bitte bewerten Sie uns: {link} Danke!');
      await page.reload();
      await expect(field(page)).toHaveValue('Bitte bewerten Sie uns: {link} Danke!');
      await expect(startFrom(page)).toHaveText('Your own text');

      await rated(host, shop.channel, 'Anna', 5);
      const [asked] = await shop.endpoint.waitFor(1, isReply);
      expect(bodyOf(asked).message.text).toMatch(/^Bitte bewerten Sie uns: \S+\/rating\/\S+ Danke!$/);

      const change = (ratingText: string) => host.rpc('channels.update', { channelId: shop.channel.id, ratingText });
      await change('Theirs: {link}');
      await expect(field(page)).toHaveValue('Theirs: {link}');
      await field(page).fill('Mine: {link}');
      await change('Theirs again: {link}');
      // Undo leads back to what the page has heard of.
      const heard = page.waitForResponse(async (response) => (await response.text()).includes('Theirs at last'));
      await change('Theirs at last: {link}');
      await heard;
      await expect(field(page)).toHaveValue('Mine: {link}');
      await field(page).blur();
      await expect.poll(saved).toBe('Mine: {link}');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(field(page)).toHaveValue('Theirs at last: {link}');

      const long = `كيف كانت خدمتنا؟ ${'نرجو تقييم هذه المحادثة '.repeat(19)}{link}`;
      await change(long);
      await expect(field(page)).toHaveValue(long);
      await expect(field(page)).toHaveCSS('direction', 'rtl');
      await page.setViewportSize({ width: 760, height: 800 });
      await expectAccessible(page, 'a rating request from right to left');
      await startFrom(page).click();
      await expect(page.getByRole('option')).toHaveCount(6);
    },
  );
});

test(
  'while only this computer could open the page and replies go elsewhere, nobody is asked for a rating: the operator is told why, and sees what a bot could not send',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    const { channel } = shop;
    const bot = await host.rpc('bots.create', {
      name: 'FAQ',
      endpoint: 'http://127.0.0.1:9/nobody',
      channelIds: [channel.id],
      silenceSeconds: 0,
    });
    const { service } = await host.rpc('bots.addresses', { botId: bot.id });
    await channel.post({ sender: { id: 'Anna', name: 'Anna' }, message: { type: 'text', text: 'Bye' } });
    const { id: chatId } = await channel.chatOf('"Anna"');
    // Who gets the replies on this computer could open the page.
    await host.rpc('channels.update', { channelId: channel.id, endpoint: 'https://far.example/hook' });
    const page = await openConsole();
    await page.goto(`${host.console}/#/chat/${chatId}`);
    const anna = conversation(page, 'Anna');
    expect(
      (await fetch(service, { method: 'POST', body: JSON.stringify({ event: 'INIT_RATE', chat_id: chatId }) })).status,
    ).toBe(403);
    const asked = anna.getByText('How did we do? Please rate this chat: {link}');
    const whyHeldBack = anna.getByText(
      'Not sent: the rating page can only be opened on this computer. Set up a public address in Settings > Connection.',
    );
    await expect(asked).toBeVisible();
    await expect(whyHeldBack).toBeVisible();
    await page.reload();
    await expect(whyHeldBack).toBeVisible();

    await host.rpc('chats.take', { chatId });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ask for a rating' }).click();
    const refused = page.getByText(
      'The rating page only opens on this computer, so the customer couldn’t rate the chat. Choose how customers connect under Settings > Connection.',
    );
    await expect(refused).toBeVisible();
    await expectAccessible(page, 'a rating that nobody could give');
    await expect(asked).toHaveCount(1);
    expect((await channel.feed('"Anna"')).some(({ text }) => text?.includes('/rating/'))).toBe(false);
    await page.getByRole('alert').filter({ has: refused }).getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('heading', { name: 'Connection', exact: true })).toBeVisible();
  },
);

const rows = (page: Page) => page.getByRole('list', { name: 'Ratings, newest first' }).getByRole('article');

async function narrow(page: Page, filter: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

test('ratings appear as they are given, with stars, plain text, and who asked, and are filtered by channel, by who asked and by stars; the filter is kept, and a click opens the chat', async ({
  shop,
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openRatings(page);
  await expect(page.getByText('No ratings yet')).toBeVisible();
  await expectAccessible(page, 'no ratings');

  const chatId = await rated(host, shop.channel, 'Anna', 1, HOSTILE);
  await expect(rows(page)).toHaveCount(1);
  const row = rows(page).filter({ hasText: 'Anna' });
  await expect(row.getByRole('img', { name: '1 of 5 stars' })).toBeVisible();
  await expect(row.getByText(HOSTILE)).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(1);
  await expect(row).toContainText('Shop website');
  await expect(row).toContainText('Asked by Olga');

  await ratedForBot(host, shop.channel, 'Tom', 4);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Asked by FAQ bot (bot)');
  await expect(page.getByRole('img', { name: '2.5 of 5 stars on average' })).toBeVisible();
  await expect(page.getByText('2 ratings')).toBeVisible();

  await rated(host, await openChannel(host, { name: 'Shop app' }), 'Eva', 3);
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page, 'ratings');
  await page.setViewportSize({ width: 760, height: 800 });
  await expectAccessible(page, 'ratings, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });

  await narrow(page, 'Channel', 'Shop app');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Eva');
  await expect(page.getByRole('img', { name: '3.0 of 5 stars on average' })).toBeVisible();
  await narrow(page, 'Channel', 'All channels');
  await narrow(page, 'Who asked', 'Asked by FAQ bot (bot)');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Tom');
  await narrow(page, 'Who asked', 'Asked by Olga');
  await expect(rows(page)).toHaveCount(2);
  await narrow(page, 'Stars', '1 star');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Anna');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Stars' })).toContainText('1 star');
  // Nobody finds the address; the notice moves what is below it.
  await expect(page.getByRole('alert').getByRole('link', { name: 'Open Connection' })).toBeVisible();

  await narrow(page, 'Stars', '5 stars');
  await expect(page.getByText('No matching ratings')).toBeVisible();
  await expectAccessible(page, 'no rating fits');
  await page.getByRole('button', { name: 'Show all ratings' }).click();
  await expect(rows(page)).toHaveCount(3);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`#/chat/${chatId}$`));
  await expect(conversation(page, 'Anna')).toBeVisible();
});

test('more than one page of ratings can be shown', { tag: '@thorough' }, async ({ shop, host, openConsole }) => {
  const chatId = await rated(host, shop.channel, 'Anna', 1);
  for (let more = 0; more < 50; more += 1) {
    await openToCustomers(host);
    const { message } = await host.rpc('chats.requestRating', { chatId });
    await answerRating(message.text, 5);
  }
  const page = await openConsole();
  await openRatings(page);
  await expect(page.getByText('51 ratings')).toBeVisible();
  await expect(page.getByRole('img', { name: '4.9 of 5 stars on average' })).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show earlier' }).press('Enter');
  await expect(rows(page)).toHaveCount(51);
  await expect(rows(page).last().getByRole('img', { name: '1 of 5 stars' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show earlier' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Ratings' })).toBeFocused();
});
