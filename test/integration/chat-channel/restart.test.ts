import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelByPublicId } from '../../fixtures/channels.ts';
import { openConversation } from '../../fixtures/conversation.ts';
import { startHeadless } from '../../fixtures/headless.ts';
import { startHost } from '../../fixtures/host.ts';
import { answer, bodyOf, startIntegrator, type Integrator } from '../../fixtures/integrator.ts';

let integrator: Integrator;

beforeAll(async () => {
  integrator = await startIntegrator();
});

afterAll(() => integrator.stop());

/** How a host ends: to be killed it has to be a process. */
const ENDS = {
  stop: { tags: [], begin: async () => startHost().then((host) => ({ host, end: host.stop })) },
  kill: { tags: ['thorough'], begin: async () => startHeadless().then((host) => ({ host, end: host.kill })) },
};

describe.concurrent('after a restart', () => {
  for (const [way, { tags, begin }] of Object.entries(ENDS))
    test(`a reply pending at a ${way} is delivered, with the same id`, { tags }, async () => {
      const endpoint = integrator.endpoint(`resumed-${way}`);
      endpoint.react(answer.body('', 500), answer.ok);
      const { host: first, end } = await begin();
      const conversation = await openConversation(first, { endpoint: endpoint.url }, 9007199254740991);
      const message = await conversation.reply('Good day');
      const waiting = await conversation.reply('And good night');
      await endpoint.waitFor(1);
      await end();
      const second = await first.restart();
      try {
        const events = await second.events();
        const received = await endpoint.waitFor(3);
        expect(received.map((each) => bodyOf(each).message.id)).toEqual([message.id, message.id, waiting.id]);
        expect(bodyOf(received[1])).toEqual(bodyOf(received[0]));
        const channel = await channelByPublicId(second, conversation.channel.publicId);
        const delivered = async (): Promise<boolean> =>
          (await channel.feed('9007199254740991'))
            .filter(({ from }) => from === 'operator')
            .every(({ delivery }) => delivery?.state === 'delivered');
        if (!(await delivered()))
          await events.waitFor(
            'message.changed',
            ({ message: changed }) => changed.id === waiting.id && changed.delivery?.state === 'delivered',
          );
        expect(await delivered()).toBe(true);
      } finally {
        await second.remove();
      }
    });

  test('earlier attempts count: at most three in all, then the result', { tags: ['thorough'] }, async () => {
    const endpoint = integrator.endpoint('counted');
    endpoint.react(answer.body('', 500));
    const first = await startHeadless();
    const conversation = await openConversation(first, { endpoint: endpoint.url });
    const message = await conversation.reply('Good day');
    await endpoint.waitFor(2);
    await first.kill();
    const second = await first.restart();
    try {
      const events = await second.events();
      const channel = await channelByPublicId(second, conversation.channel.publicId);
      const delivery = async () => (await channel.feed('"ann"')).find(({ id }) => id === message.id)?.delivery;
      if ((await delivery())?.state === 'sending')
        await events.waitFor(
          'message.changed',
          ({ message: changed }) => changed.id === message.id && changed.delivery?.state === 'failed',
        );
      expect(await delivery()).toMatchObject({ state: 'failed' });
      expect(endpoint.received.length).toBeLessThanOrEqual(3);
    } finally {
      await second.remove();
    }
  });

  for (const [way, { tags, begin }] of Object.entries(ENDS))
    test(`a repeat is recognized after a ${way}`, { tags }, async () => {
      const { host: first, end } = await begin();
      const { channel } = await openConversation(first);
      const messages = [
        { type: 'text', id: 'm1', text: 'Hello again' },
        { type: 'text', id: 'm1', text: 'lamp '.repeat(500) },
        { type: 'photo', id: 'm1', file: 'https://shop.example/a.png', file_name: 'a.png', file_size: 9 },
      ];
      for (const message of messages) expect((await channel.post({ sender: { id: 'ann' }, message })).status).toBe(200);
      const before = await channel.feed('"ann"');
      await end();
      const second = await first.restart();
      try {
        const again = await channelByPublicId(second, channel.publicId);
        for (const message of messages) expect((await again.post({ sender: { id: 'ann' }, message })).status).toBe(200);
        expect(await again.feed('"ann"')).toEqual(before);
        expect(
          (await again.post({ sender: { id: 'ann' }, message: { type: 'text', id: 'm1', text: 'Something else' } }))
            .status,
        ).toBe(200);
        expect(await again.feed('"ann"')).toHaveLength(before.length + 1);
      } finally {
        await second.remove();
      }
    });

  test('chats, customers, channels and presence are unchanged', async () => {
    const first = await startHost();
    const { channel, chatId } = await openConversation(first, { endpoint: integrator.endpoint('kept').url });
    await first.rpc('chats.take', { chatId });
    await channel.post({
      sender: { id: 'bob', name: 'Bob', phone: '1' },
      message: { type: 'photo', file: 'https://shop.example/a.png', file_name: 'a.png', file_size: 9 },
    });
    const before = [
      await first.rpc('chats.list', {}),
      await first.rpc('channels.list', {}),
      await channel.feed('"bob"'),
    ];
    expect(await first.stop()).toBe(0);
    const second = await first.restart();
    try {
      const again = await channelByPublicId(second, channel.publicId);
      expect([
        await second.rpc('chats.list', {}),
        await second.rpc('channels.list', {}),
        await again.feed('"bob"'),
      ]).toEqual(before);
      expect(new URL(again.messageUrl).pathname).toBe(new URL(channel.messageUrl).pathname);
    } finally {
      await second.remove();
    }
  });
});
