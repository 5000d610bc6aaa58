/** @module-tag thorough */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChannel } from '../fixtures/channels.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { integrityOf } from '../fixtures/store-file.ts';

const ROUNDS = 8;

let host: Headless;
beforeAll(async () => {
  host = await startHeadless({ provision: { operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }] } });
});
afterAll(() => host.remove());

/** A channel, an operator and a bot, each with an open chat. */
async function withChats(round: number) {
  const [going, staying, withBot] = [
    await openChannel(host, { name: `Going ${round}` }),
    await openChannel(host, { name: `Staying ${round}` }),
    await openChannel(host, { name: `With a bot ${round}` }),
  ];
  const bot = await host.rpc('bots.create', { name: 'FAQ', channelIds: [withBot.id] });
  const { operator, accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
  for (const channel of [going, staying, withBot]) await channel.say('anna', 'Hello');
  const [ofChannel, ofOperator, ofBot] = [
    await going.chatOf('"anna"'),
    await staying.chatOf('"anna"'),
    await withBot.chatOf('"anna"'),
  ];
  await rpcRequest(host.console, accessKey, 'chats.take', { chatId: ofOperator.id });
  expect(ofBot.state).toBe('bot');
  return { channelId: going.id, ofChannel, operatorId: operator.id, ofOperator, botId: bot.id, ofBot };
}

test(`killed ${ROUNDS} times while a channel, an operator and a bot are removed: each is gone with what it did to its chat, or there with it`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { channelId, ofChannel, operatorId, ofOperator, botId, ofBot } = await withChats(round);
    const asked = [
      host.ask('channels.remove', { channelId }),
      host.ask('operators.remove', { operatorId }),
      host.ask('bots.remove', { botId }),
    ].map((answer) => answer.catch(() => undefined));
    // Later in every round, until after the last of them is done.
    if (round > 0) await Promise.race([Promise.all(asked), host.rpc('channels.list', {}).then(() => asked[round % 3])]);
    await host.kill();
    await Promise.all(asked);
    expect(await integrityOf(host.dataDir)).toBe('ok');
    host = await host.restart();
    const stateOf = async (chatId: string): Promise<string> => (await host.rpc('chats.get', { chatId })).state;
    const has = {
      channel: (await host.rpc('channels.list', {})).channels.some(({ id }) => id === channelId),
      operator: (await host.rpc('operators.list', {})).operators.some(({ id }) => id === operatorId),
      bot: (await host.rpc('bots.list', {})).bots.some(({ id }) => id === botId),
    };
    expect({
      round,
      ...has,
      states: await Promise.all([ofChannel, ofOperator, ofBot].map(({ id }) => stateOf(id))),
    }).toEqual({
      round,
      ...has,
      states: [has.channel ? 'waiting' : 'closed', has.operator ? 'active' : 'waiting', has.bot ? 'bot' : 'waiting'],
    });
  }
});
