import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { channelByPublicId, openChannel, type TestChannel } from '../fixtures/channels.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

const BEN_KEY = 'ben-key-for-tests-0001';

let host: Host;
let channel: TestChannel;

beforeAll(async () => {
  const operators = [
    { name: 'Olga', accessKey: ACCESS_KEY },
    { name: 'Ben', accessKey: BEN_KEY },
  ];
  host = await startHost({ provision: { operators } });
  channel = await openChannel(host);
});
afterAll(() => host.remove());

/** Requests as one of the two operators. */
async function as<R extends RouteName>(accessKey: string, route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  const answer = await rpcRequest(host.console, accessKey, route, input);
  if (!answer.ok) throw new Error(`${route}: ${answer.error.message}`);
  return answer.data as RouteOutput<R>;
}

/** Chats that need an operator: in all, waiting and their own, not yet seen; and the unread messages of this chat. */
async function needs(accessKey: string, chatId: string): Promise<readonly number[]> {
  const { needsMe } = await as(accessKey, 'chats.counts', {});
  const { unread } = await as(accessKey, 'chats.get', { chatId });
  const { chats } = await as(accessKey, 'chats.list', { filter: 'needsMe' });
  expect(chats).toHaveLength(needsMe.all);
  return [needsMe.all, needsMe.waiting, needsMe.mine, needsMe.unseen, unread];
}

test('a chat seen by a colleague is still unseen for me, also after a restart; an answer changes it for both', async () => {
  await channel.say('ann', 'Hello');
  const { id: chatId } = await channel.chatOf('"ann"');
  const both = async () => [await needs(ACCESS_KEY, chatId), await needs(BEN_KEY, chatId)];
  expect(await both()).toEqual([
    [1, 1, 0, 1, 1],
    [1, 1, 0, 1, 1],
  ]);

  expect((await as(BEN_KEY, 'chats.markRead', { chatId })).unread).toBe(0);
  const looked = [
    [1, 1, 0, 1, 1],
    [1, 1, 0, 0, 0],
  ];
  expect(await both()).toEqual(looked);
  await host.stop();
  host = await host.restart();
  channel = await channelByPublicId(host, channel.publicId);
  expect(await both()).toEqual(looked);

  await channel.say('ann', 'Is anybody there?');
  expect(await both()).toEqual([
    [1, 1, 0, 1, 2],
    [1, 1, 0, 1, 1],
  ]);
  await as(BEN_KEY, 'chats.take', { chatId });
  expect(await both()).toEqual([
    [0, 0, 0, 0, 2],
    [1, 0, 1, 1, 1],
  ]);
  await as(BEN_KEY, 'chats.reply', { chatId, text: 'I am' });
  expect(await both()).toEqual([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ]);
  await channel.say('ann', 'Good');
  expect(await both()).toEqual([
    [0, 0, 0, 0, 1],
    [1, 0, 1, 1, 1],
  ]);
});
