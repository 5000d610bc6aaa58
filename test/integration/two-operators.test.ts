import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { startIntegrator, type Endpoint, type Integrator } from '../fixtures/integrator.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';

let host: Host;
let integrator: Integrator;
let endpoint: Endpoint;
let channel: TestChannel;

beforeAll(async () => {
  integrator = await startIntegrator();
  endpoint = integrator.endpoint('hook');
  host = await startHost({
    provision: {
      operators: [
        { name: 'Olga', accessKey: ACCESS_KEY },
        { name: 'Ivan', accessKey: IVANS_KEY },
      ],
    },
  });
  channel = await openChannel(host, { endpoint: endpoint.url });
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const olga = (route: string, input: unknown): Promise<Answer> => host.ask(route, input);
const ivan = (route: string, input: unknown): Promise<Answer> => rpcRequest(host.console, IVANS_KEY, route, input);

async function newChat(customer: string): Promise<Chat> {
  await channel.say(customer, 'Hello');
  return channel.chatOf(JSON.stringify(customer));
}

describe('two operators', () => {
  test('a chat taken by one is not taken or answered by the other, unless taken over', async () => {
    const { id: chatId } = await newChat('taken');
    expect(await olga('chats.take', { chatId })).toMatchObject({ ok: true, data: { state: 'active' } });
    expect(await ivan('chats.take', { chatId })).toMatchObject({ ok: false, error: { code: 'chat_taken' } });
    expect(await ivan('chats.reply', { chatId, text: 'Me too' })).toMatchObject({
      ok: false,
      error: { code: 'chat_taken' },
    });
    expect(await ivan('chats.take', { chatId, over: true })).toMatchObject({ ok: true });
    const feed = await channel.feed('"taken"');
    expect(feed.at(-1)?.event).toMatchObject({ kind: 'taken', operatorName: 'Ivan', fromOperatorName: 'Olga' });
    expect(endpoint.received.some(({ raw }) => raw.includes('Me too'))).toBe(false);
  });

  test('simultaneous takes: one gets the chat, the other is told', async () => {
    const { id: chatId } = await newChat('wanted');
    const answers = await Promise.all([olga('chats.take', { chatId }), ivan('chats.take', { chatId })]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'chat_taken' } });
  });

  test('Mine is separate for each operator', async () => {
    const { id: chatId } = await newChat('mine');
    await ivan('chats.take', { chatId });
    const ids = (answer: Answer): readonly string[] =>
      answer.ok ? (answer.data as { chats: readonly Chat[] }).chats.map(({ id }) => id) : [];
    expect(ids(await ivan('chats.list', { filter: 'mine' }))).toContain(chatId);
    expect(ids(await olga('chats.list', { filter: 'mine' }))).not.toContain(chatId);
  });

  test('the status is 1 while at least one of them is online', async () => {
    const status = async (): Promise<string> => (await channel.status()).body;
    await olga('operators.setPresence', { presence: 'online' });
    await ivan('operators.setPresence', { presence: 'online' });
    expect(await status()).toBe('1');
    await olga('operators.setPresence', { presence: 'away' });
    expect(await status()).toBe('1');
    await ivan('operators.setPresence', { presence: 'away' });
    expect(await status()).toBe('0');
    await olga('operators.setPresence', { presence: 'online' });
    expect(await status()).toBe('1');
  });
});
