import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import {
  botConversation,
  botTexts,
  openBot,
  openConversationWith,
  startStage,
  type BotConversation,
  type Stage,
} from '../../fixtures/bots.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import type { SeenEvent } from '../../fixtures/provider.ts';
import { toEnglish } from '#shared/locales/english.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

/** Sends a BOT_MESSAGE; returns its message in the chat and the texts that the customer got. */
async function spoken(
  message: object,
): Promise<{ readonly line: Message; readonly sent: readonly unknown[]; readonly conversation: BotConversation }> {
  const conversation = await botConversation(stage);
  const { status, body } = await conversation.send('BOT_MESSAGE', conversation.chat, { message });
  expect([status, body]).toEqual([200, '{"result":"ok"}']);
  await conversation.say(conversation.chat, 'the end');
  const received = await conversation.inbox.waitFor(1, ({ raw }) => raw.includes('the end'));
  expect(received).toHaveLength(1);
  const [line] = botTexts(await conversation.feed());
  if (line === undefined) throw new Error('the bot said nothing');
  const sent = conversation.inbox.replies().map((reply) => bodyOf(reply).message.text);
  return { line, sent: sent.slice(0, -1), conversation };
}

async function refusedMessage(message: unknown): Promise<string> {
  const conversation = await botConversation(stage);
  const { status, json } = await conversation.send('BOT_MESSAGE', conversation.chat, { message });
  expect(status).toBe(400);
  expect(json()).toMatchObject({ error: { code: 'invalid_request', message: expect.any(String) as string } });
  expect(botTexts(await conversation.feed())).toEqual([]);
  return (json() as { error: { message: string } }).error.message;
}

describe.concurrent('2 Common identifiers', () => {
  test('id: a string, unique for each event, a UUID', async () => {
    const conversation = await botConversation(stage);
    await conversation.write('Once more');
    const [first, second] = await conversation.address.waitFor(2);
    expect(first?.seen.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(second?.seen.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(second?.seen.id).not.toBe(first?.seen.id);
  });

  test('client_id: a decimal string, the same in all chats of a customer, unique in the installation', async () => {
    const bot = await openBot(stage);
    const ann = await openConversationWith(stage.host, bot, 'Hello', 'ann');
    const bob = await openConversationWith(stage.host, bot, 'Hello', 'bob');
    const annElsewhere = await openConversationWith(stage.host, await openBot(stage), 'Hello', 'ann');
    await stage.host.rpc('chats.close', { chatId: ann.chatId });
    const again = await openConversationWith(stage.host, bot, 'Hello again', 'ann');
    expect(ann.chat.client_id).toMatch(/^[1-9]\d*$/);
    expect(again.chat.client_id).toBe(ann.chat.client_id);
    expect(new Set([ann, bob, annElsewhere].map(({ chat }) => chat.client_id)).size).toBe(3);
  });

  test('chat_id: a decimal string, unique; a new one after the chat was closed', async () => {
    const bot = await openBot(stage);
    const ann = await openConversationWith(stage.host, bot, 'Hello', 'ann');
    expect(ann.chat.chat_id).toMatch(/^[1-9]\d*$/);
    await ann.write('Once more');
    await ann.address.next(
      'CLIENT_MESSAGE',
      ({ message, chat_id }) => message?.text === 'Once more' && chat_id === ann.chatId,
    );
    await stage.host.rpc('chats.close', { chatId: ann.chatId });
    const again = await openConversationWith(stage.host, bot, 'Hello again', 'ann');
    expect(again.chat.chat_id).not.toBe(ann.chat.chat_id);
  });

  test('event: the type of the event', async () => {
    expect((await botConversation(stage)).chat.event).toBe('CLIENT_MESSAGE');
  });
});

describe.concurrent('2 CLIENT_MESSAGE payload', () => {
  test('is exactly these fields', async () => {
    const bot = await openBot(stage);
    await bot.channel.post({
      sender: { id: 'ann', name: 'Ann', url: 'https://shop.example/lamps', email: 'ann@example.com' },
      message: { type: 'text', text: 'Hello' },
    });
    const { seen, headers, method } = await bot.address.next('CLIENT_MESSAGE');
    const [heard] = await bot.channel.receivedBy('"ann"');
    expect(method).toBe('POST');
    expect(headers['content-type']).toMatch(/^application\/json\b/);
    expect(seen).toEqual({
      id: expect.any(String) as string,
      client_id: expect.stringMatching(/^\d+$/) as string,
      chat_id: heard?.chatId,
      event: 'CLIENT_MESSAGE',
      site_id: expect.stringMatching(/./) as string,
      agents_online: true,
      sender: { id: Number(seen.client_id), name: 'Ann', url: 'https://shop.example/lamps', has_contacts: true },
      message: { type: 'TEXT', text: 'Hello', timestamp: Math.floor((heard?.at ?? 0) / 1000) },
      channel: { id: expect.stringMatching(/./) as string, type: 'widget' },
    });
  });

  test('site_id: the same for every channel and bot of the installation', async () => {
    const [one, other] = [await botConversation(stage), await botConversation(stage)];
    expect(one.chat.site_id).toBe(other.chat.site_id);
  });

  test('agents_online: true while an operator is online', async () => {
    expect((await botConversation(stage)).chat.agents_online).toBe(true);
  });

  test('sender.id: an integer, the same number as client_id', async () => {
    const { chat } = await botConversation(stage);
    expect(chat.sender?.id).toBe(Number(chat.client_id));
    expect(Number.isSafeInteger(chat.sender?.id)).toBe(true);
  });

  test('sender.name and sender.url: absent if unknown', async () => {
    const { chat } = await botConversation(stage);
    expect(Object.keys(chat.sender ?? {}).toSorted()).toEqual(['has_contacts', 'id']);
  });

  test.each([
    [{}, false],
    [{ name: 'Ann' }, false],
    [{ email: 'ann@example.com' }, true],
    [{ phone: '+46 8 123' }, true],
    [{ phone: '1', email: 'a@example.com' }, true],
  ])('sender.has_contacts of a customer with %j: %s', async (contacts, expected) => {
    const bot = await openBot(stage);
    await bot.channel.post({ sender: { id: 'ann', ...contacts }, message: { type: 'text', text: 'Hello' } });
    expect((await bot.address.next('CLIENT_MESSAGE')).seen.sender?.has_contacts).toBe(expected);
  });

  test('message.text: the text, unchanged', async () => {
    const text = 'Grün 🙂 "quoted" \\ </script>\nnext line';
    const conversation = await openConversationWith(stage.host, await openBot(stage), text);
    expect(conversation.chat.message).toMatchObject({ type: 'TEXT', text });
  });

  test('message.button_id: of the last button offered with the text that the customer wrote', async () => {
    const { write, send, chat, address } = await botConversation(stage);
    const offer = (...buttons: readonly object[]) =>
      send('BOT_MESSAGE', chat, { message: { type: 'BUTTONS', title: 'Which?', text: 'Which?', buttons } });
    const idOf = async (text: string) => {
      await write(text);
      const { seen } = await address.next('CLIENT_MESSAGE', ({ message }) => message?.text === text);
      return seen.message?.button_id;
    };
    expect(await idOf('Lamps, please')).toBeUndefined();
    await offer({ id: 'l', text: 'Lamps' }, { id: 7, text: 'Shades ' });
    expect(await idOf(' lamps ')).toBe('l');
    expect(await idOf('Shades')).toBe(7);
    await offer({ id: 'f', text: 'Floor lamps' }, { text: 'Other' });
    expect(await idOf('Floor lamps')).toBe('f');
    for (const text of ['Lamps', 'Other', 'Floor']) expect(await idOf(text)).toBeUndefined();
  });

  test('message.timestamp: an integer, unix time', async () => {
    const { chat, feed } = await botConversation(stage);
    const [heard] = await feed();
    expect(chat.message?.timestamp).toBe(Math.floor((heard?.at ?? 0) / 1000));
  });

  test('channel.id: the same for one channel, another for another', async () => {
    const bot = await openBot(stage);
    const ids = [
      await openConversationWith(stage.host, bot),
      await openConversationWith(stage.host, bot),
      await botConversation(stage),
    ].map(({ chat }) => chat.channel?.id);
    expect([ids[0] === ids[1], ids[0] === ids[2], typeof ids[0]]).toEqual([true, false, 'string']);
  });

  test("channel.type: widget, or what the channel's settings name", async () => {
    expect((await botConversation(stage)).chat.channel?.type).toBe('widget');
    const named = await openBot(stage, {}, { botChannelType: 'whatsapp' });
    expect((await openConversationWith(stage.host, named)).chat.channel?.type).toBe('whatsapp');
  });

  test('every customer message while the bot has the chat, in order', async () => {
    const conversation = await botConversation(stage);
    const texts = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    for (const text of texts) await conversation.write(text);
    const received = await conversation.address.waitFor(13);
    expect(received.map(({ seen }) => seen.message?.text)).toEqual(['Hello', ...texts]);
  });

  test.each([
    [
      { type: 'photo', file: 'https://shop.example/a.png', file_name: 'a.png', file_size: 9 },
      '[photo] https://shop.example/a.png',
    ],
    [
      { type: 'photo', file: 'https://shop.example/a.png', text: 'This lamp', file_name: 'a.png', file_size: 9 },
      /This lamp/,
    ],
    [
      { type: 'video', file: 'https://shop.example/a.mp4', file_name: 'a.mp4', file_size: 9 },
      '[video] https://shop.example/a.mp4',
    ],
    [
      { type: 'document', file: 'https://shop.example/a.pdf', file_name: 'a.pdf', file_size: 9 },
      '[document] https://shop.example/a.pdf',
    ],
    [
      { type: 'sticker', file: 'https://shop.example/a.webp', file_name: 'a.webp', file_size: 9 },
      '[sticker] https://shop.example/a.webp',
    ],
    [{ type: 'location', latitude: 59.3, longitude: 18.1 }, /^\[location\] .*59\.3.*18\.1/],
  ])('a message other than text arrives as TEXT: %j', async (message, expected) => {
    const bot = await openBot(stage);
    expect((await bot.channel.post({ sender: { id: 'ann' }, message })).status).toBe(200);
    const { seen } = await bot.address.next('CLIENT_MESSAGE');
    expect(seen.message?.type).toBe('TEXT');
    if (typeof expected === 'string') expect(seen.message?.text).toBe(expected);
    else expect(seen.message?.text).toMatch(expected);
  });

  test('a long text arrives as the messages it was split into; joined, they are the text', async () => {
    const text = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ');
    const conversation = await openConversationWith(stage.host, await openBot(stage), text);
    const parts = (await conversation.channel.receivedBy(conversation.externalId)).length;
    const received = await conversation.address.waitFor(parts);
    expect(received.map(({ seen }) => seen.message?.text).join('')).toBe(text);
  });

  test('typing of a customer is not an event', async () => {
    const conversation = await botConversation(stage);
    await conversation.channel.post({
      sender: { id: JSON.parse(conversation.externalId) as string },
      message: { type: 'typein' },
    });
    await conversation.write('after typing');
    const received = await conversation.address.waitFor(2);
    expect(received.map(({ seen }) => seen.message?.text)).toEqual(['Hello', 'after typing']);
  });
});

describe.concurrent('2 BOT_MESSAGE message variants', () => {
  test('TEXT: text and timestamp', async () => {
    const { line, sent } = await spoken({ type: 'TEXT', text: 'Good day', timestamp: 1_790_000_000 });
    expect(line).toMatchObject({ from: 'bot', type: 'text', text: 'Good day' });
    expect(line).not.toHaveProperty('markdown');
    expect(line).not.toHaveProperty('heldBack');
    expect(sent).toEqual(['Good day']);
  });

  test('TEXT longer than 1000 characters reaches the customer in parts that make up the text', async () => {
    const text = 'lamp and shade '.repeat(200).trim();
    const { sent } = await spoken({ type: 'TEXT', text });
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.join('')).toBe(text);
    for (const part of sent) expect(Array.from(String(part)).length).toBeLessThanOrEqual(1000);
  });

  test('MARKDOWN: operators see content, a channel without markup gets text', async () => {
    const { line, sent } = await spoken({
      type: 'MARKDOWN',
      content: '**Good** day',
      text: 'Good day',
      timestamp: 1_790_000_000,
    });
    expect(line).toMatchObject({ from: 'bot', markdown: '**Good** day', text: 'Good day' });
    expect(sent).toEqual(['Good day']);
  });

  test('BUTTONS: operators see title and buttons, a channel without buttons gets text', async () => {
    const buttons = [
      { id: 'y', text: 'Yes' },
      { id: 'n', text: 'No' },
      { id: 'h', text: 'A person, please' },
    ];
    const { line, sent } = await spoken({
      type: 'BUTTONS',
      title: 'Is it green?',
      text: 'Is it green? Yes or no',
      timestamp: 1_790_000_000,
      buttons,
    });
    expect(line).toMatchObject({ from: 'bot', title: 'Is it green?', text: 'Is it green? Yes or no', buttons });
    expect(sent).toEqual(['Is it green? Yes or no']);
  });

  test('BUTTONS without text: not sent to the customer, and the chat shows it', async () => {
    const { line, sent } = await spoken({
      type: 'BUTTONS',
      title: 'Is it green?',
      buttons: [{ id: 'y', text: 'Yes' }],
    });
    expect(line).toMatchObject({
      from: 'bot',
      title: 'Is it green?',
      buttons: [{ id: 'y', text: 'Yes' }],
      heldBack: 'no_plain_text',
    });
    expect(sent).toEqual([]);
  });

  test('Button object: id and text; ids are strings or numbers', async () => {
    const { line } = await spoken({
      type: 'BUTTONS',
      title: 'Which?',
      text: 'Which?',
      buttons: [
        { id: 1, text: 'One' },
        { id: 'two', text: 'Two' },
      ],
    });
    expect(line.buttons).toEqual([
      { id: '1', isNumber: true, text: 'One' },
      { id: 'two', text: 'Two' },
    ]);
  });

  test.each([
    [undefined, 'message'],
    [{ type: 'PHOTO', file: 'https://shop.example/a.png' }, 'message.type'],
    [{ type: 'MARKDOWN', text: 'no content' }, 'message.content'],
    [{ type: 'BUTTONS', text: 'no title', buttons: [{ id: 1, text: 'Yes' }] }, 'message.title'],
    [{ type: 'BUTTONS', title: 'No buttons', text: 'none', buttons: [] }, 'message.buttons'],
  ])('an invalid variant is answered with 400 naming the field: %j', async (message, field) => {
    expect(await refusedMessage(message)).toContain(field);
  });
});

describe.concurrent('2 CLIENT_INFO payload', () => {
  const inform = async (
    conversation: BotConversation,
    client: unknown,
    envelope: Partial<SeenEvent> = { client_id: conversation.chat.client_id },
  ) => conversation.post({ id: 'info-1', event: 'CLIENT_INFO', ...envelope, client });

  test('client.email, client.phone and client.name appear in the contacts and in the dialogue', async () => {
    const conversation = await botConversation(stage);
    expect(
      (await inform(conversation, { name: 'Ann Smith', phone: '+46 8 123', email: 'ann@example.com' })).status,
    ).toBe(200);
    expect((await conversation.chatNow()).customer).toMatchObject({
      name: 'Ann Smith',
      phone: '+46 8 123',
      email: 'ann@example.com',
    });
    const line = (await conversation.feed()).find(({ event }) => event?.kind === 'contacts_given');
    expect(line?.event).toMatchObject({ kind: 'contacts_given', botName: conversation.name });
    expect(line?.event?.kind === 'contacts_given' && [...line.event.fields].toSorted()).toEqual([
      'email',
      'name',
      'phone',
    ]);
  });

  test('operators are notified of changed contacts', async () => {
    const conversation = await botConversation(stage);
    const events = await stage.host.events();
    await inform(conversation, { name: 'Ann Smith' });
    const { data } = await events.waitFor(
      'customer.changed',
      ({ customer }) => customer.externalId === conversation.externalId,
    );
    expect(data.customer.name).toBe('Ann Smith');
    events.close();
  });

  test('from then on has_contacts is true', async () => {
    const conversation = await botConversation(stage);
    expect(conversation.chat.sender?.has_contacts).toBe(false);
    await inform(conversation, { phone: '+46 8 123' });
    await conversation.write('Once more');
    const { seen } = await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Once more');
    expect(seen.sender?.has_contacts).toBe(true);
  });

  test('chat_id is optional, and may be given', async () => {
    const conversation = await botConversation(stage);
    const { chat_id, client_id } = conversation.chat;
    expect((await inform(conversation, { name: 'Ann' }, { chat_id, client_id })).status).toBe(200);
    expect((await conversation.chatNow()).customer.name).toBe('Ann');
  });

  test('later fields update what the bot sent; absent ones erase nothing', async () => {
    const conversation = await botConversation(stage);
    await inform(conversation, { name: 'Ann', phone: '1' });
    await inform(conversation, { phone: '2', email: 'a@example.com' });
    expect((await conversation.chatNow()).customer).toMatchObject({ name: 'Ann', phone: '2', email: 'a@example.com' });
  });

  test('what an operator entered is never overwritten', async () => {
    const conversation = await botConversation(stage);
    const { customer } = await conversation.chatNow();
    await inform(conversation, { name: 'ann', email: 'a@example.com' });
    await stage.host.rpc('customers.update', { customerId: customer.id, name: 'Ann Smith' });
    await inform(conversation, { name: 'ann the second', email: 'b@example.com' });
    expect((await conversation.chatNow()).customer).toMatchObject({ name: 'Ann Smith', email: 'b@example.com' });
  });

  test('what the customer sent is not empty and stays', async () => {
    const bot = await openBot(stage);
    await bot.channel.post({
      sender: { id: 'ann', name: 'Ann of the shop' },
      message: { type: 'text', text: 'Hello' },
    });
    const { seen } = await bot.address.next('CLIENT_MESSAGE');
    expect(
      (
        await bot.post({
          id: '1',
          event: 'CLIENT_INFO',
          client_id: seen.client_id,
          client: { name: 'Somebody', phone: '1' },
        })
      ).status,
    ).toBe(200);
    expect((await bot.channel.chatOf('"ann"')).customer).toMatchObject({ name: 'Ann of the shop', phone: '1' });
  });

  test('long values are truncated, values other than text are left out, and the journal records both', async () => {
    const conversation = await botConversation(stage);
    expect((await inform(conversation, { name: 'n'.repeat(256), phone: '7'.repeat(65), email: 5 })).status).toBe(200);
    const { customer } = await conversation.chatNow();
    expect([customer.name, customer.phone, customer.email]).toEqual(['n'.repeat(255), '7'.repeat(64), undefined]);
    const { entries } = await stage.host.rpc('journal.list', { botId: conversation.id });
    expect(entries.find(({ kind }) => kind === 'CLIENT_INFO')?.notes.map(toEnglish)).toEqual([
      'client.name was too long: only its first 255 characters were kept',
      'client.phone was too long: only its first 64 characters were kept',
      'client.email was ignored: its value is not valid',
    ]);
  });

  test.each([
    [{ client: { name: 'Ann' } }, 'client_id'],
    [{ client_id: '999999999', client: { name: 'Ann' } }, 'client_id'],
    [{ client_id: 'ann', client: { name: 'Ann' } }, 'client_id'],
  ])('without a customer it is answered with 400: %j', async (fields, named) => {
    const conversation = await botConversation(stage);
    const { status, json } = await conversation.post({ id: '1', event: 'CLIENT_INFO', ...fields });
    expect(status).toBe(400);
    expect(json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining(named) as string },
    });
  });

  test.each([undefined, 'Ann'])('client is required and an object: %j is answered with 400', async (client) => {
    const conversation = await botConversation(stage);
    const { status, json } = await inform(conversation, client);
    expect(status).toBe(400);
    expect(json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining('client') as string },
    });
  });
});

describe.concurrent('2 Error body', () => {
  test('error.code and error.message, a string for people', async () => {
    const conversation = await botConversation(stage);
    const refused = await conversation.send('BOT_MESSAGE', conversation.chat, { message: 5 });
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({
      error: { code: 'invalid_request', message: expect.stringMatching(/\w+ \w+/) as string },
    });
    expect(refused.headers['content-type']).toMatch(/^application\/json\b/);
  });
});
