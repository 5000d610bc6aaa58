import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany, type Load } from './load.ts';
import type { Measure } from './measures.ts';
import { startNoOp } from './servers.ts';
import { slowest, throughput } from './rounds.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 1000;
const ROUNDS = 5;
const WARM_UP = 5_000;
const AMOUNT = 20_000;

/** Durable ingest with a connected console, compared with a Fastify no-op, alternating. */
export async function measureIngest(host: Headless): Promise<readonly Measure[]> {
  const noOp = await startNoOp();
  const { messageUrl } = await openChannel(host);
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'ingest');
  const round = (url: string, amount: number): Promise<Load> =>
    postMany({ url, connections: CONNECTIONS, amount, body });
  try {
    await round(noOp.url, WARM_UP);
    await round(messageUrl, WARM_UP);
    const base: Load[] = [];
    const ours: Load[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      base.push(await round(noOp.url, AMOUNT));
      ours.push(await round(messageUrl, AMOUNT));
    }
    await window.waitForBytes(ROUNDS * AMOUNT * 300);
    const rounds = { ours, base, baseName: 'no-op' };
    return [
      throughput(rounds, { name: 'durable ingest, 64 connections', bound: { atLeast: 0.25 } }),
      slowest(rounds, { name: 'its 99th percentile', bound: { atMost: 4 } }),
    ];
  } finally {
    window.close();
    await noOp.stop();
  }
}
