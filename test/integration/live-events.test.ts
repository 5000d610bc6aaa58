import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { MEDIA_TYPES } from '#shared/domain/kinds/file.ts';
import { randomUUID } from 'node:crypto';
import fc, { type GeneratorValue } from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { EventName } from '#shared/contract/events.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { openBot, startStage, type Stage, type TestBot } from '../fixtures/bots.ts';
import { joinWithBrowser } from '../fixtures/join.ts';
import { allMessages, openChannel, type TestChannel } from '../fixtures/channels.ts';
import { EVENT_NAMES, eventContents, unlikeDeclared } from '../fixtures/event-contents.ts';
import type { EventStream } from '../fixtures/event-stream.ts';
import { ACCESS_KEY } from '../fixtures/host-client.ts';
import { answer } from '../fixtures/integrator.ts';
import { address, location, mediaFields, sender, some, text } from '../fixtures/drawn-messages.ts';
import { picture } from '../fixtures/pictures.ts';
import { openToCustomers } from '../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../fixtures/rating-page.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { upload } from '../fixtures/uploads.ts';
import { openVisitor } from '../fixtures/visitor.ts';
import { naming, tellsOf } from '../fixtures/stale-answers.ts';
import { watchAnswers } from '../fixtures/stale-watch.ts';

const ROUNDS = 3;
/** Every run performs the same rounds, so that each act is known to occur. */
const SEED = 13;

/** A shop with everything in use, and a window that watches. */
interface Shop {
  readonly stage: Stage;
  readonly window: EventStream;
  readonly told: KnownState;
  readonly channels: { readonly site: TestChannel; readonly app: TestChannel };
  readonly bot: TestBot;
  readonly boris: string;
}

/** The state of a window that never requests anything: the latest of each entity in events. */
interface KnownState {
  readonly chats: Map<string, Chat>;
  readonly customers: Map<string, Customer>;
  readonly messages: Map<string, Message>;
  /** chats with events since they were last read */
  readonly news: Set<string>;
  /** chats whose messages were all in events */
  readonly whole: Set<string>;
  readonly names: Set<EventName>;
  /** a customer whose change marks a point among the events, and nothing else */
  readonly marker: string;
  /** number of events applied */
  count: number;
}

let shop: Shop;

beforeAll(async () => {
  const operators = [
    { name: 'Olga', accessKey: ACCESS_KEY },
    { name: 'Boris', accessKey: 'boris-key-for-tests-0001' },
  ];
  const stage = await startStage({ provision: { operators }, clock: createQuickClock() });
  await openToCustomers(stage.host);
  const site = await openChannel(stage.host, { endpoint: stage.integrator.endpoint('replies').url });
  const channels = { site, app: await openChannel(stage.host) };
  const marked = await openChannel(stage.host);
  await marked.say('marker', 'Here');
  const marker = (await marked.chatOf('"marker"')).customer.id;
  const boris = (await stage.host.rpc('operators.list', {})).operators.find(({ name }) => name === 'Boris')?.id ?? '';
  const window = await stage.host.events();
  // A client that requested the counts of waiting chats gets their changes.
  await stage.host.rpc('chats.counts', {});
  const told: KnownState = {
    chats: new Map(),
    customers: new Map(),
    messages: new Map(),
    news: new Set(),
    whole: new Set(),
    names: new Set(),
    marker,
    count: 0,
  };
  shop = { stage, window, told, channels, bot: await openBot(stage), boris };
});

afterAll(() => shop.stage.stop());

test(
  'every event has exactly its declared content, which matches what is read afterwards',
  { timeout: 240_000 },
  async () => {
    const met = new Set<string>();
    const refusals: Record<string, string> = {};
    const perform = async (name: string, act: Act, draw: GeneratorValue): Promise<void> => {
      const expectTold = met.has(name) ? undefined : await watchAnswers(shop.stage.host, shop.window);
      const refusal = await act(shop, draw).then(() => undefined, refusalOf(name));
      if (refusal === undefined) met.add(name);
      else refusals[name] = refusal;
      await expectTold?.();
      await expectEventsMatchQueries(shop, name);
    };
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const names = Object.keys(acts);
        for (const name of [
          ...NEWS,
          ...draw(fc.shuffledSubarray<string>, names, { minLength: names.length }),
          ...NEWS,
          ...draw(fc.shuffledSubarray<string>, names, {}),
        ]) {
          const act = acts[name];
          if (act !== undefined) await perform(name, act, draw);
        }
      }),
      { numRuns: ROUNDS, seed: SEED, endOnFailure: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        for (const [name, act] of Object.entries(onceActs)) await perform(name, act, draw);
      }),
      { numRuns: 1, seed: SEED, endOnFailure: true },
    );
    expect(
      [...Object.keys(acts), ...Object.keys(onceActs)]
        .filter((name) => !met.has(name))
        .map((name) => [name, refusals[name]]),
    ).toEqual([]);
    expect(EVENT_NAMES.filter((name) => !shop.told.names.has(name))).toEqual([]);
    expect(unlikeDeclared).toEqual({});
  },
);

/** Chat fields in events: all except those specific to an operator. */
function forAll({ unread: _unread, ...chat }: RouteOutput<'chats.get'>): Chat {
  return chat;
}

/** Reads everything with news until no newer events arrive meanwhile: then it must match. Waits for pending deliveries. */
async function expectEventsMatchQueries({ stage: { host }, window, told }: Shop, after: string): Promise<void> {
  for (;;) {
    await allKnown(shop);
    const chatIds = [...told.news];
    told.news.clear();
    if (chatIds.length === 0) break;
    for (const { id, chatId, delivery } of told.messages.values())
      if (delivery?.state === 'sending' && chatIds.includes(chatId)) await verdict(window, id);
    const read = await Promise.all(
      chatIds.map(async (chatId) => ({
        chatId,
        chat: forAll(await host.rpc('chats.get', { chatId })),
        messages: await allMessages(host, chatId),
      })),
    );
    await allKnown(shop);
    for (const { chatId, chat, messages } of read) {
      if (told.news.has(chatId)) continue;
      const last = told.chats.get(chatId);
      if (last !== undefined)
        expect({ after, chat: { ...last, customer: told.customers.get(last.customer.id) } }).toStrictEqual({
          after,
          chat,
        });
      const known = messages.filter(({ id }) => told.whole.has(chatId) || told.messages.has(id));
      expect({ after, messages: known.map(({ id }) => told.messages.get(id)) }).toStrictEqual({
        after,
        messages: known,
      });
    }
  }
  const attention = () =>
    window.received.slice(0, told.count).flatMap((event) => (event.name === 'chat.attention' ? [event.data] : []));
  for (;;) {
    const before = attention().length;
    const { chats } = await host.rpc('chats.attention', {});
    await allKnown(shop);
    const latest = new Map(attention().map((each) => [each.chatId, each]));
    if (attention().length > before) continue;
    const attended = [...latest.values()].filter(({ looking, typing }) => looking.length + typing.length > 0);
    expect({ after, attended: byChat(attended) }).toStrictEqual({ after, attended: byChat(chats) });
    return;
  }
}

const byChat = (attended: readonly ChatAttention[]): readonly ChatAttention[] =>
  attended.toSorted((a, b) => Number(a.chatId) - Number(b.chatId));

/** The beginning of an attempt is reported only with its end. */
async function verdict(window: EventStream, messageId: string): Promise<void> {
  await window.until(async () => {
    const last = window.received.findLast(
      (event) => event.name === 'message.changed' && event.data.message.id === messageId,
    );
    return last?.name === 'message.changed' && last.data.message.delivery?.state !== 'sending' ? true : undefined;
  });
}

/** Triggers one more event and waits for it: then all previous ones are applied. */
async function allKnown({ stage: { host }, window, told }: Shop): Promise<void> {
  const mark = randomUUID();
  await host.rpc('customers.update', { customerId: told.marker, name: mark });
  await window.waitFor('customer.changed', ({ customer }) => customer.name === mark);
  for (const event of window.received.slice(told.count)) {
    const { seq, name, data, arrivedAt, ...more } = event;
    const parsed = eventContents[name].safeParse(data);
    expect({ name, seq, data: parsed.success ? parsed.data : parsed.error.issues, more }).toStrictEqual({
      name,
      seq: window.hello.seq + 1 + told.count,
      data,
      more: {},
    });
    expect(arrivedAt).toBeGreaterThan(0);
    told.names.add(name);
    told.count += 1;
    applyEvent(told, event);
  }
}

function applyEvent(told: KnownState, event: EventStream['received'][number]): void {
  switch (event.name) {
    case 'message.added':
      if (!told.chats.has(event.data.chat.id)) told.whole.add(event.data.chat.id);
      told.messages.set(event.data.message.id, event.data.message);
      applyChat(told, event.data.chat);
      break;
    case 'message.changed':
      told.messages.set(event.data.message.id, event.data.message);
      told.news.add(event.data.message.chatId);
      break;
    case 'chat.changed':
      applyChat(told, event.data.chat);
      break;
    case 'customer.changed': {
      const { customer } = event.data;
      if (customer.id === told.marker) break;
      told.customers.set(customer.id, customer);
      for (const chat of told.chats.values()) if (chat.customer.id === customer.id) told.news.add(chat.id);
      break;
    }
    case 'answers.stale':
      if (tellsOf('chats.list')(event)) told.chats.clear();
      break;
    case 'chats.changed':
      told.chats.clear();
      told.messages.clear();
      told.whole.clear();
      break;
    case 'customers.erased':
      for (const id of event.data.chatIds) {
        told.chats.delete(id);
        told.news.delete(id);
      }
      break;
    default:
  }
}

function applyChat(told: KnownState, chat: Chat): void {
  told.chats.set(chat.id, chat);
  told.customers.set(chat.customer.id, chat.customer);
  told.news.add(chat.id);
}

/** The engine may refuse an act that isn't possible at the moment; anything else is a failure. */
function refusalOf(name: string): (error: unknown) => string {
  return (error) => {
    if (error instanceof ContractError && !['internal', 'invalid_input'].includes(error.code)) return error.message;
    throw new Error(`${name} failed`, { cause: error });
  };
}

type Act = (shop: Shop, draw: GeneratorValue) => Promise<unknown>;

const externalIds = ['anna', 'ben', '7', 7, 'carl'];

const expectAccepted = ({ status, body }: { readonly status: number; readonly body: string }): void =>
  expect({ status, body }).toMatchObject({ status: 200 });
const chatOf = ({ told }: Shop, draw: GeneratorValue, fits: (chat: Chat) => boolean = () => true): string =>
  draw(fc.constantFrom, ...idsOr([...told.chats.values()].filter(fits).map(({ id }) => id)));
const customerOf = ({ told }: Shop, draw: GeneratorValue): string =>
  draw(fc.constantFrom, ...idsOr([...told.customers.keys()]));
const idsOr = (ids: readonly string[]): readonly string[] => (ids.length > 0 ? ids : ['999999']);
const isOpen = ({ state }: Chat): boolean => state !== 'closed';

/** A customer writes on any channel. */
async function write({ channels, bot }: Shop, draw: GeneratorValue, message: object): Promise<void> {
  const channel = { ...channels, bot: bot.channel }[draw(() => fc.constantFrom('site', 'app', 'bot'))];
  expectAccepted(
    await channel.post({
      sender: { ...draw(() => sender), id: draw(fc.constantFrom, ...externalIds) },
      message: { ...message, ...draw(() => some({ id: text })) },
    }),
  );
}

/** The bot acts in a chat that it has. */
async function botDoes(
  at: Shop,
  draw: GeneratorValue,
  event: Parameters<TestBot['send']>[0],
  fields: object = {},
): Promise<void> {
  const has = (chat: Chat): boolean => chat.state === 'bot' && chat.channelId === at.bot.channel.id;
  if (![...at.told.chats.values()].some(has)) {
    await at.bot.channel.say(`new-${randomUUID()}`, 'Hello');
    await allKnown(at);
  }
  const chat_id = chatOf(at, draw, has);
  expectAccepted(
    await at.bot.send(event, { chat_id }, { client_id: at.told.chats.get(chat_id)?.customer.id, ...fields }),
  );
}

const stamp = { timestamp: 1_790_000_000 };
const button = fc.record({ text, id: fc.oneof(fc.nat(), fc.constantFrom(null, 'yes')) }, { requiredKeys: ['text'] });
const NEWS = ['text', 'photo', 'botText', 'text', 'take'];

/** The daily acts of customers, bots and operators. */
const acts: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(
    MEDIA_TYPES.map((type): [string, Act] => [
      type,
      (at, draw) => write(at, draw, { ...draw(() => mediaFields), type, file: draw(() => address) }),
    ]),
  ),
  text: (at, draw) => write(at, draw, { type: 'text', text: draw(() => text) }),
  location: (at, draw) => write(at, draw, { ...draw(() => mediaFields), type: 'location', ...draw(() => location) }),
  typing: (at, draw) => write(at, draw, { type: draw(fc.constantFrom, 'typein', 'typeout') }),
  botText: (at, draw) =>
    botDoes(at, draw, 'BOT_MESSAGE', { message: { type: 'TEXT', text: draw(() => text), ...stamp } }),
  botMarkdown: (at, draw) =>
    botDoes(at, draw, 'BOT_MESSAGE', {
      message: { type: 'MARKDOWN', content: draw(() => text), text: draw(() => text), ...stamp },
    }),
  botButtons: (at, draw) =>
    botDoes(at, draw, 'BOT_MESSAGE', {
      message: {
        type: 'BUTTONS',
        title: draw(() => text),
        ...draw(() => some({ text })),
        buttons: draw(() => fc.array(button, { minLength: 1, maxLength: 3 })),
        ...stamp,
      },
    }),
  botAsks: (at, draw) => botDoes(at, draw, 'INVITE_AGENT'),
  botTellsContacts: (at, draw) =>
    botDoes(at, draw, 'CLIENT_INFO', {
      client: { ...draw(() => some({ phone: text, email: text })), name: draw(() => text) },
    }),
  botAsksForRating: (at, draw) => botDoes(at, draw, 'INIT_RATE'),
  botSpeaksTooLate: async (at, draw) => {
    const chat_id = chatOf(
      at,
      draw,
      ({ channelId, botId, state }) => channelId === at.bot.channel.id && botId === at.bot.id && state !== 'bot',
    );
    const { status } = await at.bot.send(
      'BOT_MESSAGE',
      { chat_id },
      { message: { type: 'TEXT', text: 'Too late', ...stamp } },
    );
    // Without a known chat of its own, it is refused.
    if (at.told.chats.has(chat_id)) expect([200, 403]).toContain(status);
  },
  take: (at, draw) => at.stage.host.rpc('chats.take', { chatId: chatOf(at, draw, isOpen), over: true }),
  reply: (at, draw) =>
    at.stage.host.rpc('chats.reply', {
      chatId: chatOf(at, draw, isOpen),
      text: draw(() => text),
      ...(draw(fc.boolean) && { clientId: randomUUID() }),
    }),
  replyMedia: async (at, draw) => {
    const { uploadId } = await upload(at.stage.host, 'lamp.png', picture(8, 8, draw(fc.nat, 9)));
    const type = draw(() => fc.constantFrom('photo', 'sticker', 'document'));
    const parts = [
      { type, uploadId, ...(draw(fc.boolean) && { text: 'This one', title: 'Lamp', duration: 3 }) },
      { type: 'location' as const, ...draw(() => location) },
    ];
    await at.stage.host.rpc('chats.replyMedia', { chatId: chatOf(at, draw, isOpen), clientId: randomUUID(), parts });
  },
  note: (at, draw) =>
    at.stage.host.rpc('chats.note', {
      chatId: chatOf(at, draw),
      text: draw(() => text),
      ...(draw(fc.boolean) && { clientId: randomUUID() }),
    }),
  tag: (at, draw) =>
    at.stage.host.rpc('chats.setTags', {
      chatId: chatOf(at, draw),
      tags: draw(fc.subarray, ['vip', 'Later', 'éclair']),
    }),
  renameTag: async (at, draw) => {
    const { tags } = await at.stage.host.rpc('tags.list', {});
    const before = at.window.received.length;
    await at.stage.host.rpc('tags.rename', {
      tagId: draw(fc.constantFrom, ...idsOr(tags.map(({ id }) => id))),
      name: `tag ${randomUUID().slice(0, 8)}`,
    });
    await at.window.until(async () => at.window.received.slice(before).some(tellsOf('chats.list')) || undefined);
  },
  read: (at, draw) => at.stage.host.rpc('chats.markRead', { chatId: chatOf(at, draw) }),
  pin: (at, draw) => at.stage.host.rpc('chats.pin', { chatId: chatOf(at, draw, isOpen), pinned: draw(fc.boolean) }),
  snooze: async (at, draw) => {
    const chatId = chatOf(at, draw, isOpen);
    await at.stage.host.rpc('chats.take', { chatId, over: true });
    await at.stage.host.rpc('chats.snooze', { chatId, until: draw(fc.constantFrom, Date.now() + 9e6, Date.now()) });
    if (draw(fc.boolean)) await at.stage.host.rpc('chats.unsnooze', { chatId });
  },
  sendLater: async (at, draw) => {
    const chatId = chatOf(at, draw, isOpen);
    await at.stage.host.rpc('chats.take', { chatId, over: true });
    const sendAt = Date.now() + 9e6;
    const { replies } = await at.stage.host.rpc('replies.schedule', { chatId, text: 'Later', sendAt });
    if (draw(fc.boolean)) await at.stage.host.rpc('replies.cancel', { replyId: replies[0]?.id ?? '' });
  },
  close: (at, draw) => at.stage.host.rpc('chats.close', { chatId: chatOf(at, draw, isOpen) }),
  reopen: async (at, draw) => {
    const chatId = chatOf(at, draw, isOpen);
    await at.stage.host.rpc('chats.close', { chatId });
    await at.stage.host.rpc('chats.reopen', { chatId });
  },
  assign: (at, draw) =>
    at.stage.host.rpc('chats.assign', {
      chatId: chatOf(at, draw, isOpen),
      operatorId: at.boris,
      ...(draw(fc.boolean) && { note: 'Knows the boat' }),
    }),
  unassign: async (at, draw) => {
    const chatId = chatOf(at, draw, isOpen);
    await at.stage.host.rpc('chats.assign', { chatId, operatorId: at.boris });
    await at.stage.host.rpc('chats.unassign', { chatId });
  },
  returnToBot: (at, draw) =>
    at.stage.host.rpc('chats.returnToBot', {
      chatId: chatOf(at, draw, (chat) => isOpen(chat) && chat.channelId === at.bot.channel.id),
    }),
  rate: async (at, draw) => {
    const { message } = await at.stage.host.rpc('chats.requestRating', { chatId: chatOf(at, draw, isOpen) });
    const page = await openRatingPage(ratingLink(message.text));
    const { status } = await page.rate(
      draw(fc.integer, { min: 1, max: 5 }),
      draw(fc.boolean) ? draw(() => text) : undefined,
    );
    expect(status).toBe(303);
  },
  editCustomer: (at, draw) =>
    at.stage.host.rpc('customers.update', {
      customerId: customerOf(at, draw),
      ...draw(() =>
        fc.record(
          {
            name: fc.constantFrom('', 'Anna'),
            phone: fc.constantFrom('', '+1'),
            email: fc.constantFrom('', 'a@x.example'),
          },
          { requiredKeys: [] },
        ),
      ),
    }),
  editContact: (at, draw) =>
    at.stage.host.rpc('contacts.update', {
      customerId: customerOf(at, draw),
      notes: draw(() => text),
      tags: draw(fc.subarray, ['vip', 'guest']),
    }),
  merge: async (at, draw) => {
    const ids = [...at.told.customers.keys()];
    const [customerId = '', otherId = ''] = draw(fc.shuffledSubarray<string>, ids, {
      minLength: Math.min(2, ids.length),
    });
    await at.stage.host
      .rpc('contacts.merge', { customerId, otherId, keep: { ...mapContactFields(() => 'into'), phone: 'other' } })
      .catch((error: unknown) => {
        if (!(error instanceof ContractError && error.code === 'invalid_input')) throw error;
      });
  },
  separate: async (at, draw) => {
    const merged = [...at.told.customers.values()].filter(
      ({ id, contactId }) => contactId !== undefined && contactId !== id,
    );
    await at.stage.host.rpc('contacts.separate', {
      customerId: draw(fc.constantFrom, ...idsOr(merged.map(({ id }) => id))),
    });
  },
  block: (at, draw) => at.stage.host.rpc('customers.block', { customerId: customerOf(at, draw) }),
  unblock: async (at) => {
    const { blocked } = await at.stage.host.rpc('customers.blocked', {});
    for (const { customer } of blocked) await at.stage.host.rpc('customers.unblock', { customerId: customer.id });
  },
  look: (at, draw) =>
    at.stage.host.rpc('chats.look', {
      windowId: at.window.hello.windowId,
      chatId: draw(fc.boolean) ? chatOf(at, draw) : null,
    }),
  operatorTypes: (at, draw) =>
    at.stage.host.rpc('chats.typing', { chatId: chatOf(at, draw, isOpen), typing: draw(fc.boolean) }),
  presence: (at, draw) =>
    at.stage.host.rpc('operators.setPresence', { presence: draw(fc.constantFrom, 'online', 'away') }),
  seeFile: (at, draw) =>
    at.stage.host.rpc('media.get', {
      id: draw(
        fc.constantFrom,
        ...idsOr(
          [...at.told.messages.values()]
            .filter(({ file, from }) => file !== undefined && from === 'customer')
            .map(({ id }) => id),
        ),
      ),
      part: 'file',
    }),
  savedReply: (at) =>
    at.stage.host.rpc('savedReplies.create', { shortcut: randomUUID().slice(0, 8), text: 'Good day' }),
};

/** Rare acts; the last one removes everything. */
const onceActs: Readonly<Record<string, Act>> = {
  failAndResend: async (at) => {
    const { stage, window, channels } = at;
    const endpoint = stage.integrator.endpoint('failing');
    const channel = await openChannel(stage.host, { endpoint: endpoint.url });
    endpoint.react(answer.body('nobody is here', 404, 'text/plain'));
    await channel.say('dora', 'Hello');
    const { id: chatId } = await channel.chatOf('"dora"');
    const { messages } = await stage.host.rpc('chats.reply', { chatId, text: 'Good day' });
    const messageId = messages[0]?.id ?? '';
    const waitForState = (state: string) =>
      window.waitFor('message.changed', ({ message }) => message.id === messageId && message.delivery?.state === state);
    await waitForState('failed');
    await expectEventsMatchQueries(at, 'failed');
    endpoint.react(answer.ok);
    await stage.host.rpc('messages.resend', { messageId });
    await waitForState('delivered');
    expect(channel.id).not.toBe(channels.site.id);
  },
  awayMessage: async ({ stage: { host } }) => {
    const channel = await openChannel(host, {
      away: { on: true, text: 'Nobody is here', when: 'always' },
    });
    await channel.say('ann', 'Hello');
  },
  customerTypes: async ({ window, channels: { site } }) => {
    await site.say('typist', 'Hello');
    const { id } = await site.chatOf('"typist"');
    expectAccepted(await site.post({ sender: { id: 'typist' }, message: { type: 'typein' } }));
    await window.waitFor('chat.typing', ({ chatId, typing }) => chatId === id && typing);
  },
  website: async ({ stage: { host }, window }) => {
    await host.rpc('channels.create', { name: 'Website', kind: 'site', publicId: 'website' });
    const origin = 'http://localhost:4000';
    const visitor = await openVisitor((await host.rpc('setup.get', {})).listenerUrl, 'website', {}, { origin });
    await visitor.next('welcome');
    await Promise.all([
      window.waitFor('answers.stale', naming('visitors.list')),
      window.waitFor('answers.stale', ({ answers }) => answers.some(({ route }) => route === 'sites.seen')),
    ]);
    await visitor.leave();
  },
  letterbox: async ({ stage: { host }, window }) => {
    const { id: channelId } = await host.rpc('channels.create', { name: 'By a website', kind: 'site' });
    await host.rpc('letterboxes.set', { channelId, url: 'http://127.0.0.1:9' });
    await window.waitFor('answers.stale', naming('letterboxes.list'));
    await host.rpc('letterboxes.remove', { channelId });
  },
  sticker: async ({ stage: { host } }) => {
    const { uploadId } = await upload(host, 'hello.png', picture(8, 8));
    await host.rpc('stickers.add', { uploadId, emoji: '🙂' });
  },
  remoteAccess: ({ stage: { host } }) => host.rpc('remoteAccess.change', { port: 8792 }),
  team: ({ stage: { host } }) => host.rpc('team.change', { reports: false }),
  device: async ({ stage: { host } }) => {
    expect(await joinWithBrowser(host.console, (await host.rpc('devices.invite', {})).web)).toBe(200);
  },
  hours: ({ stage: { host } }) => host.rpc('hours.update', { autoClose: 48 }),
  connection: async ({ stage: { host } }) => {
    await host.rpc('connection.change', { own: { publicUrl: 'http://127.0.0.1:1' } });
    await openToCustomers(host);
  },
  checks: ({ stage: { host } }) => host.rpc('checks.run', {}),
  // PostgreSQL is backed up by its own means.
  ...(inject('postgresUrl') === undefined && {
    backup: async (at: Shop) => ended(at, (await at.stage.host.rpc('backups.make', { withMedia: false })).id),
  }),
  detachBot: ({ stage: { host }, bot }) => host.rpc('bots.disable', { botId: bot.id }),
  removeChannel: async ({ stage: { host } }) => {
    const channel = await openChannel(host);
    await channel.say('ann', 'Hello');
    await host.rpc('channels.remove', { channelId: channel.id });
  },
  removeOperator: ({ stage: { host }, boris }) => host.rpc('operators.remove', { operatorId: boris }),
  eraseCustomer: async (at, draw) => {
    const { host } = at.stage;
    const customerId = customerOf(at, draw);
    const { name } = await host.rpc('privacy.previewErase', { customerId, withMerged: true });
    await ended(at, (await host.rpc('privacy.eraseCustomer', { customerId, withMerged: true, confirmation: name })).id);
  },
  eraseMany: async (at) => {
    const { host } = at.stage;
    const { chats } = await host.rpc('chats.list', { filter: 'open', limit: 100 });
    const chatIds = chats.flatMap(({ id, customer }) => (customer.id === at.told.marker ? [] : id));
    await ended(at, (await host.rpc('bulk.erase', { chatIds })).id);
  },
};

async function ended({ stage: { host }, window }: Shop, jobId: string): Promise<Job> {
  const job = await window.until(async () =>
    (await host.rpc('jobs.list', {})).jobs.find(({ id, state }) => id === jobId && state !== 'running'),
  );
  expect(job.state).toBe('done');
  return job;
}

test('customers write messages of every type', () => {
  expect(CONTENT_TYPES.filter((type) => acts[type] === undefined)).toEqual([]);
});
