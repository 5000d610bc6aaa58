import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBehindWebsite, openChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { startIntegrator, type Integrator } from '../../fixtures/integrator.ts';

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

describe.concurrent('7 Errors', () => {
  test('Customer message without sender.id: the message is not passed on', async () => {
    const channel = await openChannel(host);
    for (const sender of [{}, { id: '' }, { id: null }, undefined]) {
      expect((await channel.post({ sender, message: { type: 'text', text: 'Hello' } })).status).toBe(400);
    }
    const { entries } = await host.rpc('journal.list', { channelId: channel.id, outcome: 'refused' });
    expect(entries.map(({ direction, status }) => [direction, status])).toEqual(
      Array.from({ length: isBehindWebsite ? 0 : 4 }, () => ['in', 400]),
    );
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
});
