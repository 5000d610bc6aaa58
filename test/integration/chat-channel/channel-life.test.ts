import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelByPublicId, openChannel } from '../../fixtures/channels.ts';
import { openConversation } from '../../fixtures/conversation.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { answer, bodyOf, startIntegrator, type Integrator } from '../../fixtures/integrator.ts';
import { phrase } from '#shared/locales/phrase.ts';

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

const hello = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Hello' } });

describe('several channels at once', () => {
  test('each has its own addresses, customers and endpoint', async () => {
    const names = ['site', 'app', 'kiosk'];
    const conversations = await Promise.all(
      names.map((name) => openConversation(host, { endpoint: integrator.endpoint(name).url, name })),
    );
    expect(new Set(conversations.map(({ channel }) => channel.messageUrl)).size).toBe(3);
    expect(new Set(conversations.map(({ chatId }) => chatId)).size).toBe(3);
    for (const [index, { reply, verdict, channel }] of conversations.entries()) {
      const endpoint = integrator.endpoint(names[index] ?? '');
      await verdict((await reply(`from ${names[index]}`)).id);
      expect(endpoint.received.map((received) => [received.url, bodyOf(received).message.text])).toEqual([
        [`/${names[index]}/${channel.publicId}`, `from ${names[index]}`],
      ]);
    }
  });

  test('a public id belongs to one channel', async () => {
    const { publicId } = await openChannel(host);
    expect(await host.ask('channels.create', { name: 'Again', publicId })).toMatchObject({
      ok: false,
      error: { code: 'public_id_taken' },
    });
  });

  test('the secret of one channel does not open another', async () => {
    const [one, other] = [await openChannel(host), await openChannel(host)];
    const [, secret] = new URL(one.messageUrl).pathname.split('/');
    expect((await httpRequest(`${host.listener}/${secret}/${other.publicId}/status`)).status).toBe(404);
  });
});

describe('pause', () => {
  test('a paused channel accepts messages and delivers replies', async () => {
    const endpoint = integrator.endpoint('paused');
    const { channel, reply, verdict } = await openConversation(host, { endpoint: endpoint.url });
    expect(await host.rpc('channels.pause', { channelId: channel.id })).toMatchObject({ paused: true });
    await channel.say('ann', 'Still there?');
    expect(await verdict((await reply('Yes')).id)).toMatchObject({ state: 'delivered' });
    expect(await host.rpc('channels.resume', { channelId: channel.id })).toMatchObject({ paused: false });
  });
});

describe('a new secret', () => {
  test('invalidates the old addresses with 404, and continues the same chats on the new ones', async () => {
    const before = await openChannel(host);
    await before.say('ann', 'by the old address');
    await host.rpc('channels.renewSecret', { channelId: before.id });
    const after = await channelByPublicId(host, before.publicId);
    expect(after.messageUrl).not.toBe(before.messageUrl);
    expect((await httpRequest(before.messageUrl, { method: 'POST', body: hello })).status).toBe(404);
    expect((await httpRequest(before.statusUrl)).status).toBe(404);
    await after.say('ann', 'by the new address');
    expect((await after.receivedBy('"ann"')).map(({ text }) => text)).toEqual([
      'by the old address',
      'by the new address',
    ]);
  });
});

describe('removing', () => {
  test('closes the open chats, keeps their history, and answers 404 at its addresses', async () => {
    const channel = await openChannel(host);
    await channel.say('ann', 'Hello');
    await channel.say('bob', 'Hello');
    await host.rpc('chats.close', { chatId: (await channel.chatOf('"bob"')).id });
    expect(await host.rpc('channels.remove', { channelId: channel.id })).toEqual({ closedChats: 1 });
    expect((await httpRequest(channel.messageUrl, { method: 'POST', body: hello })).status).toBe(404);
    expect((await httpRequest(channel.statusUrl)).status).toBe(404);
    const chat = await channel.chatOf('"ann"');
    expect(chat.state).toBe('closed');
    const feed = await channel.feed('"ann"');
    expect(feed.map(({ text, event }) => event?.kind ?? text)).toEqual(['Hello', 'channel_removed']);
    expect((await host.rpc('channels.list', {})).channels.some(({ id }) => id === channel.id)).toBe(false);
  });

  test('leaves a pending reply not sent or failed, never sending', async () => {
    const endpoint = integrator.endpoint('removed');
    endpoint.react(answer.hang);
    const { channel, reply, verdict } = await openConversation(host, { endpoint: endpoint.url });
    const [first, second] = [await reply('one'), await reply('two')];
    await endpoint.waitFor(1);
    await host.rpc('channels.remove', { channelId: channel.id });
    expect(await verdict(first.id)).toMatchObject({ state: 'failed' });
    expect(await verdict(second.id)).toMatchObject({ state: 'failed', error: { kind: 'not_sent' } });
  });
});

describe('a chat', () => {
  test('is waiting, then active when taken or answered, then closed; the next message opens a new one', async () => {
    const { channel, chatId, reply } = await openConversation(host, { endpoint: integrator.endpoint('life').url });
    expect(await channel.chatOf('"ann"')).toMatchObject({ id: chatId, state: 'waiting' });
    await reply('Good day');
    expect(await channel.chatOf('"ann"')).toMatchObject({ id: chatId, state: 'active' });
    expect(await host.rpc('chats.close', { chatId })).toMatchObject({ state: 'closed' });
    await channel.say('ann', 'One more thing');
    const next = await channel.chatOf('"ann"');
    expect(next).toMatchObject({ state: 'waiting' });
    expect(next.id).not.toBe(chatId);
    expect(next.id).toMatch(/^\d+$/);
    expect(await host.ask('chats.reply', { chatId, text: 'Too late' })).toMatchObject({
      ok: false,
      error: { code: 'chat_closed' },
    });
    expect(await host.ask('chats.reopen', { chatId })).toMatchObject({ ok: false, error: { code: 'chat_superseded' } });
    const { chats } = await host.rpc('customers.chats', { customerId: next.customer.id });
    expect(chats.map(({ id }) => id)).toEqual([next.id, chatId]);
  });

  test("shows a customer's messages in the order of acceptance", async () => {
    const channel = await openChannel(host);
    const texts = Array.from({ length: 40 }, (_, index) => `message ${index}`);
    for (const text of texts) await channel.say('ann', text);
    expect((await channel.receivedBy('"ann"')).map(({ text }) => text)).toEqual(texts);
  });
});

describe('a channel without an endpoint', () => {
  test('gets no replies: each fails at once, and says so', async () => {
    const { reply, verdict, events } = await openConversation(host, { endpoint: null });
    expect(await verdict((await reply('Good day')).id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { kind: 'not_sent', reason: phrase('errors:calls.notSent.noReplyAddress') },
    });
    events.close();
  });
});
