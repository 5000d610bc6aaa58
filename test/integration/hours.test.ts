import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import { ALWAYS_OPEN, type WorkingHours } from '#shared/domain/working-hours.ts';
import { botConversation, startStage, type Stage } from '../fixtures/bots.ts';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { bodyOf, startIntegrator, type Integrator } from '../fixtures/integrator.ts';

const NEVER: WorkingHours = { ...ALWAYS_OPEN, always: false, week: Array.from({ length: 7 }, () => []) };
const AWAY = { on: true, text: 'We are closed now.', when: 'closed' as const };

let stage: Stage;
let integrator: Integrator;

beforeAll(async () => {
  [stage, integrator] = await Promise.all([startStage(), startIntegrator()]);
});

afterAll(async () => {
  await stage.stop();
  await integrator.stop();
});

beforeEach(async () => {
  await stage.host.rpc('operators.setPresence', { presence: 'online' });
  await stage.host.rpc('hours.update', { hours: ALWAYS_OPEN });
});

const statusOf = async (channel: TestChannel): Promise<string> => (await channel.status()).body;
const automatic = (feed: readonly Message[]): readonly (string | undefined)[] =>
  feed.filter((message) => message.automatic !== undefined).map(({ text }) => text);

describe('outside opening hours', () => {
  test('the status is 0 at once although an operator is online, until they are over', async () => {
    const { host } = stage;
    const channel = await openChannel(host);
    expect(await statusOf(channel)).toBe('1');
    await host.rpc('hours.update', { hours: NEVER });
    expect(await statusOf(channel)).toBe('0');
    await host.rpc('hours.update', { hours: ALWAYS_OPEN });
    expect(await statusOf(channel)).toBe('1');
  });

  test('a channel’s own hours apply to it alone', async () => {
    const { host } = stage;
    const [closed, other] = [await openChannel(host), await openChannel(host)];
    await host.rpc('channels.update', { channelId: closed.id, hours: NEVER });
    expect([await statusOf(closed), await statusOf(other)]).toEqual(['0', '1']);
    await host.rpc('hours.update', { hours: NEVER });
    await host.rpc('channels.update', { channelId: closed.id, hours: ALWAYS_OPEN });
    expect([await statusOf(closed), await statusOf(other)]).toEqual(['1', '0']);
  });

  test('a bot that counts as available still does, is told that nobody is online, and its chat joins Waiting at opening time', async () => {
    const { host } = stage;
    const conversation = await botConversation(stage);
    const { channel, chatId } = conversation;
    await host.rpc('channels.update', { channelId: channel.id, countBot: true });
    expect(await statusOf(channel)).toBe('1');
    await host.rpc('channels.update', { channelId: channel.id, hours: NEVER });
    expect(await statusOf(channel)).toBe('1');
    await host.rpc('channels.pause', { channelId: channel.id });
    expect(await statusOf(channel)).toBe('0');
    await host.rpc('channels.resume', { channelId: channel.id });
    await host.rpc('channels.update', { channelId: channel.id, countBot: false });
    expect(await statusOf(channel)).toBe('0');
    await host.rpc('channels.update', { channelId: channel.id, countBot: true });
    await conversation.write('Is somebody there?');
    const told = await conversation.address.next(
      'CLIENT_MESSAGE',
      ({ message }) => message?.text === 'Is somebody there?',
    );
    expect(JSON.parse(told.raw)).toMatchObject({ agents_online: false });
    await conversation.send('INVITE_AGENT', conversation.chat);
    await conversation.address.next('AGENT_UNAVAILABLE');
    expect(await host.rpc('chats.get', { chatId })).toMatchObject({ state: 'bot', askedForPerson: true });
    const events = await host.events();
    await host.rpc('channels.update', { channelId: channel.id, hours: null });
    await events.waitFor('chat.changed', ({ chat }) => chat.id === chatId && chat.state === 'waiting');
  });
});

describe('away messages of a channel', () => {
  test('announce to writers once that it is closed', async () => {
    const { host } = stage;
    const inbox = integrator.endpoint('automatic');
    const channel = await openChannel(host, { endpoint: inbox.url, allowPlainHttp: true, away: AWAY });
    await channel.post({ sender: { id: 'ann', name: 'Ann' }, message: { type: 'text', text: 'Hello' } });
    await host.rpc('channels.update', { channelId: channel.id, hours: NEVER });
    await channel.say('ann', 'Still there?');
    await channel.say('ann', 'Hello?');
    const received = (await inbox.waitFor(1)).map(bodyOf);
    expect(received.map(({ sender, message }) => [sender, message.text])).toEqual([
      [{ name: 'Shop' }, 'We are closed now.'],
    ]);
    expect(automatic(await channel.feed('"ann"'))).toEqual(['We are closed now.']);
    expect(await channel.chatOf('"ann"')).toMatchObject({
      state: 'waiting',
      unanswered: 3,
      lastMessage: { text: 'Hello?' },
    });
  });

  test('are not sent when switched off', async () => {
    const channel = await openChannel(stage.host, {
      away: { ...AWAY, on: false },
      hours: NEVER,
    });
    await channel.say('ann', 'Hello');
    expect(automatic(await channel.feed('"ann"'))).toEqual([]);
  });
});

test(
  'are sent once per chat despite kills at any moment, unless its first message was not accepted',
  { tags: ['thorough'], timeout: 120_000 },
  async () => {
    const inbox = integrator.endpoint('killed');
    let host = await startHeadless();
    try {
      const { publicId } = await host.rpc('channels.create', {
        name: 'Shop',
        publicId: 'shop',
        endpoint: inbox.url,
        allowPlainHttp: true,
        away: AWAY,
        hours: NEVER,
      });
      const { message: address } = await host.rpc('channels.addresses', {
        channelId: (await host.rpc('channels.list', {})).channels[0]?.id ?? '',
      });
      const path = new URL(address).pathname;
      for (let round = 0; round < 4; round += 1) {
        const accepted: string[] = [];
        const post = async (customer: string): Promise<void> => {
          const body = JSON.stringify({
            sender: { id: customer, name: 'Ann' },
            message: { type: 'text', text: 'Hello' },
          });
          const posted = await fetch(`${host.listener}${path}`, { method: 'POST', body }).catch(() => undefined);
          if (posted?.status === 200) accepted.push(customer);
          if (accepted.length === 20) await host.kill();
        };
        await Promise.all(
          Array.from({ length: 60 }, (_, index) => post(`${publicId}-${String(round)}-${String(index)}`)),
        );
        host = await host.restart();
        const { chats } = await host.rpc('chats.list', { limit: 200 });
        const ofRound = chats.filter(({ customer }) =>
          customer.externalId.startsWith(`"${publicId}-${String(round)}-`),
        );
        const told = await Promise.all(
          ofRound.map(async ({ id }) => automatic((await host.rpc('messages.list', { chatId: id })).messages).length),
        );
        expect(new Set(told)).toEqual(new Set([1]));
        expect(ofRound.map(({ customer }) => JSON.parse(customer.externalId) as string)).toEqual(
          expect.arrayContaining(accepted),
        );
      }
    } finally {
      await host.remove();
    }
  },
);
