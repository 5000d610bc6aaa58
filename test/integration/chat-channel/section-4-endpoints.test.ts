import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBehindWebsite, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import {
  answer,
  bodyOf,
  startIntegrator,
  type Endpoint,
  type Integrator,
  type Received,
} from '../../fixtures/integrator.ts';

let host: Host;
let integrator: Integrator;
let channel: TestChannel;
let endpoint: Endpoint;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost({
    provision: {
      channels: [
        {
          name: 'Provisioned',
          publicId: 'shop-1',
          secret: 'path-secret',
          endpoint: `${integrator.origin}/provisioned`,
        },
      ],
    },
  });
  endpoint = integrator.endpoint('hook');
  channel = await openChannel(host, { endpoint: endpoint.url });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

async function replyOn(shop: TestChannel, at: Endpoint, text: string): Promise<Received> {
  await shop.say('a', `question before ${text}`);
  const { id: chatId } = await shop.chatOf('"a"');
  await host.rpc('chats.reply', { chatId, text });
  const [received] = await at.waitFor(1, ({ raw }) => raw.includes(JSON.stringify(text)));
  if (received === undefined) throw new Error('no reply came');
  return received;
}

const base = () => (isBehindWebsite ? '[^?]+/counterbell/box.php' : host.listener);

describe('4.1 Channel status', () => {
  test('GET {base_url}/<random_string>/<CHANNEL_PUBLIC_ID>/status', async () => {
    const { status, body } = await httpRequest(`${host.listener}/path-secret/shop-1/status`);
    expect(status).toBe(200);
    expect(['0', '1']).toContain(body);
    expect(channel.statusUrl).toMatch(new RegExp(`^${base()}/[^/]{16,}/${channel.publicId}/status$`));
  });

  test('Response 200: the body is an integer, 0 or 1', async () => {
    const { status, headers, body } = await channel.status();
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json\b/);
    expect(body).toMatch(/^[01]$/);
  });

  test('Response 404: no channel with this CHANNEL_PUBLIC_ID exists', async () => {
    expect((await httpRequest(`${host.listener}/path-secret/shop-2/status`)).status).toBe(404);
  });
});

describe('4.2 Customer message', () => {
  const hello = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } });

  test('POST {base_url}/<random_string>/<CHANNEL_PUBLIC_ID>', async () => {
    expect((await httpRequest(`${host.listener}/path-secret/shop-1`, { method: 'POST', body: hello })).status).toBe(
      200,
    );
    expect(channel.messageUrl).toMatch(new RegExp(`^${base()}/[^/]{16,}/${channel.publicId}$`));
  });

  test('Payload: JSON object with sender and message', async () => {
    for (const body of [
      { sender: { id: 'ann' } },
      { message: { type: 'text', text: 'Hello' } },
      {},
      { sender: 'ann', message: 'Hello' },
    ]) {
      expect((await channel.post(body)).status).toBe(400);
    }
    expect((await channel.post(hello)).status).toBe(200);
  });

  test('Response 200 is the normal response', async () => {
    const { status, headers, json } = await channel.post(hello);
    expect([status, json()]).toEqual([200, { result: 'ok' }]);
    expect(headers['content-type']).toMatch(/^application\/json\b/);
  });

  test('Response 404: no channel with this CHANNEL_PUBLIC_ID exists', async () => {
    expect((await httpRequest(`${host.listener}/path-secret/shop-2`, { method: 'POST', body: hello })).status).toBe(
      404,
    );
  });
});

describe('4.3 Agent message (integrator endpoint)', () => {
  test('POST <integrator_https_endpoint>/<CHANNEL_PUBLIC_ID>', async () => {
    const received = await replyOn(channel, endpoint, 'to the address');
    expect([received.method, received.url]).toEqual(['POST', `/hook/${channel.publicId}`]);
  });

  test('an endpoint with a query keeps it after the public id', async () => {
    const own = integrator.endpoint('query', '?key=1&to=shop');
    const shop = await openChannel(host, { endpoint: own.url });
    expect((await replyOn(shop, own, 'with a query')).url).toBe(`/query/${shop.publicId}?key=1&to=shop`);
  });

  test('Payload: JSON object with sender (name, photo), recipient (id) and message (type, id, text)', async () => {
    const received = await replyOn(channel, endpoint, 'the payload');
    expect(received.headers['content-type']).toMatch(/^application\/json\b/);
    expect(bodyOf(received)).toEqual({
      sender: { name: 'Olga' },
      recipient: { id: 'a' },
      message: { type: 'text', id: expect.any(String) as string, text: 'the payload' },
    });
  });

  test('Normal response: status 200 with result ok', async () => {
    const events = await host.events();
    await replyOn(channel, endpoint, 'taken well');
    await events.waitFor(
      'message.changed',
      ({ message }) => message.text === 'taken well' && message.delivery?.state === 'delivered',
    );
    events.close();
  });

  test('Normal response: status 200 with an error (code, message)', async () => {
    const own = integrator.endpoint('refusing');
    own.react(answer.error(17, 'No such customer'), answer.ok);
    const shop = await openChannel(host, { endpoint: own.url });
    const events = await host.events();
    await replyOn(shop, own, 'taken badly');
    const { data } = await events.waitFor(
      'message.changed',
      ({ message }) => message.text === 'taken badly' && message.delivery?.error !== undefined,
    );
    expect(data.message.delivery).toMatchObject({
      state: 'sending',
      error: { kind: 'refused', code: '17', message: 'No such customer' },
    });
    events.close();
  });

  test('requests are sent with a Content-Length', async () => {
    const own = integrator.endpoint('length');
    const { headers, raw } = await replyOn(await openChannel(host, { endpoint: own.url }), own, 'with a length – ünï');
    const length = String(Buffer.byteLength(raw));
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual([length, undefined]);
  });
});

describe('4.4 Typing notifications', () => {
  test('integrator to service: all other fields are ignored', async () => {
    await channel.say('typist', 'Hello');
    const { id: chatId } = await channel.chatOf('"typist"');
    const events = await host.events();
    const { status } = await channel.post({
      sender: { id: 'typist', name: 5 },
      message: { type: 'typein', text: 'not a message', file: 7, id: {} },
    });
    expect(status).toBe(200);
    await events.waitFor('chat.typing', (typing) => typing.chatId === chatId && typing.typing);
    expect(await channel.receivedBy('"typist"')).toHaveLength(1);
    events.close();
  });

  test('service to integrator: an ordinary message of type typein, then typeout', async () => {
    const own = integrator.endpoint('typing');
    const shop = await openChannel(host, { endpoint: own.url });
    await shop.say(9007199254740991, 'Hello');
    const { id: chatId } = await shop.chatOf('9007199254740991');
    await host.rpc('chats.typing', { chatId, typing: true });
    await own.waitFor(1);
    await host.rpc('chats.typing', { chatId, typing: false });
    const received = await own.waitFor(2);
    expect(received.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `/typing/${shop.publicId}`],
      ['POST', `/typing/${shop.publicId}`],
    ]);
    expect(received.map((each) => bodyOf(each).message.type)).toEqual(['typein', 'typeout']);
    expect(received.map((each) => bodyOf(each).recipient)).toEqual([
      { id: 9007199254740991 },
      { id: 9007199254740991 },
    ]);
  });
});
