import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation } from '../../fixtures/conversation.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { answer, bodyOf, startIntegrator, type Endpoint, type Integrator } from '../../fixtures/integrator.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';

let host: Host;
let integrator: Integrator;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost({ clock: createQuickClock(5) });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const typesAt = (endpoint: Endpoint): readonly string[] =>
  endpoint.received.map((received) => bodyOf(received).message.type);

describe.concurrent('outgoing typing', () => {
  test('sends typein once however often the screen reports it, and typeout five seconds after the last report', async () => {
    const endpoint = integrator.endpoint('stops');
    const { chatId } = await openConversation(host, { endpoint: endpoint.url });
    await Promise.all(Array.from({ length: 10 }, () => host.rpc('chats.typing', { chatId, typing: true })));
    await endpoint.waitFor(2);
    expect(typesAt(endpoint)).toEqual(['typein', 'typeout']);
  });

  test('sends typeout when the draft is cleared or left', async () => {
    const endpoint = integrator.endpoint('clears');
    const { chatId } = await openConversation(host, { endpoint: endpoint.url });
    await host.rpc('chats.typing', { chatId, typing: true });
    await endpoint.waitFor(1);
    await host.rpc('chats.typing', { chatId, typing: false });
    await endpoint.waitFor(2);
    expect(typesAt(endpoint)).toEqual(['typein', 'typeout']);
  });

  test('sends typeout when the reply is sent', async () => {
    const endpoint = integrator.endpoint('sends');
    const { chatId, reply } = await openConversation(host, { endpoint: endpoint.url });
    await host.rpc('chats.typing', { chatId, typing: true });
    await endpoint.waitFor(1);
    await reply('Good day');
    await endpoint.waitFor(3);
    expect(typesAt(endpoint)[0]).toBe('typein');
    expect(typesAt(endpoint).slice(1).toSorted()).toEqual(['text', 'typeout']);
  });

  test('makes one attempt without a retry, and shows no failure in the chat', async () => {
    const endpoint = integrator.endpoint('fails');
    endpoint.react(answer.body('', 500));
    const { chatId, channel } = await openConversation(host, { endpoint: endpoint.url });
    await host.rpc('chats.typing', { chatId, typing: true });
    // The typeout is due five seconds later: a retry would have come after three.
    await endpoint.waitFor(1, ({ raw }) => raw.includes('typeout'));
    expect(typesAt(endpoint)).toEqual(['typein', 'typeout']);
    expect(await channel.feed('"ann"')).toHaveLength(1);
    expect((await channel.chatOf('"ann"')).hasFailed).toBe(false);
  });

  test('does not delay a reply if the endpoint hangs on typing', async () => {
    const endpoint = integrator.endpoint('hangs');
    endpoint.react((response, request, raw) =>
      typesAt(endpoint).at(-1) === 'text' ? answer.ok(response, request, raw) : answer.hang(),
    );
    const { chatId, reply, verdict } = await openConversation(host, { endpoint: endpoint.url });
    await host.rpc('chats.typing', { chatId, typing: true });
    await endpoint.waitFor(1);
    expect(await verdict((await reply('Good day')).id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});

describe.concurrent('incoming typing', () => {
  const typing = (chatId: string, is: boolean) => (shown: { readonly chatId: string; readonly typing: boolean }) =>
    shown.chatId === chatId && shown.typing === is;

  test('is shown at once and cleared by typeout', async () => {
    const { channel, chatId, events } = await openConversation(host);
    await channel.post({ sender: { id: 'ann' }, message: { type: 'typein' } });
    await events.waitFor('chat.typing', typing(chatId, true));
    await channel.post({ sender: { id: 'ann' }, message: { type: 'typeout' } });
    await events.waitFor('chat.typing', typing(chatId, false));
    expect(await channel.feed('"ann"')).toHaveLength(1);
  });

  test('is cleared by a message', async () => {
    const { channel, chatId, events } = await openConversation(host);
    await channel.post({ sender: { id: 'ann' }, message: { type: 'typein' } });
    const shown = await events.waitFor('chat.typing', typing(chatId, true));
    await channel.say('ann', 'here it is');
    const cleared = await events.waitFor('chat.typing', typing(chatId, false));
    expect(cleared.arrivedAt - shown.arrivedAt).toBeLessThan(1800);
  });

  test('is cleared after ten seconds', async () => {
    const { channel, chatId, events } = await openConversation(host);
    await channel.post({ sender: { id: 'ann' }, message: { type: 'typein' } });
    const { arrivedAt: shownAt } = await events.waitFor('chat.typing', typing(chatId, true));
    const cleared = await events.waitFor('chat.typing', typing(chatId, false));
    expect(cleared.arrivedAt - shownAt).toBeGreaterThan(1800);
  });

  test('is never stored, and a customer who only typed is unknown', async () => {
    const { channel } = await openConversation(host);
    const before = await channel.chatOf('"ann"');
    for (const id of ['ann', 'stranger']) {
      for (const type of ['typein', 'typeout']) {
        const { status, json } = await channel.post({ sender: { id, name: 'New name' }, message: { type } });
        expect([status, json()]).toEqual([200, { result: 'ok' }]);
      }
    }
    expect(await channel.chatOf('"ann"')).toEqual(before);
    expect(await channel.findChat('"stranger"')).toBeUndefined();
  });

  test('requires a sender.id like any message', async () => {
    const { channel } = await openConversation(host);
    expect((await channel.post({ sender: {}, message: { type: 'typein' } })).status).toBe(400);
  });
});
