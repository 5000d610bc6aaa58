import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { startNoOp } from './servers.ts';
import { runAlternately, throughput } from './rounds.ts';
import { startSlowProvider } from './slow-provider.ts';

const CONNECTIONS = 64;
const CHATS = 500;
const BODY_SIZE = 300;
const PADDING = 'Your lamp is on its way; the parcel service says that it comes on Tuesday. '.repeat(5);

/** BOT_MESSAGE accepted, stored and sent to a connected console, compared with a Fastify no-op, alternating. */
export async function measureBotMessages(host: Headless): Promise<readonly Measure[]> {
  const noOp = await startNoOp();
  // Outgoing requests wait for a slow response, so that only accepting is measured.
  const slow = await startSlowProvider();
  const channel = await openChannel(host, { endpoint: slow.url });
  const { id: botId } = await host.rpc('bots.create', {
    name: 'Quick bot',
    endpoint: slow.url,
    channelIds: [channel.id],
    hourlyLimit: 1_000_000,
    silenceSeconds: 0,
  });
  const { service } = await host.rpc('bots.addresses', { botId });
  await postMany({
    url: channel.messageUrl,
    connections: CONNECTIONS,
    amount: CHATS,
    body: customerMessages(CHATS, 'accept'),
  });
  const body = botMessages(await chatIds(host, channel.id));
  const window = await openWindow(host);
  const round = (url: string) => (amount: number) => postMany({ url, connections: CONNECTIONS, amount, body });
  try {
    const rounds = await runAlternately(['no-op', round(noOp.url)], round(service));
    await window.waitForBytes(rounds.ours.reduce((sum, { latencies }) => sum + latencies.length, 0) * BODY_SIZE);
    return [throughput(rounds, { name: 'durable BOT_MESSAGE, 64 connections', bound: { atLeast: 0.2 } })];
  } finally {
    window.close();
    await noOp.stop();
    await slow.stop();
  }
}

async function chatIds(host: Headless, channelId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await host.rpc('chats.list', { filter: 'bot', cursor, limit: 200 });
    ids.push(...page.chats.flatMap((chat) => (chat.channelId === channelId ? [chat.id] : [])));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  if (ids.length !== CHATS) throw new Error(`${ids.length} chats instead of ${CHATS}`);
  return ids;
}

/** Creates bodies of 300 bytes for these chats in turn, each event with a new id. */
function botMessages(chats: readonly string[]): () => string {
  let count = 0;
  return () => {
    count += 1;
    const before = `{"id":"answer-${count}","event":"BOT_MESSAGE","chat_id":"${chats[count % chats.length]}","message":{"type":"TEXT","text":"`;
    return `${before}${PADDING.slice(0, BODY_SIZE - before.length - 3)}"}}`;
  };
}
