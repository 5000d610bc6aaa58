import { setTimeout as passing } from 'node:timers/promises';
import { openChannel } from '../fixtures/channels.ts';
import { startCluster } from '../fixtures/cluster.ts';
import { noPostgres, startPostgres } from '../fixtures/postgres.ts';
import type { Measure } from './measures.ts';
import { percentile } from './statistics.ts';

const MESSAGES = 600;
/** Milliseconds between two messages, and by which a window of another node may be later. */
const EVERY = 20;
const LATER = 60;

/** A message as two windows are told of it, from its post on: one at the node that took it, one at another. */
export async function measureOtherNode(): Promise<readonly Measure[]> {
  if (noPostgres !== undefined) return [];
  const server = await startPostgres({ isDurable: true });
  const cluster = await startCluster(server, {}, 2);
  try {
    const [near, far] = cluster.nodes.map(({ host }) => host());
    if (near === undefined || far === undefined) throw new Error('there are not two nodes');
    const channel = await openChannel(near);
    const windows = [await near.events(), await far.events()];
    const posted = new Map<string, number>();
    for (let count = 0; count < MESSAGES; count += 1) {
      posted.set(`text ${count}`, performance.now());
      await channel.say(`customer-${count % 20}`, `text ${count}`);
      await passing(EVERY);
    }
    const slowest = await Promise.all(
      windows.map(async ({ waitFor, received }) => {
        await waitFor('message.added', ({ message }) => message.text === `text ${MESSAGES - 1}`);
        const latencies = received.flatMap((event) =>
          event.name === 'message.added'
            ? event.arrivedAt - (posted.get(event.data.message.text ?? '') ?? Number.NaN)
            : [],
        );
        return percentile(latencies, 0.99);
      }),
    );
    const [same = Number.NaN, other = Number.NaN] = slowest;
    return [
      {
        name: `an event to a window of another node, 99th percentile, against the same node and ${LATER} ms`,
        ours: `${other.toFixed(1)} ms`,
        base: `${same.toFixed(1)} ms at the same node`,
        ratio: other / (same + LATER),
        bound: { atMost: 1 },
      },
    ];
  } finally {
    await cluster.remove();
    await server.remove();
  }
}
