import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import { botConversation, startStage, type Stage } from '../fixtures/bots.ts';
import { channelByPublicId, openChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

describe('a blocked customer', () => {
  test('is answered as usual, but nothing they send is stored: no message, event, file or journal entry', async () => {
    const { host } = stage;
    const secret = `unheard-${randomUUID()}`;
    const conversation = await botConversation(stage);
    const { chatId, channel, externalId, address } = conversation;
    const { customer } = await channel.chatOf(externalId);
    const before = await channel.feed(externalId);
    await host.rpc('customers.block', { customerId: customer.id });
    await address.next('CHAT_CLOSED');
    const { entries: earlier } = await host.rpc('journal.list', { channelId: channel.id, limit: 200 });
    const journalled = earlier.filter(({ direction }) => direction === 'in').length;
    const window = await host.events();
    const sender = `{"id":${externalId},"name":"${secret}"}`;
    const bodies = [
      `{"sender":${sender},"message":{"id":1,"type":"text","text":"${secret}"}}`,
      `{"sender":${sender},"message":{"type":"photo","file":"https://files.example/${secret}.png","text":"${secret}"}}`,
      `{"sender":${sender},"message":{"type":"text","text":"${secret} ${'long '.repeat(2000)}"}}`,
    ];
    for (const body of [...bodies, bodies[0]])
      expect(await channel.post(body)).toMatchObject({ status: 200, body: '{"result":"ok"}' });
    const uncounted = [
      `{"sender":${sender},"message":{"type":"typein"}}`,
      `{"sender":${sender},"message":{"type":"typeout"}}`,
      `{"sender":${sender},"message":{"type":"photo","file":"${secret}"}}`,
      `{"sender":${sender},"message":{"type":"${secret}"}}`,
      `{"sender":${sender}}`,
    ];
    for (const body of uncounted)
      expect(await channel.post(body)).toMatchObject({ status: 200, body: '{"result":"ok"}' });
    const { blocked } = await host.rpc('customers.blocked', {});
    expect(blocked.find(({ customer: { id } }) => id === customer.id)?.blocked.count).toBe(4);
    const feed = await channel.feed(externalId);
    expect(feed.slice(0, before.length)).toEqual(before);
    expect(feed.slice(before.length).map(({ event }) => event?.kind)).toEqual(['customer_blocked']);
    expect((await channel.chatOf(externalId)).id).toBe(chatId);
    const { entries } = await host.rpc('journal.list', { channelId: channel.id, limit: 200 });
    const stored = await Promise.all(entries.map(({ id }) => host.rpc('journal.get', { entryId: id })));
    expect(entries.filter(({ direction }) => direction === 'in')).toHaveLength(journalled);
    const everything = [
      stored,
      feed,
      await host.rpc('chats.get', { chatId }),
      await host.rpc('bots.turns', { chatId, limit: 200 }),
      window.received,
      blocked,
    ];
    expect(JSON.stringify(everything)).not.toContain(secret);
  });

  test('whose message is sent again after unblocking is accepted, and a repeat from before the block is still a repeat', async () => {
    const channel = await openChannel(stage.host);
    const hello = (text: string) =>
      `{"sender":{"id":"anna"},"message":{"id":"m-${text}","type":"text","text":"${text}"}}`;
    await channel.post(hello('before'));
    const { customer } = await channel.chatOf('"anna"');
    await stage.host.rpc('customers.block', { customerId: customer.id });
    for (const text of ['before', 'while', 'while'])
      expect(await channel.post(hello(text))).toMatchObject({ status: 200 });
    const { customers } = await stage.host.rpc('contacts.get', { customerId: customer.id });
    expect(customers.map(({ blocked }) => blocked?.count)).toEqual([3]);
    await stage.host.rpc('customers.unblock', { customerId: customer.id });
    for (const text of ['before', 'while', 'while'])
      expect(await channel.post(hello(text))).toMatchObject({ status: 200 });
    expect((await channel.receivedBy('"anna"')).map(({ text }) => text)).toEqual(['while']);
  });

  test(
    'stays blocked and merged after a kill, and is accepted again once unblocked',
    { tags: ['thorough'] },
    async () => {
      const host = await startHeadless();
      try {
        const [shop, app] = [await openChannel(host), await openChannel(host)];
        await shop.say('anna', 'Hello');
        await app.say(7, 'Hello');
        const [one, other] = [(await shop.chatOf('"anna"')).customer.id, (await app.chatOf('7')).customer.id];
        await host.rpc('contacts.merge', {
          customerId: one,
          otherId: other,
          keep: mapContactFields(() => 'into'),
        });
        await host.rpc('customers.block', { customerId: other });
        await host.kill();
        const again = await host.restart();
        const [shopAgain, appAgain] = [
          await channelByPublicId(again, shop.publicId),
          await channelByPublicId(again, app.publicId),
        ];
        await shopAgain.say('anna', 'Unheard');
        await appAgain.say(7, 'Unheard too');
        expect(
          (await again.rpc('contacts.get', { customerId: one })).customers.map(({ blocked }) => blocked?.count),
        ).toEqual([1, 1]);
        await again.rpc('customers.unblock', { customerId: one });
        await appAgain.say(7, 'Heard');
        expect((await appAgain.receivedBy('7')).map(({ text }) => text)).toEqual(['Heard']);
        expect((await appAgain.chatOf('7')).customer.contactId).toBe(one);
        await again.stop();
      } finally {
        await host.remove();
      }
    },
  );
});
