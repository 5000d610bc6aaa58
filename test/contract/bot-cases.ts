import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { startIntegrator } from '../fixtures/integrator.ts';
import type { SeenEvent } from '../fixtures/provider.ts';
import { here, openToCustomers } from '../fixtures/public-address.ts';
import type { ContractCase, ContractContext } from './context.ts';
import { naming } from '../fixtures/stale-answers.ts';

type MadeBot = RouteOutput<'bots.create'>;

/** A reply address of customers who are not on this computer; nothing answers there. */
const ELSEWHERE = 'https://shop.invalid/replies';

/** Where bots post, by their token. */
const services = new Map<string, string>();
let greeting: Promise<string> | undefined;

/** A provider that greets every customer, for hosts without a test bot; one for all cases. */
async function startGreeter(): Promise<string> {
  const provider = (await startIntegrator({ isBackground: true })).endpoint('greeter');
  provider.react((response, { url = '' }, raw) => {
    response.end();
    const { event, chat_id, client_id } = JSON.parse(raw) as SeenEvent;
    const service = services.get(url.split('/').at(-1) ?? '');
    if (event !== 'CLIENT_MESSAGE' || service === undefined) return;
    const message = { type: 'TEXT', text: 'Hello' };
    const body = JSON.stringify({ id: randomUUID(), event: 'BOT_MESSAGE', chat_id, client_id, message });
    response.once('close', () => void fetch(service, { method: 'POST', body }));
  });
  return provider.url;
}

/** A bot with its own channel, run by the built-in test bot, or by another that greets. */
async function newBot(
  { ok, newChannel }: ContractContext,
  fields: Partial<RouteInput<'bots.create'>> = {},
): Promise<{ readonly bot: MadeBot; readonly channelId: string }> {
  const { id: channelId } = await newChannel();
  const hasTestBot = (await ok('setup.get', {})).notOffered?.includes('testBot') !== true;
  const bot = await ok('bots.create', {
    name: `Bot ${randomUUID().slice(0, 8)}`,
    channelIds: [channelId],
    ...(!hasTestBot && { endpoint: await (greeting ??= startGreeter()) }),
    ...fields,
  });
  const { token, service } = await ok('bots.addresses', { botId: bot.id });
  services.set(token, here(service));
  return { bot, channelId };
}

/** A customer writes and the test bot greets them; returns the chat afterwards. */
async function greetByBot(
  context: ContractContext,
  channelId: string,
  senderId = 'ann',
  text = 'Hello',
): Promise<Chat> {
  return context.withWindow(async (window) => {
    await window.hello();
    const { id: chatId } = await context.write(channelId, senderId, text);
    await window.waitFor('message.added', ({ message }) => message.chatId === chatId && message.from === 'bot');
    return context.ok('chats.get', { chatId });
  });
}

/** Posts an event of a bot to its service address; returns the status. */
async function botPosts({ ok }: ContractContext, botId: string, event: object): Promise<number> {
  const { service } = await ok('bots.addresses', { botId });
  return (await fetch(here(service), { method: 'POST', body: JSON.stringify(event) })).status;
}

/** Runs with an address that customers can reach, and then restores the default: this computer only. */
async function reachable<T>({ ok }: ContractContext, run: () => Promise<T>): Promise<T> {
  const { localUrl } = await ok('connection.get', {});
  try {
    await openToCustomers({ listener: localUrl, rpc: ok });
    return await run();
  } finally {
    await ok('connection.change', { way: 'local', own: { publicUrl: null } });
  }
}

/** Submits the page of the chat's latest rating request as the customer. */
async function rateAs({ ok }: ContractContext, chatId: string, rate: number, comment: string): Promise<void> {
  const { messages } = await ok('messages.list', { chatId });
  const found = messages
    .map(({ text }) => /https?:\/\/\S+\/rating\/[\w~.-]+/.exec(text ?? '')?.[0])
    .findLast((each) => each !== undefined);
  assert.ok(found !== undefined, 'the customer got a link');
  const link = here(found);
  const page = await (await fetch(link)).text();
  const rateName =
    /name="?([\w-]+)"?[^>]*value="?[1-5]"?|value="?[1-5]"?[^>]*name="?([\w-]+)"?/
      .exec(page)
      ?.slice(1)
      .find((name) => name !== undefined) ?? '';
  const commentName = /<textarea\b[^>]*name="?([\w-]+)/.exec(page)?.[1] ?? '';
  const answered = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ [rateName]: String(rate), [commentName]: comment }),
  });
  assert.equal(answered.ok, true, await answered.text());
}

const settingCases: readonly ContractCase[] = [
  {
    name: 'bots.create generates what is not given, and the bot is in the list without its token',
    needs: 'testBot',
    run: async (context) => {
      const { ok } = context;
      const made = await ok('bots.create', { name: '  FAQ ' });
      assert.deepEqual(
        { ...made, id: '', providerId: '', maskedToken: '' },
        {
          id: '',
          name: 'FAQ',
          providerId: '',
          endpoint: null,
          allowPlainHttp: false,
          channelIds: [],
          hourlyLimit: 3600,
          silenceSeconds: 60,
          enabled: true,
          maskedToken: '',
          state: 'working',
          conflictsWith: [],
          acceptedThisHour: 0,
        },
      );
      const { bots } = await ok('bots.list', {});
      assert.deepEqual(
        bots.find(({ id }) => id === made.id),
        made,
      );
      const { token } = await ok('bots.addresses', { botId: made.id });
      assert.ok(token.length >= 16 && !JSON.stringify(bots).includes(token));
    },
  },
  {
    name: 'bots.create takes what is given; bots.update changes what is given and nothing else',
    needs: 'testBot',
    run: async ({ ok, newChannel }) => {
      const { id: channelId } = await newChannel();
      const providerId = `prov-${randomUUID().slice(0, 8)}`;
      const given = {
        providerId,
        endpoint: 'https://bot.example/hook',
        channelIds: [channelId],
        hourlyLimit: 10,
        silenceSeconds: 0,
        allowPlainHttp: true,
      };
      const made = await ok('bots.create', { name: 'FAQ', token: `token-${providerId}`, ...given });
      assert.deepEqual({ ...made, ...given }, made);
      const { id: botId } = made;
      assert.deepEqual(await ok('bots.update', { botId, name: 'Renamed' }), { ...made, name: 'Renamed' });
      const changed = { endpoint: null, hourlyLimit: 20, silenceSeconds: 5, channelIds: [], allowPlainHttp: false };
      assert.deepEqual(await ok('bots.update', { botId, ...changed }), { ...made, name: 'Renamed', ...changed });
      assert.deepEqual(
        (await ok('bots.list', {})).bots.find(({ id }) => id === botId),
        { ...made, name: 'Renamed', ...changed },
      );
    },
  },
  {
    name: 'bots.addresses gives the address to post to, where events are posted, and the token; a new token changes both',
    needs: 'testBot',
    run: async (context) => {
      const { ok } = context;
      const { bot } = await newBot(context, { token: 'first/token', endpoint: null });
      const { listenerUrl } = await ok('setup.get', {});
      const bare = await ok('bots.addresses', { botId: bot.id });
      assert.equal(decodeURIComponent(bare.service), `${listenerUrl}/webhooks/${bot.providerId}/first/token`);
      assert.deepEqual([bare.provider, bare.token], [null, 'first/token']);
      await ok('bots.update', { botId: bot.id, endpoint: 'https://bot.example/hook?key=1', token: 'second-token' });
      const after = await ok('bots.addresses', { botId: bot.id });
      assert.deepEqual(after, {
        service: `${listenerUrl}/webhooks/${bot.providerId}/second-token`,
        provider: 'https://bot.example/hook/second-token?key=1',
        token: 'second-token',
        signingKey: bare.signingKey,
      });
      assert.equal((await fetch(bare.service, { method: 'POST', body: '{}' })).status, 401);
    },
  },
  {
    name: 'bots that share a token are in conflict, by name, until one gets another; windows are told',
    run: async (context) => {
      const { ok, withWindow } = context;
      const { bot: one } = await newBot(context, { token: 'a-token-for-two' });
      await withWindow(async (window) => {
        await window.hello();
        const { bot: other } = await newBot(context, { token: 'a-token-for-two' });
        await window.waitFor('answers.stale', naming('bots.list'));
        const stateOf = async (botId: string): Promise<unknown> => {
          const found = (await ok('bots.list', {})).bots.find(({ id }) => id === botId);
          return [found?.state, found?.conflictsWith];
        };
        assert.deepEqual(
          [await stateOf(one.id), await stateOf(other.id)],
          [
            ['token_conflict', [other.name]],
            ['token_conflict', [one.name]],
          ],
        );
        await ok('bots.update', { botId: other.id, token: 'a-token-of-its-own' });
        assert.deepEqual(
          [await stateOf(one.id), await stateOf(other.id)],
          [
            ['working', []],
            ['working', []],
          ],
        );
      });
    },
  },
  {
    name: 'bots.renewSigningKey: the key is another one, token and addresses are the same',
    run: async (context) => {
      const { ok } = context;
      const { bot } = await newBot(context);
      const { signingKey, ...before } = await ok('bots.addresses', { botId: bot.id });
      assert.match(signingKey, /^[\w-]{32}$/);
      assert.ok(!JSON.stringify(await ok('bots.renewSigningKey', { botId: bot.id })).includes(signingKey));
      const { signingKey: renewed, ...after } = await ok('bots.addresses', { botId: bot.id });
      assert.match(renewed, /^[\w-]{32}$/);
      assert.notEqual(renewed, signingKey);
      assert.deepEqual(after, before);
    },
  },
  {
    name: 'bots.disable hands its chats to the operators, bots.enable lets it work again',
    run: async (context) => {
      const { ok } = context;
      const { bot, channelId } = await newBot(context);
      const chat = await greetByBot(context, channelId);
      assert.deepEqual([chat.state, chat.botId], ['bot', bot.id]);
      const disabled = await ok('bots.disable', { botId: bot.id });
      assert.deepEqual([disabled.enabled, disabled.state], [false, 'disabled']);
      assert.equal((await ok('chats.get', { chatId: chat.id })).state, 'waiting');
      assert.deepEqual(await ok('bots.enable', { botId: bot.id }), { ...disabled, enabled: true, state: 'working' });
    },
  },
  {
    name: 'bots.remove says how many chats it handed over, and the bot is gone',
    run: async (context) => {
      const { ok, refused } = context;
      const { bot, channelId } = await newBot(context);
      await greetByBot(context, channelId);
      assert.deepEqual(await ok('bots.remove', { botId: bot.id }), { handedOver: 1 });
      assert.ok(!(await ok('bots.list', {})).bots.some(({ id }) => id === bot.id));
      assert.equal((await refused('bots.update', { botId: bot.id, name: 'Gone' })).code, 'not_found');
    },
  },
  {
    name: "bots.test shows the provider's answer and what it sent back; no chat comes of it",
    run: async (context) => {
      const { ok } = context;
      const { bot } = await newBot(context);
      const { open } = await ok('chats.counts', {});
      const { ok: taken, status, events, took } = await ok('bots.test', { botId: bot.id, text: 'Hello' });
      assert.deepEqual([taken, status, took >= 0], [true, 200, true]);
      assert.ok(
        events.some((event) => event.includes('BOT_MESSAGE')),
        JSON.stringify(events),
      );
      assert.equal((await ok('chats.counts', {})).open, open);
    },
  },
  {
    name: 'bots.test of a provider that is not there says so',
    run: async (context) => {
      const { bot } = await newBot(context, { endpoint: 'http://127.0.0.1:1/nobody' });
      const tested = await context.ok('bots.test', { botId: bot.id });
      assert.deepEqual([tested.ok, tested.error?.kind, tested.events], [false, 'unreachable', []]);
    },
  },
];

const chatCases: readonly ContractCase[] = [
  {
    name: 'a bot holds new chats of its channel: state, filter bot and counts',
    run: async (context) => {
      const { ok } = context;
      const before = await ok('chats.counts', {});
      const { bot, channelId } = await newBot(context);
      const chat = await greetByBot(context, channelId);
      assert.deepEqual([chat.state, chat.botId, chat.askedForPerson], ['bot', bot.id, false]);
      const after = await ok('chats.counts', {});
      assert.deepEqual(
        [after.bot, after.open, after.waiting, after.needsMe.all],
        [before.bot + 1, before.open + 1, before.waiting, before.needsMe.all],
      );
      const has = async (input: RouteInput<'chats.list'>): Promise<boolean> =>
        (await ok('chats.list', { ...input, limit: 200 })).chats.some(({ id }) => id === chat.id);
      assert.deepEqual(
        [
          await has({ filter: 'bot' }),
          await has({ state: 'bot' }),
          await has({ filter: 'open' }),
          await has({ filter: 'waiting' }),
          await has({ filter: 'mine' }),
        ],
        [true, true, true, false, false],
      );
    },
  },
  {
    name: 'chats.take takes a chat from its bot, chats.returnToBot gives it back',
    run: async (context) => {
      const { ok } = context;
      const { bot, channelId } = await newBot(context);
      const { id: chatId } = await greetByBot(context, channelId);
      assert.equal((await ok('chats.take', { chatId })).state, 'active');
      assert.equal(
        await botPosts(context, bot.id, {
          event: 'BOT_MESSAGE',
          chat_id: chatId,
          message: { type: 'TEXT', text: 'Too late' },
        }),
        403,
      );
      const back = await ok('chats.returnToBot', { chatId });
      assert.deepEqual([back.state, back.botId], ['bot', bot.id]);
      const { messages } = await ok('messages.list', { chatId });
      assert.equal(messages.find(({ text }) => text === 'Too late')?.heldBack, 'operator_has_it');
      assert.deepEqual(
        messages.flatMap(({ event }) => event?.kind ?? []),
        ['taken', 'returned_to_bot'],
      );
    },
  },
  {
    name: 'chats.returnToBot where no bot works on the channel: no_bot',
    run: async ({ refused, newChannel, write }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      assert.equal((await refused('chats.returnToBot', { chatId })).code, 'no_bot');
    },
  },
  {
    name: 'INVITE_AGENT while an operator is online: the chat waits and stands out; windows are told',
    run: async (context) => {
      const { ok, withWindow } = context;
      await ok('operators.setPresence', { presence: 'online' });
      const { bot, channelId } = await newBot(context);
      const { id: chatId } = await greetByBot(context, channelId);
      await withWindow(async (window) => {
        await window.hello();
        assert.equal(await botPosts(context, bot.id, { event: 'INVITE_AGENT', chat_id: chatId }), 200);
        await window.waitFor('answers.stale', naming('bots.turns', { chatId }));
        const chat = await ok('chats.get', { chatId });
        assert.deepEqual([chat.state, chat.askedForPerson], ['waiting', true]);
      });
    },
  },
  {
    name: 'bots.turns lists what was said both ways and why control moved, oldest first, in pages',
    run: async (context) => {
      const { ok } = context;
      const { bot, channelId } = await newBot(context);
      const { id: chatId } = await greetByBot(context, channelId);
      await ok('chats.take', { chatId });
      assert.equal(await botPosts(context, bot.id, { event: 'POEM', chat_id: chatId }), 405);
      const { turns, hasEarlier } = await ok('bots.turns', { chatId });
      const [first] = turns;
      assert.deepEqual([hasEarlier, first?.direction], [false, 'out']);
      assert.ok(first?.direction === 'out' && first.event === 'CLIENT_MESSAGE' && first.body.includes('"Hello"'));
      assert.ok(
        turns.some(
          (turn) =>
            turn.direction === 'in' &&
            turn.event === 'BOT_MESSAGE' &&
            turn.outcome === 'accepted' &&
            turn.messageId !== undefined,
        ),
      );
      assert.ok(turns.some((turn) => turn.direction === 'move' && turn.move.kind === 'taken'));
      assert.ok(
        turns.some(
          (turn) =>
            turn.direction === 'in' && turn.event === 'unknown' && turn.outcome === 'refused' && turn.status === 405,
        ),
      );
      const newest = await ok('bots.turns', { chatId, limit: 1 });
      assert.deepEqual([newest.turns, newest.hasEarlier], [turns.slice(-1), true]);
      assert.deepEqual(
        (await ok('bots.turns', { chatId, limit: 1, before: newest.turns[0]?.id })).turns,
        turns.slice(-2, -1),
      );
    },
  },
  {
    name: 'chats.requestRating is refused while customers have no address; then the customer rates, the chat and ratings.list have it; windows are told',
    run: async (context) => {
      const { ok, refused, newChannel, write, withWindow } = context;
      const { id: channelId } = await newChannel();
      await ok('channels.update', { channelId, endpoint: ELSEWHERE });
      const { id: chatId } = await write(channelId, 'ann', 'Hello');
      assert.equal((await refused('chats.requestRating', { chatId })).code, 'not_reachable');
      await withWindow(async (window) => {
        await window.hello();
        const asked = await reachable(context, () => ok('chats.requestRating', { chatId }));
        assert.deepEqual([asked.chat.id, asked.message.chatId], [chatId, chatId]);
        await rateAs(context, chatId, 4, 'Kind & quick');
        await window.waitFor('answers.stale', naming('ratings.list'));
        await window.waitFor(
          'message.added',
          ({ message }) => message.chatId === chatId && message.event?.kind === 'rated',
        );
      });
      const me = await ok('operators.me', {});
      const { ratings, count, average } = await ok('ratings.list', { channelId });
      assert.deepEqual([count, average, ratings.length], [1, 4, 1]);
      assert.deepEqual(
        [ratings[0]?.rate, ratings[0]?.comment, ratings[0]?.askedBy],
        [4, 'Kind & quick', { kind: 'operator', operatorId: me.id, name: me.name }],
      );
      assert.equal((await ok('chats.get', { chatId })).rating?.rate, 4);
      assert.deepEqual((await ok('ratings.list', { channelId, rate: 5 })).ratings, []);
    },
  },
  {
    name: "a rating that a bot asked for is the bot's",
    run: async (context) => {
      const { ok } = context;
      const { bot, channelId } = await newBot(context);
      await ok('channels.update', { channelId, endpoint: ELSEWHERE });
      const { id: chatId } = await greetByBot(context, channelId);
      assert.equal(await botPosts(context, bot.id, { event: 'INIT_RATE', chat_id: chatId }), 403);
      assert.equal(
        await reachable(context, () => botPosts(context, bot.id, { event: 'INIT_RATE', chat_id: chatId })),
        200,
      );
      await rateAs(context, chatId, 2, '');
      const { ratings, average } = await ok('ratings.list', { botId: bot.id });
      assert.deepEqual(
        [ratings.map(({ rate }) => rate), average, ratings[0]?.askedBy],
        [[2], 2, { kind: 'bot', botId: bot.id, name: bot.name }],
      );
    },
  },
];

/** Invalid inputs, and the field that each error names. */
const MISFITS: readonly (readonly ['bots.create' | 'bots.update' | 'bots.turns' | 'ratings.list', unknown, string])[] =
  [
    ['bots.create', {}, 'name'],
    ['bots.create', { name: ' ' }, 'name'],
    ['bots.create', { name: 'Bot', providerId: 'a/b' }, 'providerId'],
    ['bots.create', { name: 'Bot', providerId: '..' }, 'providerId'],
    ['bots.create', { name: 'Bot', token: 'two words' }, 'token'],
    ['bots.create', { name: 'Bot', token: '' }, 'token'],
    ['bots.create', { name: 'Bot', endpoint: 'ftp://bot.example' }, 'endpoint'],
    ['bots.create', { name: 'Bot', hourlyLimit: 0 }, 'hourlyLimit'],
    ['bots.create', { name: 'Bot', hourlyLimit: 1_000_001 }, 'hourlyLimit'],
    ['bots.create', { name: 'Bot', silenceSeconds: 1.5 }, 'silenceSeconds'],
    ['bots.update', { name: 'Bot' }, 'botId'],
    ['bots.turns', { chatId: '1', limit: 0 }, 'limit'],
    ['ratings.list', { rate: 6 }, 'rate'],
  ];

const refusalCases: readonly ContractCase[] = [
  ...MISFITS.map(([route, input, field]): ContractCase => ({
    name: `${route} refuses ${JSON.stringify(input)} and names ${field}`,
    run: async ({ refused }) => {
      const error = await refused(route, input);
      assert.equal(error.code, 'invalid_input');
      assert.ok(
        error.issues?.some(({ path, message }) => path === field && message !== ''),
        JSON.stringify(error),
      );
    },
  })),
  ...(['bots.update', 'bots.enable', 'bots.disable', 'bots.remove', 'bots.addresses', 'bots.test'] as const).map(
    (route): ContractCase => ({
      name: `${route} of a bot that is not there is not found`,
      run: async ({ refused }) => assert.equal((await refused(route, { botId: 'none' })).code, 'not_found'),
    }),
  ),
  ...(['chats.returnToBot', 'chats.requestRating', 'bots.turns'] as const).map((route): ContractCase => ({
    name: `${route} of a chat that is not there is not found`,
    run: async ({ refused }) => assert.equal((await refused(route, { chatId: '999999999' })).code, 'not_found'),
  })),
  {
    name: 'plain HTTP to another machine needs the switch; unknown channels are left out; closed chats take no bot',
    needs: 'testBot',
    run: async ({ ok, refused, newChannel, write }) => {
      assert.equal(
        (await refused('bots.create', { name: 'Bot', endpoint: 'http://bot.example/hook' })).code,
        'endpoint_not_allowed',
      );
      assert.deepEqual((await ok('bots.create', { name: 'Bot', channelIds: ['none'] })).channelIds, []);
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      await ok('chats.close', { chatId });
      for (const route of ['chats.returnToBot', 'chats.requestRating'])
        assert.equal((await refused(route, { chatId })).code, 'chat_closed');
    },
  },
];

export const botCases: readonly ContractCase[] = [...settingCases, ...chatCases, ...refusalCases];
