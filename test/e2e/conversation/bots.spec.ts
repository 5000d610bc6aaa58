import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import type { Host } from '../../fixtures/host-client.ts';
import { answer, bodyOf, isReply, type Endpoint } from '../../fixtures/integrator.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { ratingLink } from '../../fixtures/rating-page.ts';
import type { TestChannel } from '../../fixtures/channels.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, fromMenu, messageOf, openChat, reply, showList } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

/** Puts the built-in test bot on a channel, and sets the operator's presence. */
async function withTestBot(host: Host, channel: TestChannel, presence: 'online' | 'away' = 'online', name = 'FAQ') {
  await host.rpc('operators.setPresence', { presence });
  const bot = await host.rpc('bots.create', { name, channelIds: [channel.id] });
  const { service } = await host.rpc('bots.addresses', { botId: bot.id });
  return {
    bot,
    send: async (event: object) => (await fetch(service, { method: 'POST', body: JSON.stringify(event) })).status,
  };
}

/** Anna writes; fails unless it is accepted. */
async function annaSays(channel: TestChannel, text: string): Promise<void> {
  const { status } = await channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text } });
  expect(status).toBe(200);
}

const waitForText = (endpoint: Endpoint, words: string) =>
  endpoint.waitFor(1, (received) => isReply(received) && (bodyOf(received).message.text ?? '').includes(words));
const header = (page: Page): Locator =>
  page
    .getByRole('region', { name: /^Chat with/ })
    .locator('header')
    .first();
const inspector = (page: Page): Locator => page.getByRole('region', { name: 'Bot inspector' });

test('a bot greets with buttons, collects contacts, asks for a person, is taken over, gets the chat back, and the customer rates', async ({
  shop,
  host,
  openConsole,
}) => {
  await withTestBot(host, shop.channel);
  const page = await openConsole();
  await annaSays(shop.channel, 'Hello');

  await showList(page, 'Bot');
  await expect(chatRow(page, 'Anna')).toContainText('Hello');
  const feed = await openChat(page, 'Anna');
  await expect(header(page)).toContainText('Bot: FAQ');
  await expect(messageOf(feed, 'Hello, Anna! I am the test bot.').getByRole('img', { name: 'Bot' })).toBeVisible();
  await expect(feed.getByRole('list', { name: 'Buttons' }).getByRole('listitem')).toHaveText([
    'Opening hours',
    'Prices',
    'Talk to a human',
  ]);
  const offer = messageOf(feed, 'What can I do for you?');
  await expect(offer.getByRole('img', { name: 'Delivered' })).toBeVisible();
  await offer.getByText('Anna got:').click();
  await expect(offer.getByText('1. Opening hours', { exact: false }).last()).toBeVisible();
  await waitForText(shop.endpoint, '1. Opening hours');
  await expect(page).toHaveTitle('Counterbell');

  await annaSays(shop.channel, '1');
  const hours = messageOf(feed, 'Monday to Friday: 9:00 to 18:00');
  await expect(hours.locator('strong')).toHaveText('Opening hours');
  await expect(hours.getByRole('listitem')).toHaveCount(3);
  await expect(hours.getByRole('link', { name: 'How to find us' })).toHaveAttribute('href', 'https://example.com/map');
  await annaSays(shop.channel, 'You can reach me at anna@example.com');
  await expect(feed.getByText('FAQ noted the customer’s email address')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('anna@example.com');

  await annaSays(shop.channel, 'human');
  await expect(feed.getByText('FAQ asked for a person, so the chat moved to Waiting')).toBeVisible();
  await showList(page, 'Waiting');
  await expect(chatRow(page, 'Anna')).toContainText('Asked for a person');
  await expect(header(page)).toContainText('Asked for a person');
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(header(page)).toContainText('With you');
  await reply(page, 'Hello Anna, this is Olga.');
  await waitForText(shop.endpoint, 'this is Olga');

  await page.getByRole('button', { name: 'Back to bot' }).click();
  await expect(feed.getByText('You returned the chat to FAQ')).toBeVisible();
  await expect(header(page)).toContainText('Bot: FAQ');
  await openToCustomers(host);
  // Nobody finds the address; the notice moves what is below it.
  await expect(page.getByRole('alert').getByRole('link', { name: 'Open Connection' })).toBeVisible();
  await annaSays(shop.channel, 'bye');
  const [invitation] = await waitForText(shop.endpoint, '/rating/');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(feed.getByText('You closed the chat')).toBeVisible();

  const form = await page.context().newPage();
  await form.goto(ratingLink(bodyOf(invitation).message.text));
  await form.getByRole('radio', { name: '4 – Good' }).check();
  await form.getByRole('textbox').fill('Quick and friendly');
  await form.getByRole('button').click();
  await expect(form.getByText('Thank you for your rating').first()).toBeVisible();
  await form.close();
  await expect(feed.getByRole('img', { name: 'Rated 4 of 5' })).toBeVisible();
  await expect(feed.getByText('Quick and friendly')).toBeVisible();
  const contact = page.getByRole('region', { name: 'Latest rating' });
  await expect(contact.getByRole('img', { name: 'Rated 4 of 5' })).toBeVisible();
  await expect(contact).toContainText('Quick and friendly');

  await annaSays(shop.channel, 'Hello again');
  await showList(page, 'Bot');
  await openChat(page, 'Anna');
  await expect(page.getByRole('button', { name: /^Closed/ }).getByRole('img', { name: 'Rated 4 of 5' })).toBeVisible();
});

test('a reply takes over from the bot when it is sent, not before, and the customer sees no one typing; what the bot says too late is greyed out with the reason and not sent; Alt+B gives the chat back, Alt+T takes it', async ({
  shop,
  host,
  openConsole,
}) => {
  const { send } = await withTestBot(host, shop.channel);
  await annaSays(shop.channel, 'Hello');
  await waitForText(shop.endpoint, '1. Opening hours');
  const page = await openConsole();
  await showList(page, 'Bot');
  const feed = await openChat(page, 'Anna');
  const { id: chat_id } = await shop.channel.chatOf('"anna"');
  const say = (message: object) => send({ event: 'BOT_MESSAGE', chat_id, message });
  await say({ type: 'BUTTONS', title: 'Was that helpful?', buttons: [{ id: 1, text: 'Yes' }] });
  const unsent = messageOf(feed, 'Was that helpful?');
  await expect(unsent).toContainText(
    'Not sent: this channel can’t show buttons, and the bot sent no plain text to use instead.',
  );
  await expect(page.getByRole('button', { name: 'Back to bot' })).toHaveCount(0);
  await expect(page.getByText('FAQ is answering. You take over the chat when you send.')).toBeVisible();
  await composer(page).pressSequentially('One moment, please');
  expect((await shop.channel.chatOf('"anna"')).state).toBe('bot');
  await composer(page).press('Enter');
  await expect(feed.getByText('You took over the chat from FAQ')).toBeVisible();
  expect(await say({ type: 'TEXT', text: 'We open at nine.' })).toBe(403);
  const late = messageOf(feed, 'We open at nine.');
  await expect(late).toContainText(
    'Not sent: an operator already had the chat when FAQ wrote this. Anna hasn’t seen it.',
  );
  for (const held of [unsent, late]) await expect(held.getByRole('img', { name: /Sending|elivered/ })).toHaveCount(0);
  await waitForText(shop.endpoint, 'One moment, please');
  expect(shop.endpoint.received.map((received) => bodyOf(received).message.type)).not.toContain('typein');
  await composer(page).pressSequentially('Now it is said');
  await shop.endpoint.waitFor(1, (received) => bodyOf(received).message.type === 'typein');
  const replies = shop.endpoint.replies().map((received) => bodyOf(received).message.text);
  expect(replies.join('\n')).not.toMatch(/open at nine|Was that helpful/);
  await composer(page).fill('');
  await page.keyboard.press('Alt+b');
  await expect(feed.getByText('You returned the chat to FAQ')).toBeVisible();
  await page.keyboard.press('Alt+t');
  await expect(feed.getByText('You took over the chat from FAQ')).toHaveCount(2);
  await expect(composer(page)).toHaveValue('');
});

test(
  'a bot message that is not delivered says so, and can be resent',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await withTestBot(host, shop.channel);
    shop.endpoint.react(answer.error('blocked', 'She has left'));
    await annaSays(shop.channel, 'Hello');
    const page = await openConsole();
    await showList(page, 'Bot');
    const feed = await openChat(page, 'Anna');
    const greeting = messageOf(feed, 'Hello, Anna!');
    await expect(greeting.getByRole('button', { name: 'Send again' })).toBeVisible({ timeout: 20_000 });
    await expect(greeting).toContainText('She has left');
    shop.endpoint.react(answer.ok);
    await greeting.getByRole('button', { name: 'Send again' }).click();
    await expect(greeting.getByRole('img', { name: 'Delivered' })).toBeVisible();
  },
);

test('while nobody is online the bot keeps the chat, marked', async ({ shop, host, openConsole }) => {
  await withTestBot(host, shop.channel, 'away');
  await annaSays(shop.channel, 'human');
  const page = await openConsole();
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
  await expect(page).toHaveTitle('(1) Counterbell');
  await showList(page, 'Bot');
  await expect(chatRow(page, 'Anna')).toContainText('Asked for a person');
  const feed = await openChat(page, 'Anna');
  await expect(feed.getByText('FAQ asked for a person, but nobody was available, so it kept the chat')).toBeVisible();
  await expect(
    page.getByText(
      'FAQ asked for a person, but nobody was available, so it kept the chat. You take over when you send.',
    ),
  ).toBeVisible();
  await host.rpc('operators.setPresence', { presence: 'online' });
  await expect(
    feed.getByText('FAQ had asked for a person and someone became available, so the chat moved to Waiting'),
  ).toBeVisible();
  await showList(page, 'Waiting');
  await expect(chatRow(page, 'Anna')).toContainText('Asked for a person');
});

test('markdown shows no picture, HTML or dangerous link, and wide content scrolls inside the bubble', async ({
  shop,
  host,
  openConsole,
}) => {
  const { send } = await withTestBot(host, shop.channel);
  await annaSays(shop.channel, 'Hello');
  const page = await openConsole();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await showList(page, 'Bot');
  const feed = await openChat(page, 'Anna');
  const chat_id = (await shop.channel.chatOf('"anna"')).id;
  const wide = `| ${'a wide column | '.repeat(20)}\n|${' --- |'.repeat(20)}\n| ${'cell | '.repeat(20)}`;
  const content = `# Big\n\n![Our shop](https://cdn.example/shop.png) <img src="https://cdn.example/raw.png" onerror="document.title='x'"> [run](javascript:alert(1)) [mail](mailto:shop@example.com) [here](#/settings)\n\n${wide}`;
  await send({ event: 'BOT_MESSAGE', chat_id, message: { type: 'MARKDOWN', content, text: 'plain' } });
  const shown = messageOf(feed, 'Our shop');
  await expect(shown.getByRole('link', { name: /^(?!Show in Activity)/ })).toHaveText(['Our shop', 'mail']);
  await expect(shown.getByRole('link', { name: 'Our shop' })).toHaveAttribute('href', 'https://cdn.example/shop.png');
  await expect(shown.locator('img, script, h1')).toHaveCount(0);
  const table = shown.getByRole('group', { name: 'Table' });
  expect(
    await table.evaluate(
      ({ scrollWidth, clientWidth }: { readonly scrollWidth: number; readonly clientWidth: number }) =>
        scrollWidth > clientWidth,
    ),
  ).toBe(true);
  await send({
    event: 'BOT_MESSAGE',
    chat_id,
    message: { type: 'MARKDOWN', content: '> '.repeat(3000) + 'too deep', text: 'plain' },
  });
  await expect(messageOf(feed, 'too deep')).toBeVisible();
  expect(asked.filter((url) => url.includes('cdn.example'))).toEqual([]);
});

test.describe('with the clipboard:', () => {
  test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

  test('the inspector shows each event in both directions, its attempts and why the chat moved, and a command for it without the token', async ({
    shop,
    host,
    integrator,
    openConsole,
  }) => {
    const { bot, send } = await withTestBot(host, shop.channel);
    const { token } = await host.rpc('bots.addresses', { botId: bot.id });
    const provider = integrator.endpoint('busy-provider');
    const busy = answer.body('{"error":{"code":"busy"}}', 503);
    provider.react(busy, busy, answer.ok);
    await host.rpc('bots.update', { botId: bot.id, endpoint: provider.url });
    const page = await openConsole();
    await annaSays(shop.channel, 'Hello');
    await showList(page, 'Bot');
    await openChat(page, 'Anna');
    await fromMenu(page, 'Bot inspector');
    const out = inspector(page).getByRole('article', { name: 'CLIENT_MESSAGE to FAQ' });
    await expect(out).toContainText('Attempt 1: answered 503');
    await expect(out).toContainText('Sending');
    await expect(out).toContainText('Attempt 3: answered 200', { timeout: 20_000 });
    await expect(out).toContainText('Delivered');
    const chat_id = (await shop.channel.chatOf('"anna"')).id;
    for (const text of ['Hello, Anna! I am a bot.', 'What can I do for you?'])
      expect(await send({ event: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text } })).toBe(200);
    const came = inspector(page).getByRole('article', { name: 'BOT_MESSAGE from FAQ' });
    await expect(came).toHaveCount(2);
    await expect(came.first()).toContainText('Accepted · 200');
    await came.first().getByText('Event as JSON').click();
    await expect(came.first().getByRole('group', { name: 'BOT_MESSAGE as JSON' })).toContainText(
      '"event": "BOT_MESSAGE"',
    );

    await came.first().getByRole('button', { name: 'Copy as curl: BOT_MESSAGE' }).click();
    await expect(came.first().getByRole('button', { name: 'Copy as curl: BOT_MESSAGE' })).toHaveText('Copied');
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).not.toContain(token);
    const given = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: 'utf8',
    }).split('\n');
    expect(given).toContain(`${host.listener}/webhooks/${bot.providerId}/<token>`);
    expect(JSON.parse(given.find((word) => word.startsWith('{')) ?? '')).toMatchObject({
      event: 'BOT_MESSAGE',
      message: { text: 'Hello, Anna! I am a bot.' },
    });

    await page.getByRole('button', { name: 'Take over' }).click();
    await expect(inspector(page).getByText('You took over the chat from FAQ')).toBeVisible();
    await page.reload();
    await expect(inspector(page).getByText('You took over the chat from FAQ')).toBeVisible();
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Hide bot inspector' }).click();
    await expect(inspector(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible();
  });
});

test(
  'axe finds nothing in chats of bots and the inspector',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    const { send } = await withTestBot(
      host,
      shop.channel,
      'away',
      'The bot with the very long name of the whole shop and all its branches',
    );
    for (const words of ['Hello', '1', 'me@example.com']) await annaSays(shop.channel, words);
    const page = await openConsole();
    await showList(page, 'Bot');
    const feed = await openChat(page, 'Anna');
    await expect(feed.getByText(/noted the customer/)).toBeVisible();
    const chat_id = (await shop.channel.chatOf('"anna"')).id;
    const content =
      '## Lamps\n\n| Lamp | Price |\n|---|---|\n| Brass | 20 |\n\n- [x] cleaned\n- [ ] packed\n\n> `code`\n\n```\nlamp --on\n```\n\nA note[^1]\n\n[^1]: below';
    await send({ event: 'BOT_MESSAGE', chat_id, message: { type: 'MARKDOWN', content, text: 'plain' } });
    await send({
      event: 'BOT_MESSAGE',
      chat_id,
      message: { type: 'BUTTONS', title: 'Was that helpful?', buttons: [{ id: 1, text: 'Yes' }] },
    });
    await expect(messageOf(feed, 'Lamps').getByRole('table')).toBeVisible();
    await expect(messageOf(feed, 'Was that helpful?')).toContainText('Not sent');
    await expectAccessible(page, 'a chat that a bot holds');
    await annaSays(shop.channel, 'human');
    await expect(header(page)).toContainText('Asked for a person');

    await fromMenu(page, 'Bot inspector');
    await inspector(page).getByText('Event as JSON').last().click();
    await expectAccessible(page, 'the inspector');
    await page.setViewportSize({ width: 760, height: 800 });
    await fromMenu(page, 'Bot inspector');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'the inspector as a drawer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expectAccessible(page, 'the list of bots’ chats');

    await page.setViewportSize({ width: 1280, height: 800 });
    await openChat(page, 'Anna');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Ask for a rating' })).toBeVisible();
    // A menu is in no landmark, wherever it is in the document.
    await expectAccessible(page, 'more', ['region']);
    await openToCustomers(host);
    await page.getByRole('menuitem', { name: 'Ask for a rating' }).click();
    await expect(conversation(page, 'Anna').getByText('How did we do?', { exact: false }).first()).toBeVisible();
  },
);
