import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  chatIn,
  openBot,
  openConversationWith,
  outTurn,
  reported,
  stageOf,
  startStage,
  type BotConversation,
  type Stage,
  type TestBot,
} from '../../fixtures/bots.ts';
import { startHeadless } from '../../fixtures/headless.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { provides } from '../../fixtures/provider.ts';
import { here, openToCustomers } from '../../fixtures/public-address.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ clock: createQuickClock() });
  await openToCustomers(stage.host);
});

afterAll(() => stage.stop());

/** The address in the latest of this many requests to this customer. */
const linkSent = async (
  { inbox, externalId }: Pick<BotConversation, 'inbox' | 'externalId'>,
  count = 1,
): Promise<string> => {
  const received = await inbox.waitFor(
    count,
    ({ raw }) => raw.includes('/rating/') && raw.includes(`"recipient":{"id":${externalId}}`),
  );
  return ratingLink(bodyOf(received.at(-1)).message.text);
};

/** The bot asks for a rating; returns the address of the page. */
async function askedByBot(conversation: BotConversation, count = 1): Promise<string> {
  expect((await conversation.send('INIT_RATE', conversation.chat)).status).toBe(200);
  return linkSent(conversation, count);
}

describe.concurrent('INIT_RATE on a custom channel', () => {
  test('sends a text message with a link to a page at the listener, and shows it in the chat', async () => {
    const conversation = await botConversation(stage);
    const link = await askedByBot(conversation);
    expect(link).toMatch(new RegExp(`^${stage.host.listener}/rating/[\\w~.-]{20,}$`));
    const received = conversation.inbox.replies();
    expect(received.map((each) => bodyOf(each).message.type)).toEqual(['text']);
    expect(
      (await conversation.feed()).some(({ from, text }) => from !== 'customer' && here(text ?? '').includes(link)),
    ).toBe(true);
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test('uses the channel’s own text, which needs a place for the link; the page shows its name', async () => {
    const conversation = await botConversation(stage);
    const { id: channelId } = conversation.channel;
    await expect(stage.host.rpc('channels.update', { channelId, ratingText: 'Rate us!' })).rejects.toThrow('{link}');
    await stage.host.rpc('channels.update', {
      channelId,
      name: 'Lamps & more',
      ratingText: 'Bitte bewerten Sie uns: {link} Danke! $&',
    });
    const link = await askedByBot(conversation);
    const { text } = bodyOf(conversation.inbox.replies().at(-1)).message;
    expect(here(text ?? '')).toBe(`Bitte bewerten Sie uns: ${link} Danke! $&`);
    expect((await httpRequest(link)).body).toContain('Lamps &amp; more');
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    const { message } = await stage.host.rpc('chats.requestRating', { chatId: conversation.chatId });
    expect(message.text).toMatch(/^Bitte bewerten Sie uns: http\S+ Danke! \$&$/);
  });

  test('uses a separate address for each request', async () => {
    const conversation = await botConversation(stage);
    const first = await askedByBot(conversation);
    await conversation.send('INIT_RATE', conversation.chat);
    expect(await linkSent(conversation, 2)).not.toBe(first);
  });

  test("keeps its place among the bot's messages", async () => {
    const conversation = await botConversation(stage);
    await conversation.say(conversation.chat, 'before');
    await conversation.send('INIT_RATE', conversation.chat);
    await conversation.say(conversation.chat, 'after');
    const received = await conversation.inbox.waitFor(3);
    expect(received.map(({ raw }) => /before|\/rating\/|after/.exec(raw)?.[0])).toEqual([
      'before',
      '/rating/',
      'after',
    ]);
  });
});

describe.concurrent('the rating page', () => {
  test('has a form with 1 to 5 and a comment, works without scripts, and is neither cached nor indexed', async () => {
    const page = await openRatingPage(await askedByBot(await botConversation(stage)));
    expect(page.answer.status).toBe(200);
    expect(page.answer.headers['content-type']).toMatch(/^text\/html; ?charset=utf-8/i);
    expect([...page.rates].toSorted()).toEqual(['1', '2', '3', '4', '5']);
    expect(page.html).toMatch(/<textarea\b/i);
    expect(page.html).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)/i);
    expect(page.answer.headers['cache-control']).toMatch(/no-store/);
    expect(page.answer.headers['content-security-policy']).toBeDefined();
    expect(page.html).toMatch(/<title>[^<]+<\/title>/);
  });
});

describe.concurrent('an answer', () => {
  test('is replaced by a later one from the same page, which is sent again', async () => {
    const conversation = await botConversation(stage);
    const link = await askedByBot(conversation);
    await (await openRatingPage(link)).rate(2, 'Slow');
    await conversation.address.next('CLIENT_RATED');
    await (await openRatingPage(link)).rate(5);
    const second = await conversation.address.next('CLIENT_RATED', ({ rate }) => rate === 5);
    expect(second.seen).not.toHaveProperty('comment');
    const [first] = conversation.address.of('CLIENT_RATED');
    expect(second.seen.id).not.toBe(first?.seen.id);
    expect((await conversation.chatNow()).rating).toMatchObject({ rate: 5 });
    const { ratings, count } = await stage.host.rpc('ratings.list', { chatId: conversation.chatId });
    expect([count, ratings.map(({ rate }) => rate)]).toEqual([1, [5]]);
    expect(reported(await conversation.feed())).toMatchObject([
      { kind: 'rated', rate: 2, again: false },
      { kind: 'rated', rate: 5, again: true },
    ]);
  });

  test('is accepted after the chat was closed', async () => {
    const conversation = await botConversation(stage);
    const link = await askedByBot(conversation);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    await (await openRatingPage(link)).rate(3);
    expect((await conversation.address.next('CLIENT_RATED')).seen).toMatchObject({
      chat_id: conversation.chatId,
      rate: 3,
    });
    expect(await conversation.chatNow()).toMatchObject({ state: 'closed', rating: { rate: 3 } });
  });

  test('is accepted after an operator took the chat', async () => {
    const conversation = await botConversation(stage);
    const link = await askedByBot(conversation);
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    await (await openRatingPage(link)).rate(3);
    expect((await conversation.address.next('CLIENT_RATED')).seen.rate).toBe(3);
  });

  test('is accepted after the host was killed', { tags: ['thorough'] }, async () => {
    const own = await stageOf(startHeadless());
    try {
      await openToCustomers(own.host);
      const conversation = await botConversation(own);
      const link = await askedByBot(conversation);
      await own.host.kill();
      const again = await own.host.restart();
      await (await openRatingPage(new URL(new URL(link).pathname, again.listener).href)).rate(2, 'Back again');
      expect((await conversation.address.next('CLIENT_RATED')).seen).toMatchObject({ rate: 2, comment: 'Back again' });
      await again.stop();
    } finally {
      await own.stop();
    }
  });

  test('is kept if CLIENT_RATED fails, which is only journalled', async () => {
    const conversation = await botConversation(stage);
    const link = await askedByBot(conversation);
    conversation.address.react(provides.busy);
    await (await openRatingPage(link)).rate(4);
    await outTurn(
      stage.host,
      conversation.chatId,
      ({ event, state }) => event === 'CLIENT_RATED' && state === 'failed',
    );
    expect(conversation.address.of('CLIENT_RATED')).toHaveLength(3);
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', hasFailed: false, rating: { rate: 4 } });
    expect(reported(await conversation.feed()).map(({ kind }) => kind)).toEqual(['rated']);
    const { entries } = await stage.host.rpc('journal.list', { botId: conversation.id, outcome: 'failed' });
    expect(entries.map(({ kind }) => kind)).toEqual(['CLIENT_RATED', 'CLIENT_RATED', 'CLIENT_RATED']);
  });
});

describe.concurrent('an operator asks for a rating', () => {
  test('sends the customer a link; the rating belongs to the operator, and no bot is told', async () => {
    const conversation = await botConversation(stage);
    const { chatId } = conversation;
    await stage.host.rpc('chats.take', { chatId });
    const asked = await stage.host.rpc('chats.requestRating', { chatId });
    expect(asked.chat.id).toBe(chatId);
    const link = await linkSent(conversation);
    expect(here(asked.message.text ?? '')).toContain(link);
    await (await openRatingPage(link)).rate(5, 'Thanks');
    const me = await stage.host.rpc('operators.me', {});
    const { ratings } = await stage.host.rpc('ratings.list', { chatId });
    expect(ratings).toMatchObject([
      { rate: 5, comment: 'Thanks', askedBy: { kind: 'operator', operatorId: me.id, name: me.name } },
    ]);
    await stage.host.rpc('chats.close', { chatId });
    await conversation.address.next('CHAT_CLOSED');
    expect(conversation.address.of('CLIENT_RATED')).toEqual([]);
  });

  test('on a channel without a bot', async () => {
    const inbox = stage.integrator.endpoint('rated-without-bot');
    const channel = await openChannel(stage.host, { endpoint: inbox.url });
    await channel.say('ann', 'Hello');
    const { id: chatId } = await channel.chatOf('"ann"');
    await stage.host.rpc('chats.requestRating', { chatId });
    await (await openRatingPage(await linkSent({ inbox, externalId: '"ann"' }))).rate(1);
    expect(await stage.host.rpc('chats.get', { chatId })).toMatchObject({ rating: { rate: 1 } });
  });

  test('is refused in a closed chat', async () => {
    const { chatId } = await botConversation(stage);
    await stage.host.rpc('chats.close', { chatId });
    expect(await stage.host.ask('chats.requestRating', { chatId })).toMatchObject({
      ok: false,
      error: { code: 'chat_closed' },
    });
  });
});

describe('the ratings list', () => {
  test('newest first, with average and count; by channel, customer, chat, operator, bot and value; in pages', async () => {
    const own = await startStage();
    try {
      await openToCustomers(own.host);
      const { host } = own;
      expect(await host.rpc('ratings.list', {})).toEqual({ ratings: [], count: 0, average: null });
      const [one, other] = [await openBot(own), await openBot(own)];
      for (const [bot, rate] of [
        [one, 5],
        [one, 4],
        [other, 2],
      ] as const) {
        const conversation = await openConversationWith(host, bot);
        await (await openRatingPage(await askedByBot(conversation))).rate(rate, `rated ${rate}`);
      }
      const conversation = await openConversationWith(host, other);
      await host.rpc('chats.take', { chatId: conversation.chatId });
      await host.rpc('chats.requestRating', { chatId: conversation.chatId });
      await (await openRatingPage(await linkSent(conversation))).rate(1);
      const { customer } = await conversation.chatNow();
      const me = await host.rpc('operators.me', {});
      const listed = async (filter: Parameters<typeof host.rpc<'ratings.list'>>[1]): Promise<readonly unknown[]> => {
        const { ratings, count, average } = await host.rpc('ratings.list', filter);
        return [ratings.map(({ rate }) => rate), count, average];
      };
      expect(await listed({})).toEqual([[1, 2, 4, 5], 4, 3]);
      expect(await listed({ channelId: one.channel.id })).toEqual([[4, 5], 2, 4.5]);
      expect(await listed({ botId: one.id })).toEqual([[4, 5], 2, 4.5]);
      expect(await listed({ botId: other.id })).toEqual([[2], 1, 2]);
      expect(await listed({ operatorId: me.id })).toEqual([[1], 1, 1]);
      expect(await listed({ customerId: customer.id })).toEqual([[1], 1, 1]);
      expect(await listed({ chatId: conversation.chatId })).toEqual([[1], 1, 1]);
      expect(await listed({ rate: 4 })).toEqual([[4], 1, 4]);
      expect(await listed({ rate: 3 })).toEqual([[], 0, null]);
      expect(await listed({ channelId: other.channel.id, rate: 2 })).toEqual([[2], 1, 2]);
      const first = await host.rpc('ratings.list', { limit: 3 });
      expect([first.ratings.length, first.count, first.average]).toEqual([3, 4, 3]);
      const second = await host.rpc('ratings.list', { limit: 3, cursor: first.nextCursor });
      expect(second.ratings.map(({ rate }) => rate)).toEqual([5]);
      expect(second).not.toHaveProperty('nextCursor');
      expect(second.ratings[0]).toMatchObject({
        comment: 'rated 5',
        channelId: one.channel.id,
        askedBy: { kind: 'bot', botId: one.id, name: one.name },
      });
    } finally {
      await own.stop();
    }
  });
});

/** Connection methods that lead no farther than this computer. */
const onlyHere = [
  ['nobody but this computer reaches it', { way: 'local' as const }],
  [
    'the address of one’s own is this computer’s',
    { way: 'own' as const, own: { publicUrl: 'http://localhost:8790/desk' } },
  ],
] as const;

describe.each(onlyHere)('while %s', (_name, connection) => {
  test('both can ask where replies arrive on this computer, too, and the page opens', async () => {
    const own = await startStage();
    try {
      const conversation = await botConversation(own);
      const { chatId } = conversation;
      await own.host.rpc('connection.change', connection);
      const link = await askedByBot(conversation);
      const { pathname } = new URL(link);
      const page = await openRatingPage(`${own.host.listener}${pathname.replace('/desk', '')}`);
      expect(page.answer.status).toBe(200);
      await own.host.rpc('chats.take', { chatId });
      await own.host.rpc('chats.requestRating', { chatId });
      expect((await conversation.inbox.waitFor(2, ({ raw }) => raw.includes('/rating/'))).length).toBe(2);
    } finally {
      await own.stop();
    }
  });

  test('nobody can be asked for a rating: the operator is told why, the bot gets 403, chat and inspector show it; with an address that customers reach both can ask', async () => {
    const own = await startStage();
    try {
      await openToCustomers(own.host);
      const conversation = await botConversation(own);
      const { chatId, channel } = conversation;
      await own.host.rpc('connection.change', connection);
      await own.host.rpc('channels.update', { channelId: channel.id, endpoint: 'https://far.example/hook' });
      expect((await conversation.send('INIT_RATE', conversation.chat)).status).toBe(403);
      const { turns } = await own.host.rpc('bots.turns', { chatId });
      expect(turns.at(-1)).toMatchObject({
        direction: 'in',
        event: 'INIT_RATE',
        outcome: 'held_back',
        status: 403,
        note: 'not_reachable',
      });
      const heldBack = (await conversation.feed()).filter((message) => message.heldBack !== undefined);
      expect(heldBack).toMatchObject([
        { from: 'bot', heldBack: 'not_reachable', text: 'How did we do? Please rate this chat: {link}' },
      ]);
      await own.host.rpc('chats.take', { chatId });
      await expect(own.host.rpc('chats.requestRating', { chatId })).rejects.toMatchObject({
        code: 'not_reachable',
        message: expect.stringContaining('Settings > Connection') as string,
      });
      expect((await conversation.feed()).filter(({ text }) => text?.includes('/rating/'))).toEqual([]);

      await openToCustomers(own.host);
      await own.host.rpc('chats.requestRating', { chatId });
      await own.host.rpc('chats.returnToBot', { chatId });
      expect((await conversation.send('INIT_RATE', conversation.chat)).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

test("with a public address, the link and the bot's service address start with it", async () => {
  const own = await startStage({ provision: { settings: { publicUrl: 'https://chat.example/desk' } } });
  try {
    const conversation = await botConversationAt(own);
    expect(conversation.serviceUrl).toBe(
      `https://chat.example/desk/webhooks/${conversation.providerId}/${conversation.token}`,
    );
    const event = { id: '1', event: 'INIT_RATE', chat_id: conversation.chatId };
    const posted = await httpRequest(`${own.host.listener}/webhooks/${conversation.providerId}/${conversation.token}`, {
      method: 'POST',
      body: JSON.stringify(event),
    });
    expect(posted.status).toBe(200);
    const link = await linkSent(conversation);
    expect(link).toMatch(/^https:\/\/chat\.example\/desk\/rating\/[\w~.-]+$/);
    const page = await openRatingPage(`${own.host.listener}${new URL(link).pathname.replace('/desk', '')}`);
    expect(page.answer.status).toBe(200);
    expect((await chatIn(own.host, conversation.chatId, 'bot')).id).toBe(conversation.chatId);
  } finally {
    await own.stop();
  }
});

/** A chat on a host whose public address is not that of its listener: the customer writes to the listener directly. */
async function botConversationAt(own: Stage): Promise<TestBot & Pick<BotConversation, 'chatId' | 'externalId'>> {
  const bot = await openBot(own);
  const atListener = `${own.host.listener}${new URL(bot.channel.messageUrl).pathname.replace('/desk', '')}`;
  await httpRequest(atListener, {
    method: 'POST',
    body: '{"sender":{"id":"ann"},"message":{"type":"text","text":"Hello"}}',
  });
  const { seen } = await bot.address.next('CLIENT_MESSAGE');
  return { ...bot, chatId: seen.chat_id, externalId: '"ann"' };
}
