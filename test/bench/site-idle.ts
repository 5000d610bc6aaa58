import { setTimeout as passing } from 'node:timers/promises';
import { openChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { hasProcFileSystem, memoryOf } from './processes.ts';
import { startScript } from './servers.ts';
import { median, percentile } from './statistics.ts';

const VISITORS = 10_000;
const MOST_MEGABYTES = 150;
const MEGABYTE = 1024 * 1024;
const ROUNDS = 5;
const WARM_UP = 5_000;
/** Messages one after the other, as customers write: their times, not the throughput, are compared. */
const AMOUNT = 2_000;
/** Milliseconds until the aftermath of the connections is over. */
const SETTLING = 5_000;

/**
 * What 10,000 visitors who have opened the window and say nothing cost: the memory of a host, and the time of a custom
 * channel's messages beside them, compared with a second host without any, alternating.
 */
export async function measureIdleVisitors(): Promise<readonly Measure[]> {
  if (!hasProcFileSystem) return [];
  const [busy, calm] = [await startHeadless(), await startHeadless()];
  const windows = [await openWindow(busy), await openWindow(calm)];
  try {
    const [ours, base] = [await openChannel(busy), await openChannel(calm)];
    const body = customerMessages(100, 'idle');
    const round = async (url: string, amount: number): Promise<number> =>
      percentile((await postMany({ url, connections: 1, amount, body })).latencies, 0.95);
    await round(base.messageUrl, WARM_UP);
    await round(ours.messageUrl, WARM_UP);
    await passing(SETTLING);
    await busy.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
    const before = memoryOf([busy.process.pid ?? 0]);
    // In a process of their own; each has been welcomed.
    const opened = await startScript(new URL('site-visitors.ts', import.meta.url), [
      `${busy.listener}/site/shop/connect`,
      String(VISITORS),
    ]);
    await passing(SETTLING);
    const cost = (memoryOf([busy.process.pid ?? 0]) - before) / MEGABYTE;
    const [with10000, without]: [number[], number[]] = [[], []];
    for (let count = 0; count < ROUNDS; count += 1) {
      without.push(await round(base.messageUrl, AMOUNT));
      with10000.push(await round(ours.messageUrl, AMOUNT));
    }
    const { visitors } = await busy.rpc('visitors.list', {});
    if (visitors.length === 0 || visitors.some(({ leftAt }) => leftAt !== undefined))
      throw new Error('the visitors did not stay');
    await opened.stop('SIGKILL');
    return [
      {
        name: '10,000 idle visitors: memory of the host',
        ours: `${Math.round(cost)} MB, ${((cost * 1024) / VISITORS).toFixed(1)} KB each`,
        base: `allowed ${MOST_MEGABYTES} MB`,
        ratio: cost / MOST_MEGABYTES,
        bound: { atMost: 1 },
      },
      {
        name: 'a custom channel’s message beside them, 95th percentile',
        ours: `${median(with10000).toFixed(2)} ms`,
        base: `without ${median(without).toFixed(2)} ms`,
        ratio: median(with10000.map((each, at) => each / (without[at] ?? Number.NaN))),
        bound: { atMost: 1.1 },
      },
    ];
  } finally {
    for (const window of windows) window.close();
    await busy.remove();
    await calm.remove();
  }
}
