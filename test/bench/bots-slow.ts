import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany, type Load } from './load.ts';
import type { Measure } from './measures.ts';
import { runAlternately, slowest, throughput } from './rounds.ts';
import { startSlowProvider } from './slow-provider.ts';

const CONNECTIONS = 64;
const CHATS = 500;
/** Events that each of those chats has to send per round: at 2.9 seconds each they outlast it. */
const EVENTS = 4;
const CUSTOMERS = 1000;

/** Ingest of a channel without a bot while 500 chats of another wait for a slow provider, compared with none, alternating. */
export async function measureSlowBots(host: Headless): Promise<readonly Measure[]> {
  const provider = await startSlowProvider();
  const plain = await openChannel(host);
  const slow = await openChannel(host);
  await host.rpc('bots.create', { name: 'Slow bot', endpoint: provider.url, channelIds: [slow.id], silenceSeconds: 0 });
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'beside-bots');
  const round = (amount: number): Promise<Load> =>
    postMany({ url: plain.messageUrl, connections: CONNECTIONS, amount, body });
  try {
    let turn = 0;
    const rounds = await runAlternately(['without them', round], async (amount) => {
      await postMany({
        url: slow.messageUrl,
        connections: CONNECTIONS,
        amount: CHATS * EVENTS,
        body: customerMessages(CHATS, `slow-bot-${(turn += 1)}`),
      });
      const load = await round(amount);
      await provider.quiet();
      return load;
    });
    return [
      throughput(rounds, { name: 'ingest beside 500 chats of a slow bot', bound: { atLeast: 0.9 } }),
      slowest(rounds, { name: 'its 99th percentile', bound: { atMost: 1.3 } }),
    ];
  } finally {
    window.close();
    await provider.stop();
  }
}
