import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ownSignals } from '#main/nodes/signals.ts';
import { onlyNode } from '#main/store/nodes.ts';
import type { SendingDelivery } from '#main/store/deliveries/sending.ts';
import { CHANNEL_KINDS, type ChannelKind } from '#shared/domain/channel-kinds.ts';
import { type ChannelPort, createChannelKinds } from './channel-kinds.ts';

const kinds = new Map<string, ChannelKind>([
  ['shop', 'custom'],
  ['window', 'site'],
]);

const reply = (channelId: string, messageId: string): SendingDelivery => ({
  messageId,
  chatId: '1',
  channelId,
  body: '{}',
  attempts: 0,
});
const left = [reply('shop', '1'), reply('window', '2'), reply('shop', '3'), reply('removed', '4')];

async function resumed(readOnly: boolean) {
  const sent: Partial<Record<ChannelKind, string[]>> = {};
  const portOf = (kind: ChannelKind): ChannelPort => ({
    enqueue: (sending) => void (sent[kind] ??= []).push(...sending.map(({ messageId }) => messageId)),
    sendTyping: async () => undefined,
  });
  const all = Object.fromEntries(CHANNEL_KINDS.map((kind) => [kind, { port: portOf(kind) }]));
  await createChannelKinds({
    kinds: all as Record<ChannelKind, { readonly port: ChannelPort }>,
    kindOf: (channelId) => kinds.get(channelId),
    store: { readOnly, read: (async () => left) as never, nodes: onlyNode() },
    onDeliveries: () => () => undefined,
    operators: { get: () => expect.unreachable() },
    onTold: ownSignals().onTold,
    log: pino({ level: 'silent' }),
  }).resume();
  return sent;
}

test('what the last run left goes to the kind of its channel; what a removed channel left, to the default kind', async () => {
  expect(await resumed(false)).toEqual({ custom: ['1', '3', '4'], site: ['2'] });
});

test('a read-only database keeps its queue', async () => {
  expect(await resumed(true)).toEqual({});
});
