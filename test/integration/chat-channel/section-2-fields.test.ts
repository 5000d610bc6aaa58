import { MEDIA_TYPES } from '#shared/domain/kinds/file.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { asReceived, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { answer, bodyOf, startIntegrator, type Endpoint, type Integrator } from '../../fixtures/integrator.ts';

let host: Host;
let integrator: Integrator;
let channel: TestChannel;
let endpoint: Endpoint;
let count = 0;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost({
    provision: {
      operators: [{ name: 'Olga', photo: 'https://shop.example/olga.png', accessKey: 'olga-key-for-tests-0001' }],
    },
  });
  endpoint = integrator.endpoint('hook');
  channel = await openChannel(host, { endpoint: endpoint.url });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const newId = (): string => `customer-${(count += 1)}`;

async function customerFrom(sender: Record<string, unknown>): Promise<Customer> {
  const id = newId();
  const { status } = await channel.post({ sender: { id, ...sender }, message: { type: 'text', text: 'Hello' } });
  expect(status).toBe(200);
  return (await channel.chatOf(JSON.stringify(id))).customer;
}

async function receivedFrom(message: Record<string, unknown>): Promise<Message> {
  const id = newId();
  const { status, body } = await channel.post({ sender: { id }, message });
  expect([status, body]).toEqual([200, '{"result":"ok"}']);
  const [heard] = await channel.receivedBy(JSON.stringify(id));
  if (heard === undefined) throw new Error('nothing was heard');
  return heard;
}

describe('2 Sender of a customer message', () => {
  test('id: a string and an integer are passed on', async () => {
    await channel.say('abc', 'Hello');
    await channel.say(4711, 'Hello');
    expect((await channel.chatOf('"abc"')).customer.externalId).toBe('"abc"');
    expect((await channel.chatOf('4711')).customer.externalId).toBe('4711');
  });

  test('id: when it is absent, the message is not passed on', async () => {
    const before = await host.rpc('chats.counts', {});
    const { status, json } = await channel.post({ sender: { name: 'Ann' }, message: { type: 'text', text: 'Hello' } });
    expect(status).toBe(400);
    expect(json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining('sender.id') as string },
    });
    expect(await host.rpc('chats.counts', {})).toEqual(before);
  });

  test('name: shown when given, otherwise the customer is anonymous', async () => {
    expect((await customerFrom({ name: 'Ann Smith' })).name).toBe('Ann Smith');
    expect((await customerFrom({})).name).toBeUndefined();
  });

  test('name: may be updated during the chat', async () => {
    const id = newId();
    for (const name of ['Ann', 'Ann Smith'])
      await channel.post({ sender: { id, name }, message: { type: 'text', text: `I am ${name}` } });
    expect((await channel.chatOf(JSON.stringify(id))).customer.name).toBe('Ann Smith');
  });

  test('phone: same rules as name', async () => {
    expect((await customerFrom({ phone: '+46 8 123 456' })).phone).toBe('+46 8 123 456');
    const id = newId();
    for (const phone of ['1', '2'])
      await channel.post({ sender: { id, phone }, message: { type: 'text', text: phone } });
    expect((await channel.chatOf(JSON.stringify(id))).customer.phone).toBe('2');
  });

  test('email: same rules as name', async () => {
    expect((await customerFrom({ email: 'ann@example.com' })).email).toBe('ann@example.com');
    const id = newId();
    for (const email of ['a@example.com', 'b@example.com'])
      await channel.post({ sender: { id, email }, message: { type: 'text', text: email } });
    expect((await channel.chatOf(JSON.stringify(id))).customer.email).toBe('b@example.com');
  });

  test.each(['http://shop.example/a.png', 'https://shop.example/a.gif?size=128'])(
    'photo: %s is an avatar link',
    async (photo) => {
      expect((await customerFrom({ photo })).photo).toBe(photo);
    },
  );

  test.each([
    'ftp://shop.example/a.png',
    '//shop.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    '',
    '   ',
    7,
    null,
  ])('photo: %j does not start with http:// or https:// and is dropped', async (photo) => {
    expect((await customerFrom({ photo })).photo).toBeUndefined();
  });

  test('url: the page the customer writes from', async () => {
    expect((await customerFrom({ url: 'https://shop.example/lamps?color=green' })).url).toBe(
      'https://shop.example/lamps?color=green',
    );
  });

  test('invite: passed so that operators see the context', async () => {
    expect((await customerFrom({ invite: 'Can I help you find a lamp?' })).invite).toBe('Can I help you find a lamp?');
  });
});

describe('2 Message, customer to service', () => {
  test('type: the constant text is a text message', async () => {
    expect(await receivedFrom({ type: 'text', text: 'Hello' })).toMatchObject({
      from: 'customer',
      type: 'text',
      text: 'Hello',
    });
  });

  test('type: required', async () => {
    const { status, json } = await channel.post({ sender: { id: newId() }, message: { text: 'Hello' } });
    expect(status).toBe(400);
    expect(json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining('message.type') as string },
    });
  });

  test('id: kept for the logs, not required', async () => {
    expect((await receivedFrom({ type: 'text', text: 'Hello', id: 'm-17' })).externalId).toBe('m-17');
    expect((await receivedFrom({ type: 'text', text: 'Hello' })).externalId).toBeUndefined();
  });

  test('text: required when type is text', async () => {
    const { status, json } = await channel.post({ sender: { id: newId() }, message: { type: 'text' } });
    expect(status).toBe(400);
    expect(json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining('message.text') as string },
    });
  });

  test('text: 1000 characters are one message, a longer text may be cut into several', async () => {
    const id = newId();
    await channel.say(id, 'a'.repeat(1000));
    expect(await channel.receivedBy(JSON.stringify(id))).toHaveLength(1);
    await channel.say(id, 'b'.repeat(1001));
    expect(await channel.receivedBy(JSON.stringify(id))).toHaveLength(3);
  });
});

describe('2 Agent message, service to integrator', () => {
  async function replyTo(senderId: string | number, text: string) {
    await channel.say(senderId, 'Hello');
    const { id: chatId } = await channel.chatOf(JSON.stringify(senderId));
    const { messages } = await host.rpc('chats.reply', { chatId, text });
    const [received] = await endpoint.waitFor(1, ({ raw }) => raw.includes(JSON.stringify(text)));
    return { body: bodyOf(received), raw: received?.raw ?? '', message: messages[0] };
  }

  test('sender.name: name of the operator who wrote the reply', async () => {
    expect((await replyTo(newId(), 'by whom')).body.sender).toMatchObject({ name: 'Olga' });
  });

  test('sender.photo: link to the operator avatar', async () => {
    expect((await replyTo(newId(), 'with a face')).body.sender).toEqual({
      name: 'Olga',
      photo: 'https://shop.example/olga.png',
    });
  });

  test('recipient.id: returned unchanged, string or integer', async () => {
    expect((await replyTo('0042', 'to a string')).raw).toContain('"recipient":{"id":"0042"}');
    expect((await replyTo(42, 'to an integer')).raw).toContain('"recipient":{"id":42}');
  });

  test('message.type: text', async () => {
    expect((await replyTo(newId(), 'of a type')).body.message.type).toBe('text');
  });

  test('message.id: identifier in the service', async () => {
    const { body, message } = await replyTo(newId(), 'with an id');
    expect(body.message.id).toEqual(expect.any(String));
    expect(body.message.id).toBe(message?.id);
  });

  test('message.text: the reply text', async () => {
    const words = 'Line one\nline "two" \\ ünï 🙂';
    expect((await replyTo(newId(), words)).body.message.text).toBe(words);
  });
});

describe('2 Multimedia message fields', () => {
  const file = { type: 'video', file: 'https://shop.example/clip.mp4', file_name: 'clip.mp4', file_size: 1234 };
  const fits: readonly (readonly [string, unknown])[] = [
    ['thumb', 'https://shop.example/clip-320.jpg'],
    ['emoji', '🎬'],
    ['file_size', 98765],
    ['file_name', 'our shop.mp4'],
    ['duration', 12],
    ['width', 1920],
    ['height', 1080],
    ['text', 'Look at this'],
    ['performer', 'The Shop Band'],
    ['title', 'Opening day'],
  ];
  const doesNotFit: readonly (readonly [string, readonly unknown[]])[] = [
    ['thumb', ['ftp://shop.example/t.jpg', 'thumb.jpg', 5]],
    ['emoji', [5, {}]],
    ['duration', [0, -1, 1.5, '12', null]],
    ['width', [0, -1, 1.5, '1920']],
    ['height', [0, -1, 1.5, '1080']],
    ['performer', [5, []]],
    ['title', [5, {}]],
  ];

  test('file: http(s) link to the file', async () => {
    for (const link of ['https://shop.example/a.mp4', 'http://shop.example/a.mp4']) {
      expect((await receivedFrom({ ...file, file: link })).file).toBe(link);
    }
  });

  test.each(['ftp://shop.example/a.mp4', 'javascript:alert(1)', 'a.mp4', '', 5, null, undefined])(
    'file: %j is not an http(s) link, 400',
    async (link) => {
      const { status, json } = await channel.post({ sender: { id: newId() }, message: { ...file, file: link } });
      expect(status).toBe(400);
      expect(json()).toMatchObject({
        error: { code: 'invalid_request', message: expect.stringContaining('message.file') as string },
      });
    },
  );

  test.each(fits)('%s: stored as given', async (field, given) => {
    expect(await receivedFrom({ ...file, [field]: given })).toMatchObject(asReceived({ ...file, [field]: given }));
  });

  test.each(MEDIA_TYPES)('%s: all of them at once', async (type) => {
    const message = { ...file, type, ...Object.fromEntries(fits) };
    expect(await receivedFrom(message)).toMatchObject(asReceived(message));
  });

  test('location: with title and text', async () => {
    const location = { type: 'location', latitude: 59.33, longitude: 18.07, title: 'Our shop', text: 'Here' };
    expect(await receivedFrom(location)).toMatchObject(location);
  });

  test.each(doesNotFit)('%s: invalid values are dropped and the message is kept', async (field, wrongs) => {
    for (const wrong of wrongs) {
      const heard = await receivedFrom({ ...file, [field]: wrong });
      expect(heard).toMatchObject(asReceived(file));
      expect(heard).not.toHaveProperty(field);
    }
  });

  test('latitude: real number', async () => {
    expect((await receivedFrom({ type: 'location', latitude: -33.8688, longitude: 151 })).latitude).toBe(-33.8688);
  });

  test('longitude: real number', async () => {
    expect((await receivedFrom({ type: 'location', latitude: 0, longitude: -0.1276 })).longitude).toBe(-0.1276);
  });
});

describe('2 Error object (in replies to agent messages)', () => {
  test.each([
    ['error.code', 'customer_left'],
    ['error.message', 'The customer has left the shop'],
  ])('%s: is shown to the operator in the chat', async (_field, said) => {
    const own = integrator.endpoint(newId());
    const refusing = await openChannel(host, { endpoint: own.url });
    own.react(answer.error('customer_left', 'The customer has left the shop'), answer.ok);
    const events = await host.events();
    await refusing.say('a', 'Hello');
    const { id: chatId } = await refusing.chatOf('"a"');
    const { messages } = await host.rpc('chats.reply', { chatId, text: 'Are you there?' });
    const { data } = await events.waitFor(
      'message.changed',
      ({ message }) => message.id === messages[0]?.id && message.delivery?.error !== undefined,
    );
    expect(data.message.delivery?.error?.kind).toBe('refused');
    expect(Object.values(data.message.delivery?.error ?? {})).toContain(said);
  });
});
