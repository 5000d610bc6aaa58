import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { WebsiteState } from '#shared/domain/site.ts';
import type { EngineFrame } from '#shared/site/frames.ts';
import { openBot, startStage, type Stage, type TestBot } from '../fixtures/bots.ts';
import type { EventStream } from '../fixtures/event-stream.ts';
import { startHost, type Host } from '../fixtures/host.ts';
import { httpRequest } from '../fixtures/http-request.ts';
import { provides } from '../fixtures/provider.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { siteRequests, write } from '../fixtures/site-client.ts';
import { openVisitor, type TestVisitor } from '../fixtures/visitor.ts';

let host: Host;
let listenerUrl: string;
let channelId: string;
let events: EventStream;

beforeAll(async () => {
  host = await startHost({ clock: createQuickClock(4) });
  ({ listenerUrl } = await host.rpc('setup.get', {}));
  channelId = (await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' })).id;
  events = await host.events();
});
afterAll(async () => {
  events.close();
  await host.remove();
});

let count = 0;
const newId = (): string => `id-${Date.now()}-${(count += 1)}`;

/** A visitor who has written. */
async function writer(text: string, headers = {}): Promise<{ visitor: TestVisitor; token: string; chat: ListedChat }> {
  const visitor = await openVisitor(listenerUrl, 'lamps', {}, headers);
  await visitor.next('welcome');
  visitor.say({ kind: 'begin' });
  const { token } = await visitor.next('token');
  const id = newId();
  visitor.say({ kind: 'message', id, text });
  await visitor.next('accepted', (frame) => frame.id === id);
  return { visitor, token, chat: await chatWith(text) };
}

type ListedChat = RouteOutput<'chats.list'>['chats'][number];

async function chatWith(text: string): Promise<ListedChat> {
  const { chats } = await host.rpc('chats.list', {});
  const found = chats.find(({ lastMessage }) => lastMessage?.text === text);
  if (found === undefined) throw new Error(`no chat ends with "${text}"`);
  return found;
}
const feed = async (chatId: string) => (await host.rpc('messages.list', { chatId })).messages;
const sent = async (chatId: string, text: string) => (await feed(chatId)).find((message) => message.text === text);

describe('a conversation', () => {
  test('goes both ways, and each side learns what became of its messages', async () => {
    const { visitor, chat } = await writer('Do you have this lamp in red?');
    const own = await visitor.next('message');
    expect(own.message).toMatchObject({ from: 'visitor', text: 'Do you have this lamp in red?', type: 'text' });
    await host.rpc('chats.reply', { chatId: chat.id, text: 'Yes: https://shop.example/red' });
    const { message } = await visitor.next('message');
    expect(message).toMatchObject({
      from: 'operator',
      name: 'Olga',
      blocks: [
        { tag: 'p', of: ['Yes: ', { tag: 'a', href: 'https://shop.example/red', of: ['https://shop.example/red'] }] },
      ],
    });
    expect((await visitor.next('state', ({ state }) => state.chat === 'operator')).state.assignee?.name).toBe('Olga');
    expect((await sent(chat.id, 'Yes: https://shop.example/red'))?.delivery?.state).toBe('sending');
    visitor.say({ kind: 'got', upTo: message.id, seen: false });
    await events.waitFor('message.changed', (event) => event.message.delivery?.state === 'delivered');
    visitor.say({ kind: 'got', upTo: message.id, seen: true });
    await events.waitFor('message.changed', (event) => event.message.delivery?.seenAt !== undefined);
    await host.rpc('chats.typing', { chatId: chat.id, typing: true });
    expect(await visitor.next('typing')).toMatchObject({ on: true, name: 'Olga' });
    visitor.say({ kind: 'typing', on: true });
    await events.waitFor('chat.typing', (event) => event.chatId === chat.id && event.typing);
    visitor.say({ kind: 'end', id: newId() });
    await visitor.next('accepted');
    expect((await visitor.next('state', ({ state }) => state.chat === 'none')).state.chat).toBe('none');
    expect((await host.rpc('chats.get', { chatId: chat.id })).state).toBe('closed');
    await visitor.leave();
  });

  test('a reply to somebody who has left waits for them, and arrives once', async () => {
    const { visitor, token, chat } = await writer('I have to go, write to me');
    const { message } = await visitor.next('message');
    await visitor.leave();
    await host.rpc('chats.reply', { chatId: chat.id, text: 'Here it is' });
    const again = await openVisitor(listenerUrl, 'lamps', { token, cursor: message.id });
    expect((await again.next('welcome')).messages.map(({ text }) => text)).toEqual(['Here it is']);
    const whole = await openVisitor(listenerUrl, 'lamps', { token });
    expect((await whole.next('welcome')).messages.map(({ text }) => text)).toEqual([
      'I have to go, write to me',
      'Here it is',
    ]);
    await Promise.all([again.leave(), whole.leave()]);
  });

  test('survives a restart of the engine', async () => {
    const own = await startHost();
    const { id } = await own.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'restarted' });
    const url = (await own.rpc('setup.get', {})).listenerUrl;
    const visitor = await openVisitor(url, 'restarted');
    visitor.say({ kind: 'begin' });
    const { token } = await visitor.next('token');
    visitor.say({ kind: 'message', id: newId(), text: 'Before' });
    await visitor.next('accepted');
    const restarted = await own.stop().then(() => own.restart());
    await visitor.closed;
    expect((await restarted.rpc('channels.list', {})).channels.map((channel) => channel.id)).toContain(id);
    const after = await openVisitor((await restarted.rpc('setup.get', {})).listenerUrl, 'restarted', { token });
    expect((await after.next('welcome')).messages.map(({ text }) => text)).toEqual(['Before']);
    await after.leave();
    await restarted.remove();
  });
});

describe('identity', () => {
  test('before the first message nothing is asked and nothing stored', async () => {
    const before = (await host.rpc('chats.list', {})).chats.length;
    const visitor = await openVisitor(listenerUrl, 'lamps');
    expect(await visitor.next('welcome')).toMatchObject({ messages: [], state: { chat: 'none' } });
    visitor.say({ kind: 'begin' });
    await visitor.next('token');
    expect((await host.rpc('chats.list', {})).chats).toHaveLength(before);
    await visitor.leave();
  });

  test('somebody the website has signed in is the same customer everywhere; a wrong signature is ignored and said', async () => {
    const { identityKey } = await host.rpc('sites.addresses', { channelId });
    const signature = createHmac('sha256', identityKey).update('42').digest('hex');
    const identity = { id: '42', name: 'Anna', email: 'anna@mail.example', signature };
    const one = await openVisitor(listenerUrl, 'lamps', { identity });
    await one.next('token');
    one.say({ kind: 'message', id: newId(), text: 'From my laptop' });
    await one.next('accepted');
    const other = await openVisitor(listenerUrl, 'lamps', { identity });
    expect((await other.next('welcome')).messages.map(({ text }) => text)).toEqual(['From my laptop']);
    expect((await chatWith('From my laptop')).customer).toMatchObject({ name: 'Anna', email: 'anna@mail.example' });
    const liar = await openVisitor(listenerUrl, 'lamps', { identity: { ...identity, signature: 'ab'.repeat(32) } });
    expect((await liar.next('welcome')).messages).toEqual([]);
    expect(liar.frames.map(({ kind }) => kind)).not.toContain('token');
    await expect
      .poll(async () => (await host.rpc('journal.list', {})).entries.map(({ kind }) => kind))
      .toContain('identify');
    await Promise.all([one.leave(), other.leave(), liar.leave()]);
  });

  describe('of somebody signed in', () => {
    let sign: (text: string) => string;
    beforeAll(async () => {
      const { identityKey } = await host.rpc('sites.addresses', { channelId });
      sign = (text) => createHmac('sha256', identityKey).update(text).digest('hex');
    });
    const textsFor = async (hello: Parameters<typeof openVisitor>[2]) => {
      const visitor = await openVisitor(listenerUrl, 'lamps', hello);
      const { kind } = await Promise.race([visitor.next('welcome'), visitor.next('gone')]);
      const texts = visitor.frames
        .flatMap((frame) => (frame.kind === 'welcome' ? frame.messages : []))
        .map(({ text }) => text);
      await visitor.leave();
      return [kind, ...texts];
    };

    test('the token is worth something only beside their signature', async () => {
      const [anna, boss] = ['anna-1', 'boss-1'].map((id) => ({ id, signature: sign(id) }));
      const visitor = await openVisitor(listenerUrl, 'lamps', { identity: anna });
      const { token } = await visitor.next('token');
      await write(visitor, 'Mine alone');
      await visitor.leave();
      expect(await textsFor({ token, identity: anna })).toEqual(['welcome', 'Mine alone']);
      expect(await textsFor({ token })).toEqual(['gone']);
      expect(await textsFor({ token, identity: boss })).toEqual(['gone']);
      expect(await textsFor({ token, identity: { id: 'anna-1', signature: sign('boss-1') } })).toEqual(['gone']);
      expect(
        await textsFor({ token, identity: { id: 'anna-1', name: 'Boss', signature: sign('anna-1\nAnna\n') } }),
      ).toEqual(['gone']);
    });

    test('what is signed is marked on the card, until somebody says otherwise; what is only claimed never is', async () => {
      const proofs = async (
        identity: { id: string; name: string; email: string; signature: string },
        text: string,
        contact = {},
      ) => {
        const visitor = await openVisitor(listenerUrl, 'lamps', { identity });
        await visitor.next('token');
        visitor.say({ kind: 'message', id: newId(), text, contact });
        await visitor.next('accepted');
        await visitor.leave();
        const { name, email, proven } = (await chatWith(text)).customer;
        return { name, email, proven };
      };
      const who = { id: 'p-1', name: 'Anna', email: 'anna@mail.example' };
      const claimed = { ...who, signature: sign('p-1') };
      const signed = { ...who, signature: sign('p-1\nAnna\nanna@mail.example') };
      const { name, email } = who;
      expect(await proofs(claimed, 'Claimed')).toEqual({ name, email, proven: undefined });
      expect(await proofs(signed, 'Signed')).toEqual({ name, email, proven: ['name', 'email'] });
      expect(await proofs(signed, 'Typed besides', { name: 'The boss' })).toMatchObject({ name });
      expect(await proofs({ ...claimed, name: 'The boss' }, 'Claimed anew')).toEqual({
        name: 'The boss',
        email,
        proven: ['email'],
      });
      const { customer } = await chatWith('Claimed anew');
      await host.rpc('customers.update', { customerId: customer.id, email: 'other@mail.example' });
      expect((await chatWith('Claimed anew')).customer.proven).toBeUndefined();
    });
  });
});

describe('visitors', () => {
  const page = { url: 'https://bella.example/red', title: 'Red lamp' };
  const find = async (customerId: string) => (await host.rpc('visitors.find', { customerId })).visitor;

  test('are listed with their page and chat, and a reload continues the visit', async () => {
    const { visitor, token, chat } = await writer('Where am I?');
    const customerId = chat.customer.id;
    visitor.say({ kind: 'page', page });
    await expect.poll(() => find(customerId)).toMatchObject({ page });
    const { visitors, here } = await host.rpc('visitors.list', {});
    const listed = visitors.find((each) => each.customerId === customerId);
    expect(listed).toMatchObject({ page, chat: { id: chat.id, state: 'waiting' } });
    expect(here).toBe(visitors.filter(({ leftAt }) => leftAt === undefined).length);
    await visitor.leave();
    expect((await find(customerId))?.leftAt).toBeUndefined();
    const again = await openVisitor(listenerUrl, 'lamps', { token, page });
    await again.next('welcome');
    expect(await find(customerId)).toMatchObject({ id: listed?.id, since: listed?.since, page });
    await again.leave();
    await expect.poll(async () => (await find(customerId))?.leftAt, { timeout: 10_000 }).toBeGreaterThan(0);
    expect((await host.rpc('visitors.list', {})).here).toBeLessThan(here);
  });

  test('are invited in all of their windows, also after a reload', async () => {
    const first = await openVisitor(listenerUrl, 'lamps', { page });
    first.say({ kind: 'begin' });
    const { token } = await first.next('token');
    const listed = async () => (await host.rpc('visitors.list', {})).visitors[0];
    await expect.poll(listed).toMatchObject({ page });
    const visitorId = (await listed())?.id ?? '';
    await first.leave();
    const windows = await Promise.all([1, 2].map(() => openVisitor(listenerUrl, 'lamps', { token, page })));
    await Promise.all(windows.map((window) => window.next('welcome')));
    await host.rpc('visitors.invite', { visitorId, text: 'Can I help?' });
    for (const window of windows)
      expect(await window.next('invite')).toMatchObject({ text: 'Can I help?', name: 'Olga' });
    await Promise.all(windows.map((window) => window.leave()));
    // The engine may notice a little later than the windows.
    await expect
      .poll(() => host.ask('visitors.invite', { visitorId, text: 'Still there?' }))
      .toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});

test('a blocked visitor is not told, and neither their messages nor their files are kept', async () => {
  const { visitor, token, chat } = await writer('I will be blocked');
  await host.rpc('customers.block', { customerId: chat.customer.id });
  await visitor.next('state', ({ state }) => state.chat === 'none');
  const { status, body } = await siteRequests(listenerUrl, 'lamps').upload(token, 'a.txt', 'secret text');
  const { upload } = JSON.parse(body) as { upload: string };
  expect(status).toBe(200);
  for (const content of [{ text: 'Do you hear me?' }, { upload }]) {
    const id = newId();
    visitor.say({ kind: 'message', id, ...content });
    await visitor.next('accepted', (frame) => frame.id === id);
  }
  expect((await feed(chat.id)).filter(({ from }) => from === 'customer')).toHaveLength(1);
  await visitor.leave();
});

describe('websites', () => {
  test('the first one, too, shows the window once the owner has confirmed it; others are asked about', async () => {
    const { id } = await host.rpc('channels.create', { name: 'Asked', kind: 'site', publicId: 'asked' });
    const status = async (origin: string): Promise<unknown> =>
      (await httpRequest(`${listenerUrl}/site/asked/status?language=de`, { headers: { origin } })).json();
    const site = async () => (await host.rpc('channels.list', {})).channels.find((channel) => channel.id === id)?.site;
    const decide = (name: string, from: WebsiteState, to: WebsiteState) =>
      host.rpc('channels.update', { channelId: id, website: { host: name, from, to } });
    expect(await status('https://bella-lamps.example')).toEqual({ show: false });
    await expect(openVisitor(listenerUrl, 'asked', {}, { origin: 'https://bella-lamps.example' })).rejects.toThrow(
      '403',
    );
    await expect.poll(async () => (await site())?.otherSites).toMatchObject([{ host: 'bella-lamps.example' }]);
    expect((await site())?.sites).toEqual([]);
    await decide('bella-lamps.example', 'asked', 'allowed');
    expect(await status('https://bella-lamps.example')).toMatchObject({ show: true, language: 'de', name: 'Asked' });
    expect((await host.rpc('sites.seen', { channelId: id })).seen.map(({ host: name }) => name)).toEqual([
      'bella-lamps.example',
    ]);
    expect(await status('https://www.bella-lamps.example')).toMatchObject({ show: true });
    expect(await status('https://thief.example')).toEqual({ show: false });
    // One question a second.
    await expect
      .poll(async () => (await site())?.otherSites.map((other) => other.host), { timeout: 10_000 })
      .toEqual(['thief.example']);
    await expect(openVisitor(listenerUrl, 'asked', {}, { origin: 'https://thief.example' })).rejects.toThrow('403');

    // Of two windows that answer at once the first is right, whatever lists the other one has on its screen.
    await Promise.all([
      decide('thief.example', 'asked', 'refused'),
      decide('thief.example', 'asked', 'allowed'),
      decide('typed.example', 'unknown', 'allowed'),
    ]);
    expect(await site()).toMatchObject({
      sites: ['bella-lamps.example', 'typed.example'],
      otherSites: [{ host: 'thief.example', refused: true }],
    });
  });

  test('an open question and a refusal are still there after a restart', async () => {
    const stage = await startHost();
    const channels = [{ host: 'thief.example', at: 1, refused: true as const }];
    await stage.rpc('channels.create', {
      name: 'Asked',
      kind: 'site',
      publicId: 'asked',
      site: { otherSites: channels },
    });
    const ask = (of: { readonly listener: string }) =>
      Promise.all(
        ['https://lamps.example', 'https://thief.example'].map((origin) =>
          httpRequest(`${of.listener}/site/asked/status`, { headers: { origin } }),
        ),
      );
    const others = async (of: typeof stage) => (await of.rpc('channels.list', {})).channels[0]?.site?.otherSites ?? [];
    await ask(stage);
    await expect.poll(async () => (await others(stage)).map((other) => other.host)).toContain('lamps.example');
    const before = await others(stage);
    await stage.stop();
    const again = await stage.restart();
    try {
      await ask(again);
      expect(await others(again)).toEqual(before);
    } finally {
      await again.remove();
    }
  });

  test('an unknown channel, and one of the other kind, have no window', async () => {
    await host.rpc('channels.create', { name: 'Custom', publicId: 'custom' });
    for (const publicId of ['nobody', 'custom'])
      for (const path of [`/site/${publicId}.js`, `/site/${publicId}/status`, `/chat/${publicId}`])
        expect((await httpRequest(`${listenerUrl}${path}`)).status).toBe(404);
    const { messageUrl } = { messageUrl: `${listenerUrl}/x/lamps` };
    expect((await httpRequest(messageUrl, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

test('the scripts come compressed to browsers that take it, and are the same', async () => {
  const loader = (await httpRequest(`${listenerUrl}/site/lamps.js`)).body;
  const [panel = ''] = /panel-[\w-]{8}\.js/.exec(loader) ?? [];
  for (const path of ['lamps.js', `assets/${panel}`]) {
    const plain = await fetch(`${listenerUrl}/site/${path}`, { headers: { 'accept-encoding': 'identity' } });
    const compressed = await fetch(`${listenerUrl}/site/${path}`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe('br');
    const [before, wire] = [plain, compressed].map(({ headers }) => Number(headers.get('content-length')));
    expect((wire ?? 0) / (before ?? 0)).toBeLessThan(0.5);
    expect(await compressed.text()).toBe(await plain.text());
  }
});

describe('pages that were opened before an update', () => {
  test('get the files of today by the names of that time, and are told what is not understood', async () => {
    const loader = (await httpRequest(`${listenerUrl}/site/lamps.js`)).body;
    const [panel = ''] = /panel-[\w-]{8}\.js/.exec(loader) ?? [];
    const now = await httpRequest(`${listenerUrl}/site/assets/${panel}`);
    expect(now.headers['cache-control']).toContain('immutable');
    const former = await httpRequest(`${listenerUrl}/site/assets/panel-AbCd0123.js`);
    expect([former.status, former.body, former.headers['cache-control']]).toEqual([200, now.body, 'no-store']);
    for (const name of ['panel-x.js', 'other-AbCd0123.js', '..%2floader.js'])
      expect((await httpRequest(`${listenerUrl}/site/assets/${name}`)).status).toBe(404);
    const visitor = await openVisitor(listenerUrl, 'lamps');
    visitor.say({ kind: 'from-the-future', id: 'id-of-it' } as never);
    expect(await visitor.next('refused')).toEqual({ kind: 'refused', id: 'id-of-it', code: 'invalid' });
    await visitor.leave();
  });

  test('the chat page is shown while nobody is there, whatever websites show', async () => {
    await host.rpc('channels.create', { name: 'Away', kind: 'site', publicId: 'away', site: { whenAway: 'nothing' } });
    await host.rpc('operators.setPresence', { presence: 'away' });
    const status = async (query: string) => (await httpRequest(`${listenerUrl}/site/away/status${query}`)).json();
    expect(await status('')).toEqual({ show: false });
    expect(await status('?page')).toMatchObject({ show: true, staffed: false });
    await host.rpc('operators.setPresence', { presence: 'online' });
  });
});

describe('without a WebSocket', () => {
  test('polling and sending', async () => {
    const post = async (path: string, body: object) =>
      httpRequest(`${listenerUrl}/site/lamps/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const from = await siteRequests(listenerUrl, 'lamps').hello();
    const [token] = (await post('send', { ...from, frames: [{ kind: 'begin' }] })).json() as EngineFrame[];
    if (token?.kind !== 'token') throw new Error('no token');
    const known = { ...from, hello: { ...from.hello, token: token.token } };
    const waiting = post('poll', known);
    const id = newId();
    const answers = (await post('send', { ...known, frames: [{ kind: 'message', id, text: 'By poll' }] })).json();
    expect(answers).toMatchObject([{ kind: 'accepted', id }]);
    expect(((await waiting).json() as EngineFrame[]).length).toBeGreaterThan(1);
    expect((await post('poll', { connection: 'none' })).status).toBe(400);
    expect((await post('send', { ...known, frames: [{ kind: 'nonsense' }] })).status).toBe(400);
  });
});

describe('a bot’s button', () => {
  const buttons =
    '[{"id":7,"text":"Lamps "},{"id":"7","text":"Shades"},{"id":9007199254740993,"text":"Bulbs"},{"text":"Else"}]';
  const rows = [
    ['a number', 0, 'Lamps', '7'],
    ['a text of digits', 1, 'Shades', '"7"'],
    ['a number with all its digits', 2, 'Bulbs', '9007199254740993'],
  ] as const;
  let stage: Stage;
  let bot: TestBot;
  beforeAll(async () => {
    stage = await startStage({ clock: createQuickClock(4) });
    bot = await openBot(stage);
    await stage.host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'shop' });
    const { channels } = await stage.host.rpc('channels.list', {});
    await stage.host.rpc('bots.update', { botId: bot.id, channelIds: channels.map(({ id }) => id) });
  });
  afterAll(() => stage.stop());

  /** A visitor whom the bot has offered these buttons. */
  async function offered(text: string, from = 0) {
    const visitor = await openVisitor((await stage.host.rpc('setup.get', {})).listenerUrl, 'shop');
    visitor.say({ kind: 'begin' });
    await visitor.next('token');
    visitor.say({ kind: 'message', id: newId(), text });
    const { seen } = await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === text);
    const offer = JSON.stringify((JSON.parse(buttons) as unknown[]).slice(from, from + 3)).replaceAll(
      '9007199254740992',
      '9007199254740993',
    );
    await bot.post(
      `{"event":"BOT_MESSAGE","chat_id":${seen.chat_id},"message":{"type":"BUTTONS","title":"Which?","buttons":${offer}}}`,
    );
    const { message } = await visitor.next('message', (frame) => frame.message.buttons !== undefined);
    /** what the bot gets of it */
    const says = async (frame: object): Promise<string | undefined> => {
      const id = newId();
      const before = bot.address.attempts().length;
      visitor.say({ kind: 'message', id, ...frame });
      await visitor.next('accepted', (accepted) => accepted.id === id);
      const attempt = (await bot.address.waitFor(before + 1))[before];
      return /"button_id":("[^"]*"|[^,}]*)/.exec(attempt?.raw ?? '')?.[1];
    };
    return { message: message.id, says, chatId: seen.chat_id };
  }

  test.each(rows)('that is pressed goes to the bot with its id as %s', async (what, index, text, id) => {
    const { message, says } = await offered(`Hello, ${what}`);
    expect(await says({ text, pressed: { message, index } })).toBe(id);
  });

  test('has no id for words that were typed, another text, a button without an id, or another visitor’s', async () => {
    const { says, ...mine } = await offered('Hello, mine', 1);
    const other = await offered('Hello, other');
    expect(await says({ text: 'Shades' })).toBeUndefined();
    expect(await says({ text: 'Something else', pressed: { message: mine.message, index: 0 } })).toBeUndefined();
    expect(await says({ text: 'Else', pressed: { message: mine.message, index: 2 } })).toBeUndefined();
    expect(await says({ text: 'Else', pressed: { message: mine.message, index: 9 } })).toBeUndefined();
    expect(await says({ text: 'Lamps', pressed: { message: other.message, index: 0 } })).toBeUndefined();
  });

  test('shows that the bot types until it answers or an operator takes the chat', async () => {
    const visitor = await openVisitor((await stage.host.rpc('setup.get', {})).listenerUrl, 'shop');
    visitor.say({ kind: 'begin' });
    await visitor.next('token');
    const typing = async (on: boolean) => (await visitor.next('typing', (frame) => frame.on === on)).name;
    const asks = async (text: string) => {
      visitor.say({ kind: 'message', id: newId(), text });
      return (await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === text)).seen;
    };
    const chat = await asks('Are you thinking?');
    expect(await typing(true)).toBe(bot.name);
    await bot.say(chat, 'I was');
    expect(await typing(false)).toBe(bot.name);
    await asks('And now?');
    await typing(true);
    await stage.host.rpc('chats.take', { chatId: chat.chat_id });
    await typing(false);
  });

  test('goes with its id to the bot that gets the chat back, too', async () => {
    const { message, says, chatId } = await offered('Hello, again');
    await says({ text: 'Shades', pressed: { message, index: 1 } });
    bot.address.react(provides.status(500));
    const before = bot.address.attempts().length;
    const waiting = says({ text: 'Lamps', pressed: { message, index: 0 } });
    expect(await waiting).toBe('7');
    await stage.host.rpc('chats.take', { chatId });
    bot.address.react(provides.ok);
    await stage.host.rpc('chats.returnToBot', { chatId });
    const attempts = await bot.address.waitFor(before + 2);
    expect(attempts.at(-1)?.raw).toContain('"button_id":7');
  });
});
