/** @module-tag thorough */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHeadless } from '../fixtures/headless.ts';
import { bodyOf, startIntegrator, type Integrator } from '../fixtures/integrator.ts';
import { seeded } from '../fixtures/seeded.ts';

const ROUNDS = 12;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let integrator: Integrator;
beforeAll(async () => {
  integrator = await startIntegrator();
});
afterAll(() => integrator.stop());

test(
  `killed ${ROUNDS} times around the time of a scheduled reply, each goes out exactly once (CRASH_SEED=${SEED})`,
  { timeout: 240_000 },
  async () => {
    const random = seeded(SEED);
    const endpoint = integrator.endpoint('later');
    const channel = { name: 'Shop', publicId: 'later', secret: 'later-secret-001', endpoint: endpoint.url };
    let host = await startHeadless({ provision: { channels: [channel] } });
    const scheduled: { readonly chatId: string; readonly text: string }[] = [];
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const customer = `c${round}`;
        await fetch(`${host.listener}/later-secret-001/later`, {
          method: 'POST',
          body: JSON.stringify({ sender: { id: customer }, message: { type: 'text', text: 'Hello' } }),
        });
        const { chats } = await host.rpc('chats.list', { filter: 'waiting' });
        const chatId = chats[0]?.id ?? '';
        const text = `Promised in round ${round}`;
        await host.rpc('replies.schedule', { chatId, text, sendAt: Date.now() + random(300) });
        scheduled.push({ chatId, text });
        await new Promise((resolve) => setTimeout(resolve, random(400)));
        await host.kill();
        host = await host.restart();
      }
      for (const { chatId, text } of scheduled)
        await expect
          .poll(
            async () =>
              (await host.rpc('messages.list', { chatId })).messages.flatMap((message) =>
                message.from === 'operator' ? [[message.text, message.delivery?.state]] : [],
              ),
            { timeout: 20_000 },
          )
          .toEqual([[text, 'delivered']]);
      for (const { text } of scheduled) {
        const ids = endpoint.received.flatMap((received) => {
          const { message } = bodyOf(received);
          return 'text' in message && message.text === text ? [message.id] : [];
        });
        // A request that was cut off is repeated with the same id.
        expect(new Set(ids).size).toBe(1);
      }
      expect((await host.rpc('chats.counts', {})).snoozed).toBe(0);
    } finally {
      await host.remove();
    }
  },
);
