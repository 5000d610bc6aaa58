import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany, type Load } from './load.ts';
import type { Measure } from './measures.ts';
import { startNoOp } from './no-op.ts';
import { median, percentile } from './statistics.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 1000;
const ROUNDS = 5;
const WARM_UP = 5_000;
const AMOUNT = 20_000;

/** Durable ingest with a console connected, against a Fastify no-op, in turns. */
export async function measureIngest(host: Headless): Promise<readonly Measure[]> {
  const noOp = await startNoOp();
  const { messageUrl } = await openChannel(host);
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'ingest');
  const round = (url: string, amount: number): Promise<Load> => postMany({ url, connections: CONNECTIONS, amount, body });
  try {
    await round(noOp.url, WARM_UP);
    await round(messageUrl, WARM_UP);
    const base: Load[] = [];
    const ours: Load[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      base.push(await round(noOp.url, AMOUNT));
      ours.push(await round(messageUrl, AMOUNT));
    }
    await window.toldOf(ROUNDS * AMOUNT * 300);
    return [throughput(ours, base), slowest(ours, base)];
  } finally {
    window.close();
    await noOp.stop();
  }
}

/** Each round against the no-op round before it; the median of those. */
function throughput(ours: readonly Load[], base: readonly Load[]): Measure {
  const rate = (loads: readonly Load[]): string => `${Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond)))} messages/s`;
  const ratio = median(ours.map(({ requestsPerSecond }, index) => requestsPerSecond / (base[index]?.requestsPerSecond ?? Number.NaN)));
  return { name: 'durable ingest, 64 connections', ours: rate(ours), base: `no-op ${rate(base)}`, ratio, bound: { atLeast: 0.6 } };
}

function slowest(ours: readonly Load[], base: readonly Load[]): Measure {
  const p99 = ({ latencies }: Load): number => percentile(latencies, 0.99);
  const middle = (loads: readonly Load[]): string => `${median(loads.map(p99)).toFixed(1)} ms`;
  const ratio = median(ours.map((load, index) => p99(load) / p99(base[index] ?? { requestsPerSecond: 0, latencies: [] })));
  return { name: 'its 99th percentile', ours: middle(ours), base: `no-op ${middle(base)}`, ratio, bound: { atMost: 4 } };
}
