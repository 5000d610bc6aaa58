import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botConversation, openBot, startStage, type Stage } from '../fixtures/bots.ts';
import { openConversation } from '../fixtures/conversation.ts';
import { answer, type Received } from '../fixtures/integrator.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ clock: createQuickClock() });
});
afterAll(() => stage.stop());

/** Throws unless the request is signed with the key; returns the time that was signed. */
function checked({ headers, raw }: Received, key: string): number {
  const at = String(headers['x-counterbell-timestamp']);
  const signature = createHmac('sha256', key).update(`${at}.${raw}`).digest('hex');
  expect(headers['x-counterbell-signature']).toBe(`v1=${signature}`);
  return Number(at);
}

test('replies and typing are signed, each attempt with a time of its own; a new key counts at once', async () => {
  const { host, integrator } = stage;
  const endpoint = integrator.endpoint('signed');
  endpoint.react(answer.body('{}', 500), answer.ok);
  const { reply, verdict, channel, chatId } = await openConversation(host, { endpoint: endpoint.url });
  const keyNow = async () => (await host.rpc('channels.addresses', { channelId: channel.id })).signingKey;
  const key = await keyNow();
  const { id } = await reply('Здравствуйте 👋');
  expect(await verdict(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  const [first = NaN, second = NaN] = endpoint.received.map((received) => checked(received, key));
  expect(second - first).toBeGreaterThanOrEqual(2);

  await host.rpc('chats.typing', { chatId, typing: true });
  const [typing] = await endpoint.waitFor(1, ({ raw }) => raw.includes('typein'));
  if (typing !== undefined) checked(typing, key);

  await host.rpc('channels.renewSigningKey', { channelId: channel.id });
  const renewed = await keyNow();
  expect(renewed).not.toBe(key);
  const { id: later } = await reply('Still there?');
  expect(await verdict(later)).toMatchObject({ state: 'delivered' });
  const last = endpoint.replies().at(-1);
  if (last !== undefined) checked(last, renewed);
});

test('events of a bot and its test messages are signed with the key of the bot', async () => {
  const { host } = stage;
  const conversation = await botConversation(stage);
  const other = await openBot(stage);
  const keyOf = async (botId: string) => (await host.rpc('bots.addresses', { botId })).signingKey;
  const key = await keyOf(conversation.id);
  expect(await keyOf(other.id)).not.toBe(key);
  checked(conversation.first, key);
  await host.rpc('bots.renewSigningKey', { botId: conversation.id });
  const testing = host.rpc('bots.test', { botId: conversation.id, text: 'A test' });
  const attempt = await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'A test');
  checked(attempt, await keyOf(conversation.id));
  expect(await testing).toMatchObject({ ok: true });
});

test('Activity shows the signature as it was sent; the key is nowhere', async () => {
  const { host } = stage;
  const conversation = await botConversation(stage);
  const { signingKey } = await host.rpc('bots.addresses', { botId: conversation.id });
  const events = await host.events();
  const entry = await events.until(async () => {
    const { entries } = await host.rpc('journal.list', { botId: conversation.id, outcome: 'delivered' });
    return entries[0];
  });
  events.close();
  const { exchange } = await host.rpc('journal.get', { entryId: entry.id });
  expect(exchange?.requestHeaders).toContainEqual([
    'X-Counterbell-Signature',
    conversation.first.headers['x-counterbell-signature'],
  ]);
  const told = [exchange, await host.ask('bots.list', {}), await host.ask('channels.list', {}), host.log()];
  expect(JSON.stringify(told)).not.toContain(signingKey);
});
