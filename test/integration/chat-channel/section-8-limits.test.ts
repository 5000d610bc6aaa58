import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { answer, startIntegrator, type Integrator } from '../../fixtures/integrator.ts';

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

describe.concurrent('8 Limits', () => {
  test('message.text length: up to 1000 characters, longer text is split; joined, the parts are the text', async () => {
    const channel = await openChannel(host);
    const text = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ');
    await channel.say('a', text);
    const parts = (await channel.receivedBy('"a"')).map((message) => message.text ?? '');
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Array.from(part).length).toBeLessThanOrEqual(1000);
    expect(parts.join('')).toBe(text);
  });

  test('Delivery to the integrator endpoint: repeated 3 times, every 3 seconds, until a valid positive response is received', async () => {
    const endpoint = integrator.endpoint('third-time');
    endpoint.react(answer.body('', 503), answer.body('', 503), answer.ok);
    const channel = await openChannel(host, { endpoint: endpoint.url });
    const events = await host.events();
    await channel.say('a', 'Hello');
    const { id: chatId } = await channel.chatOf('"a"');
    const { messages } = await host.rpc('chats.reply', { chatId, text: 'Good day' });
    const delivered = await events.waitFor(
      'message.changed',
      ({ message }) => message.id === messages[0]?.id && message.delivery?.state === 'delivered',
    );
    expect(delivered.data.message.delivery?.attempts).toBe(3);
    const [first, second, third] = endpoint.received.map(({ arrivedAt }) => arrivedAt);
    expect(endpoint.received).toHaveLength(3);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(2500);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(2500);
    events.close();
  });

  test('Time before an error event is returned when the integrator server is unavailable: 9 seconds', async () => {
    const channel = await openChannel(host, { endpoint: 'http://127.0.0.1:1/nobody' });
    const events = await host.events();
    await channel.say('a', 'Hello');
    const { id: chatId } = await channel.chatOf('"a"');
    const begun = performance.now();
    const { messages } = await host.rpc('chats.reply', { chatId, text: 'Good day' });
    const failed = await events.waitFor(
      'message.changed',
      ({ message }) => message.id === messages[0]?.id && message.delivery?.state === 'failed',
    );
    expect(failed.data.message.delivery).toMatchObject({ attempts: 3, error: { kind: 'unreachable' } });
    expect(failed.arrivedAt - begun).toBeGreaterThan(8500);
    events.close();
  });

  test('Window for updating integrator software: 6 seconds; an endpoint back for the last attempt gets the reply', async () => {
    const endpoint = integrator.endpoint('updating');
    endpoint.react(answer.reset, answer.reset, answer.ok);
    const channel = await openChannel(host, { endpoint: endpoint.url });
    const events = await host.events();
    await channel.say('a', 'Hello');
    const { id: chatId } = await channel.chatOf('"a"');
    await host.rpc('chats.reply', { chatId, text: 'Good day' });
    await events.waitFor(
      'message.changed',
      ({ message }) => message.chatId === chatId && message.delivery?.state === 'delivered',
    );
    const times = endpoint.received.map(({ arrivedAt }) => arrivedAt);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(5500);
    events.close();
  });
});
