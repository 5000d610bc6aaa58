import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany, type Load } from './load.ts';
import type { Measure } from './measures.ts';
import { throughput } from './rounds.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 1000;
const ROUNDS = 15;
const WARM_UP = 5_000;
const AMOUNT = 20_000;

/** Durable ingest with the journal and its bodies on, compared with the same host with its journal off, alternating. */
export async function measureJournal(host: Headless): Promise<readonly Measure[]> {
  const { messageUrl } = await openChannel(host);
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'journal');
  const round = async (enabled: boolean, amount: number): Promise<Load> => {
    await host.rpc('connection.change', { journal: { enabled } });
    return postMany({ url: messageUrl, connections: CONNECTIONS, amount, body });
  };
  try {
    await round(true, WARM_UP);
    const base: Load[] = [];
    const ours: Load[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      base.push(await round(false, AMOUNT));
      ours.push(await round(true, AMOUNT));
    }
    return [
      throughput(
        { ours, base, baseName: 'journal off' },
        { name: 'ingest with the journal on', bound: { atLeast: 0.95 } },
      ),
    ];
  } finally {
    await host.rpc('connection.change', { journal: { enabled: true } });
    window.close();
  }
}
