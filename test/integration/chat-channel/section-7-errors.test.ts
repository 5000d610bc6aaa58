import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { answer, startIntegrator, type Integrator, type Reaction } from '../../fixtures/integrator.ts';

let host: Host;
let integrator: Integrator;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost();
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

async function verdict(name: string, reaction: Reaction) {
  const endpoint = integrator.endpoint(name);
  endpoint.react(reaction);
  const channel = await openChannel(host, { endpoint: endpoint.url });
  const events = await host.events();
  await channel.say('a', 'Hello');
  const { id: chatId } = await channel.chatOf('"a"');
  const { messages } = await host.rpc('chats.reply', { chatId, text: 'Good day' });
  await events.waitFor(
    'message.changed',
    ({ message }) => message.id === messages[0]?.id && message.delivery?.state === 'failed',
  );
  events.close();
  const feed = await channel.feed('"a"');
  return { delivery: feed.find(({ id }) => id === messages[0]?.id)?.delivery, chat: await channel.chatOf('"a"') };
}

describe.concurrent('7 Errors', () => {
  test('No channel with the given CHANNEL_PUBLIC_ID (status or customer message endpoint): HTTP 404', async () => {
    const { messageUrl } = await openChannel(host);
    const unknown = `${messageUrl}x`;
    expect((await httpRequest(`${unknown}/status`)).status).toBe(404);
    expect((await httpRequest(unknown, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  test('Customer message without sender.id: the message is not passed on', async () => {
    const channel = await openChannel(host);
    for (const sender of [{}, { id: '' }, { id: null }, undefined]) {
      expect((await channel.post({ sender, message: { type: 'text', text: 'Hello' } })).status).toBe(400);
    }
    const { entries } = await host.rpc('journal.list', { channelId: channel.id, outcome: 'refused' });
    expect(entries.map(({ direction, status }) => [direction, status])).toEqual([
      ['in', 400],
      ['in', 400],
      ['in', 400],
      ['in', 400],
    ]);
    expect(
      (await host.rpc('chats.list', { limit: 200 })).chats.filter(({ channelId }) => channelId === channel.id),
    ).toEqual([]);
  });

  test('Any non-200 response from the service: abnormal, so accepted messages are answered with exactly 200', async () => {
    const channel = await openChannel(host);
    const accepted = [
      { type: 'text', text: 'x'.repeat(5000) },
      { type: 'typein' },
      { type: 'photo', file: 'https://shop.example/a.png' },
      { type: 'location', latitude: 1, longitude: 2 },
    ];
    for (const message of accepted) expect((await channel.post({ sender: { id: 1 }, message })).status).toBe(200);
  });

  test('Integrator endpoint times out: the operator sees an error message in the chat feed', async () => {
    const { delivery, chat } = await verdict('times-out', answer.hang);
    expect(delivery).toMatchObject({ state: 'failed', error: { kind: 'timeout' } });
    expect(chat.hasFailed).toBe(true);
  });

  test('Integrator endpoint fails: the operator sees an error message in the chat feed', async () => {
    const { delivery, chat } = await verdict('fails', answer.body('oops', 500));
    expect(delivery).toMatchObject({ state: 'failed', error: { kind: 'status', status: 500 } });
    expect(chat.hasFailed).toBe(true);
  });

  test('Integrator reports failure in the reply body: the message is shown to the operator', async () => {
    const { delivery } = await verdict('reports', answer.error('blocked', 'This customer has blocked the shop'));
    expect(delivery).toMatchObject({
      state: 'failed',
      error: { kind: 'refused', code: 'blocked', message: 'This customer has blocked the shop' },
    });
  });
});
