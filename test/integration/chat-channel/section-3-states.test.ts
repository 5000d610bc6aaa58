import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';

let host: Host;
let channel: TestChannel;

beforeAll(async () => {
  host = await startHost();
  await host.events();
  channel = await openChannel(host);
});

afterAll(() => host.remove());

const presence = (chosen: 'online' | 'away') => host.rpc('operators.setPresence', { presence: chosen });
const statusOf = async (asked: TestChannel): Promise<string> => (await asked.status()).body;

describe('3 Channel status values', () => {
  test('0: chat unavailable, operators are offline', async () => {
    await presence('away');
    expect(await statusOf(channel)).toBe('0');
  });

  test('1: chat available, operators are online', async () => {
    await presence('online');
    expect(await statusOf(channel)).toBe('1');
  });

  test('the presence switch changes the status at once, both ways', async () => {
    for (const [chosen, expected] of [
      ['away', '0'],
      ['online', '1'],
      ['away', '0'],
      ['online', '1'],
    ] as const) {
      await presence(chosen);
      expect(await statusOf(channel)).toBe(expected);
    }
  });

  test('0 while the channel is paused, 1 again when it resumes', async () => {
    await presence('online');
    await host.rpc('channels.pause', { channelId: channel.id });
    expect(await statusOf(channel)).toBe('0');
    await host.rpc('channels.resume', { channelId: channel.id });
    expect(await statusOf(channel)).toBe('1');
  });

  test('a paused channel, and one whose operators are away, still accept messages', async () => {
    await host.rpc('channels.pause', { channelId: channel.id });
    await channel.say('paused', 'Anybody there?');
    await host.rpc('channels.resume', { channelId: channel.id });
    await presence('away');
    await channel.say('away', 'Anybody there?');
    expect(await channel.receivedBy('"paused"')).toHaveLength(1);
    expect(await channel.receivedBy('"away"')).toHaveLength(1);
  });

  test('a removed channel does not exist', async () => {
    const removed = await openChannel(host);
    await host.rpc('channels.remove', { channelId: removed.id });
    expect((await httpRequest(removed.statusUrl)).status).toBe(404);
  });
});

describe('3 Typing indicator types', () => {
  test('typein: typing started; typeout: typing ended', async () => {
    const events = await host.events();
    await channel.say('typist', 'Hello');
    const { id: chatId } = await channel.chatOf('"typist"');
    for (const type of ['typein', 'typeout']) {
      await channel.post({ sender: { id: 'typist' }, message: { type } });
      await events.waitFor(
        'chat.typing',
        (typing) => typing.chatId === chatId && typing.typing === (type === 'typein'),
      );
    }
    events.close();
  });
});
