import { openChannel } from '../fixtures/channels.ts';
import { type Headless, startHeadless } from '../fixtures/headless.ts';
import { noPostgres, startPostgres } from '../fixtures/postgres.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { type Load, postMany } from './load.ts';
import type { Measure } from './measures.ts';
import { startNoOp } from './servers.ts';
import { runAlternately, slowest, throughput } from './rounds.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 1000;

/** Durable ingest with a connected console, compared with a Fastify no-op, alternating. */
export async function measureIngest(host: Headless): Promise<readonly Measure[]> {
  const noOp = await startNoOp();
  const { messageUrl } = await openChannel(host);
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'ingest');
  const round = (url: string) => (amount: number) => postMany({ url, connections: CONNECTIONS, amount, body });
  try {
    const rounds = await runAlternately(['no-op', round(noOp.url)], round(messageUrl));
    await window.waitForBytes(rounds.ours.reduce((sum, { latencies }) => sum + latencies.length, 0) * 300);
    return [
      throughput(rounds, { name: 'durable ingest, 64 connections', bound: { atLeast: 0.25 } }),
      slowest(rounds, { name: 'its 99th percentile', bound: { atMost: 4 } }),
    ];
  } finally {
    window.close();
    await noOp.stop();
  }
}

/** The same on PostgreSQL, compared with SQLite, alternating; nothing where it is not installed. */
export async function measureIngestOnPostgres(sqlite: Headless): Promise<readonly Measure[]> {
  if (noPostgres !== undefined) return [];
  const server = await startPostgres({ isDurable: true });
  const postgres = await startHeadless({ database: server.urlOf('postgres') });
  const body = customerMessages(CUSTOMERS, 'ingest');
  const roundOn = async (host: Headless) => {
    const { messageUrl } = await openChannel(host);
    return (amount: number) => postMany({ url: messageUrl, connections: CONNECTIONS, amount, body });
  };
  try {
    const rounds = await runAlternately(['SQLite', await roundOn(sqlite)], await roundOn(postgres));
    return [throughput(rounds, { name: 'durable ingest on PostgreSQL, 64 connections', bound: { atLeast: 0.3 } })];
  } finally {
    await postgres.remove();
    await server.remove();
  }
}

/** Three nodes over one PostgreSQL, compared with one of them, alternating; nothing where it is not installed. */
export async function measureIngestOfNodes(): Promise<readonly Measure[]> {
  if (noPostgres !== undefined) return [];
  const server = await startPostgres({ isDurable: true });
  const database = server.urlOf('postgres');
  const start = (name: string): Promise<Headless> => startHeadless({ database, args: ['--node-name', name] });
  const nodes = [await start('one'), await start('two'), await start('three')];
  const [first] = nodes as [Headless];
  const { pathname } = new URL((await openChannel(first)).messageUrl);
  const body = customerMessages(CUSTOMERS, 'ingest');
  const postTo =
    (hosts: readonly Headless[]) =>
    async (amount: number): Promise<Load> => {
      const share = { connections: Math.floor(CONNECTIONS / hosts.length), amount: Math.floor(amount / hosts.length) };
      const begun = performance.now();
      const loads = await Promise.all(hosts.map((host) => postMany({ url: host.listener + pathname, ...share, body })));
      const latencies = loads.flatMap((load) => load.latencies);
      return { requestsPerSecond: (latencies.length * 1000) / (performance.now() - begun), latencies };
    };
  try {
    const rounds = await runAlternately(['one node', postTo([first])], postTo(nodes));
    return [throughput(rounds, { name: 'durable ingest of three nodes', bound: { atLeast: 0.9 } })];
  } finally {
    await Promise.all(nodes.map((node) => node.remove()));
    await server.remove();
  }
}
