import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { runAlternately, throughput } from './rounds.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 1000;
const ROUNDS = 1;

/** Durable ingest with the journal and its bodies on, compared with the same host with its journal off, alternating. */
export async function measureJournal(host: Headless): Promise<readonly Measure[]> {
  const { messageUrl } = await openChannel(host);
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'journal');
  const round = (enabled: boolean) => async (amount: number) => {
    await host.rpc('connection.change', { journal: { enabled } });
    return postMany({ url: messageUrl, connections: CONNECTIONS, amount, body });
  };
  try {
    const rounds = await runAlternately(['journal off', round(false)], round(true), { rounds: ROUNDS });
    return [throughput(rounds, { name: 'ingest with the journal on', bound: { atLeast: 0.95 } })];
  } finally {
    await host.rpc('connection.change', { journal: { enabled: true } });
    window.close();
  }
}
