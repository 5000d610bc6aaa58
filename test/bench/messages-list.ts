import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { median } from './statistics.ts';

const LONG = 100_000;
const SHORT = 100;
const WARM_UP = 50;
const TIMES = 500;

/** The newest 50 messages of a long chat compared with those of a short one, alternating. */
export async function measureMessagesList(host: Headless): Promise<readonly Measure[]> {
  const channel = await openChannel(host);
  const long = await fill(channel, 'long', LONG);
  const short = await fill(channel, 'short', SHORT);
  const took = async (of: string): Promise<number> => {
    const { id: chatId } = of === long ? longChat : shortChat;
    const begun = performance.now();
    const { messages } = await host.rpc('messages.list', { chatId, limit: 50 });
    if (messages.length !== 50) throw new Error(`${messages.length} messages instead of 50`);
    return performance.now() - begun;
  };
  const longChat = await channel.chatOf(long);
  const shortChat = await channel.chatOf(short);
  const ours: number[] = [];
  const base: number[] = [];
  for (let count = -WARM_UP; count < TIMES; count += 1) {
    const [fromLong, fromShort] = [await took(long), await took(short)];
    if (count < 0) continue;
    ours.push(fromLong);
    base.push(fromShort);
  }
  return [
    {
      name: 'newest 50 of 100,000 messages',
      ours: `${median(ours).toFixed(2)} ms`,
      base: `of 100: ${median(base).toFixed(2)} ms`,
      ratio: median(ours) / median(base),
      bound: { atMost: 1.3 },
    },
  ];
}

/** Posts a chat of this many messages; returns its customer's id as JSON text. */
async function fill(channel: TestChannel, name: string, amount: number): Promise<string> {
  await postMany({
    url: channel.messageUrl,
    connections: Math.min(64, amount),
    amount,
    body: customerMessages(1, name),
  });
  return JSON.stringify(`${name}-customer-0`);
}
