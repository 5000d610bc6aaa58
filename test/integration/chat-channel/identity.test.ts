import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMessages, isBehindWebsite, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { bodyOf, startIntegrator, type Endpoint, type Integrator } from '../../fixtures/integrator.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { toEnglish } from '#shared/locales/english.ts';

let host: Host;
let integrator: Integrator;
let endpoint: Endpoint;
let channel: TestChannel;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost();
  endpoint = integrator.endpoint('hook');
  channel = await openChannel(host, { endpoint: endpoint.url });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const withId = (id: string, text = 'Hello', rest = ''): string =>
  `{"sender":{"id":${id}${rest}},"message":{"type":"text","text":${JSON.stringify(text)}}}`;

/** The returned `recipient.id`, as JSON text. */
async function roundTrip(id: string, words: string): Promise<string | undefined> {
  const { status, body } = await channel.post(withId(id));
  if (status !== 200) throw new Error(`${id} was answered with ${status}: ${body}`);
  const { id: chatId } = await channel.chatOf(id);
  await host.rpc('chats.reply', { chatId, text: words });
  const [received] = await endpoint.waitFor(1, (each) => isReplyOf(each.raw, words));
  await host.rpc('chats.close', { chatId });
  return /"recipient":\{"id":(-?\d+|"(?:[^"\\]|\\.)*")\}/.exec(received?.raw ?? '')?.[1];
}

function isReplyOf(raw: string, words: string): boolean {
  return (JSON.parse(raw) as { message: { text?: string } }).message.text === words;
}

describe('identity of a customer', () => {
  test.each(['1', '-7', '9007199254740993'])(
    '%s as a number and as a string is one customer with one chat',
    async (id) => {
      const own = await openChannel(host, { endpoint: endpoint.url });
      await own.post(withId(`"${id}"`, 'from the string'));
      const { id: chatId, customer } = await own.chatOf(`"${id}"`);
      await own.post(withId(id, 'from the number', ',"name":"Ann"'));
      const chat = await host.rpc('chats.get', { chatId });
      expect(chat.customer).toMatchObject({ id: customer.id, externalId: id, name: 'Ann' });
      expect((await allMessages(host, chatId)).map(({ text }) => text)).toEqual(['from the string', 'from the number']);
      await host.rpc('chats.close', { chatId });
      await own.post(withId(`"${id}"`, 'again'));
      expect((await own.chatOf(`"${id}"`)).customer.id).toBe(customer.id);
    },
  );

  test('replies, rating texts and typing go back in the form that came last, and so they do after a restart', async () => {
    let shop = await startHost();
    await openToCustomers(shop);
    const hook = integrator.endpoint('forms');
    const own = await openChannel(shop, { endpoint: hook.url });
    await own.post(withId('"324234234"', 'a text'));
    const { id: chatId } = await own.chatOf('"324234234"');
    const formOf = async (act: () => Promise<unknown>): Promise<string | undefined> => {
      const before = hook.received.length;
      await act();
      return /"recipient":\{"id":([^}]+)\}/.exec((await hook.waitFor(before + 1))[before]?.raw ?? '')?.[1];
    };
    expect(await formOf(() => shop.rpc('chats.reply', { chatId, text: 'One' }))).toBe('"324234234"');
    await own.post(withId('324234234', 'a document'));
    expect(await formOf(() => shop.rpc('chats.reply', { chatId, text: 'Two' }))).toBe('324234234');
    expect(await formOf(() => shop.rpc('chats.requestRating', { chatId }))).toBe('324234234');
    expect(await formOf(() => shop.rpc('chats.typing', { chatId, typing: true }))).toBe('324234234');
    await shop.stop();
    shop = await shop.restart();
    expect(await formOf(() => shop.rpc('chats.reply', { chatId, text: 'Three' }))).toBe('324234234');
    await shop.remove();
  });

  test('a message repeated in the other form is a repeat, and blocking holds for both', async () => {
    const own = await openChannel(host);
    const post = (id: string, message: string) =>
      own.post(`{"sender":{"id":${id}},"message":{"type":"text","id":"m1","text":"${message}"}}`);
    await post('5', 'Hello');
    await post('"5"', 'Hello');
    const { id: chatId, customer } = await own.chatOf('5');
    expect(await allMessages(host, chatId)).toHaveLength(1);
    await host.rpc('customers.block', { customerId: customer.id });
    expect((await post('"5"', 'Blocked')).status).toBe(200);
    expect((await post('5', 'Blocked')).status).toBe(200);
    expect(await allMessages(host, chatId)).toMatchObject([{ text: 'Hello' }, { from: 'system' }]);
  });

  test.each([
    ['1', '"01"'],
    ['1', '" 1"'],
    ['1', '"1.0"'],
    ['-1', '"1"'],
    ['12', '"1"'],
    ['"a"', '"A"'],
  ])('%s and %s are two customers', async (a, b) => {
    const own = await openChannel(host);
    await own.post(withId(a, 'from one'));
    await own.post(withId(b, 'from the other'));
    expect((await own.receivedBy(a)).map(({ text }) => text)).toEqual(['from one']);
    expect((await own.receivedBy(b)).map(({ text }) => text)).toEqual(['from the other']);
  });

  test('the same id on another channel is another customer', async () => {
    const other = await openChannel(host);
    await channel.post(withId('"ann"'));
    await other.post(withId('"ann"'));
    expect((await channel.chatOf('"ann"')).customer.id).not.toBe((await other.chatOf('"ann"')).customer.id);
  });

  test('9007199254740993 and 9007199254740992 are two customers', async () => {
    await channel.post(withId('9007199254740993', 'three'));
    await channel.post(withId('9007199254740992', 'two'));
    expect((await channel.receivedBy('9007199254740993')).map(({ text }) => text)).toEqual(['three']);
    expect((await channel.receivedBy('9007199254740992')).map(({ text }) => text)).toEqual(['two']);
  });

  test.each(['9007199254740993', '-9007199254740993', '0', '123456789012345678901234567890123456789012345678901'])(
    '%s is returned with all its digits, still a number',
    async (id) => {
      expect(await roundTrip(id, `to ${id}`)).toBe(id);
    },
  );

  test('the same string in another JSON spelling is the same customer', async () => {
    await channel.post(withId('"\\u0042ob"', 'escaped'));
    await channel.post(withId('"Bob"', 'plain'));
    expect(await channel.receivedBy('"Bob"')).toHaveLength(2);
  });

  test.skipIf(isBehindWebsite).each(['1.5', '""', '{}'])(
    '%s is not an id: 400 naming sender.id, and journalled',
    async (id) => {
      const own = await openChannel(host);
      const { status, json } = await own.post(withId(id));
      expect(status).toBe(400);
      expect(json()).toEqual({
        error: { code: 'invalid_request', message: expect.stringContaining('sender.id') as string },
      });
      const { entries } = await host.rpc('journal.list', { channelId: own.id });
      expect(entries).toMatchObject([{ status: 400, outcome: 'refused', kind: 'message' }]);
      expect(entries[0]?.notes.map(toEnglish).join(' ')).toContain('sender.id');
    },
  );

  test('property: every allowed id is returned exactly', async () => {
    const integers = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
    const strings = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => JSON.stringify(text));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(integers, strings), async (id) => {
        const back = await roundTrip(id, `round ${(run += 1)}`);
        expect(typeof JSON.parse(back ?? 'null')).toBe(typeof JSON.parse(id));
        if (id.startsWith('"')) expect(JSON.parse(back ?? 'null')).toBe(JSON.parse(id));
        else expect(back).toBe(id);
      }),
      { numRuns: 25 },
    );
  });
});

describe('customer data', () => {
  const say = (id: string, sender: Record<string, unknown>) =>
    channel.post({ sender: { id, ...sender }, message: { type: 'text', text: 'Hello' } });

  test('later fields update, absent ones erase nothing', async () => {
    await say('updated', {
      name: 'Ann',
      phone: '1',
      email: 'a@example.com',
      photo: 'https://shop.example/1.png',
      url: 'https://shop.example/1',
      invite: 'Hello?',
    });
    await say('updated', { name: 'Ann Smith', url: 'https://shop.example/2' });
    await say('updated', {});
    expect((await channel.chatOf('"updated"')).customer).toMatchObject({
      name: 'Ann Smith',
      phone: '1',
      email: 'a@example.com',
      photo: 'https://shop.example/1.png',
      url: 'https://shop.example/2',
      invite: 'Hello?',
    });
  });

  test.each([
    ['photo', 'ftp://shop.example/a.png'],
    ['photo', '  '],
    ['name', 17],
    ['phone', { home: 1 }],
    ['email', ['a@example.com']],
    ['invite', false],
  ])('an invalid %s (%j) is dropped, the message is kept and the journal records it', async (field, bad) => {
    const own = await openChannel(host);
    const { status } = await own.post({ sender: { id: 'a', [field]: bad }, message: { type: 'text', text: 'Hello' } });
    expect(status).toBe(200);
    expect(await own.receivedBy('"a"')).toHaveLength(1);
    expect((await own.chatOf('"a"')).customer).not.toHaveProperty(field);
    const { entries } = await host.rpc('journal.list', { channelId: own.id });
    expect(entries[0]?.outcome).toBe('accepted');
    expect(entries[0]?.notes.map(toEnglish).join(' ')).toContain(field);
  });

  test('an invalid field does not erase the known value', async () => {
    await say('kept', { name: 'Ann', photo: 'https://shop.example/1.png' });
    await say('kept', { name: null, photo: 'nonsense' });
    expect((await channel.chatOf('"kept"')).customer).toMatchObject({
      name: 'Ann',
      photo: 'https://shop.example/1.png',
    });
  });

  test('an invalid url is kept as plain text', async () => {
    await say('somewhere', { url: 'the lamp page' });
    expect((await channel.chatOf('"somewhere"')).customer.url).toBe('the lamp page');
  });

  test('the reply still reaches a customer whose every field changed', async () => {
    await say('finding', { name: 'Ann' });
    await say('finding', { name: 'Bob', phone: '2' });
    const { id: chatId } = await channel.chatOf('"finding"');
    await host.rpc('chats.reply', { chatId, text: 'found you' });
    const [received] = await endpoint.waitFor(1, ({ raw }) => isReplyOf(raw, 'found you'));
    expect(bodyOf(received).recipient).toEqual({ id: 'finding' });
  });
});
