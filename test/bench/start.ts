import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { fillStore, untilIndexed } from './desktop/filled-store.ts';
import type { Measure } from './measures.ts';
import { startNoOp } from './servers.ts';
import { median } from './statistics.ts';

const ROUNDS = 9;

/** Starts of a headless host until it has answered, compared with bare Fastify, and of one with a year's messages. */
export async function measureStart(): Promise<readonly Measure[]> {
  const filled = await mkdtemp(join(tmpdir(), 'counterbell-bench-'));
  try {
    const host = await startHeadless({ dataDir: filled });
    const { id } = await openChannel(host);
    await host.stop();
    fillStore(filled, id);
    const indexing = await startHeadless({ dataDir: filled });
    await untilIndexed(filled);
    await indexing.stop();
    return await compareStarts(filled);
  } finally {
    await rm(filled, { recursive: true, force: true });
  }
}

/** All of them in turn, so that a busy phase of the machine affects each. */
async function compareStarts(filled: string): Promise<readonly Measure[]> {
  const took = { noOp: [] as number[], empty: [] as number[], filled: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const each = { noOp: await startOfNoOp(), empty: await startOfHost(), filled: await startOfHost(filled) };
    // The first start of each fills the caches.
    if (round >= 0) for (const which of ['noOp', 'empty', 'filled'] as const) took[which].push(each[which]);
  }
  const ratio = (which: 'empty' | 'filled', to: 'noOp' | 'empty'): number =>
    median(took[which].map((time, round) => time / (took[to][round] ?? Number.NaN)));
  const milliseconds = (which: keyof typeof took): string => `${median(took[which]).toFixed(0)} ms`;
  return [
    {
      name: 'headless: start in an empty folder to the first answer',
      ours: milliseconds('empty'),
      base: `bare Fastify ${milliseconds('noOp')}`,
      ratio: ratio('empty', 'noOp'),
      bound: { atMost: 2 },
    },
    {
      name: 'headless: start to the first answer, 1,000,000 messages',
      ours: milliseconds('filled'),
      base: `an empty folder ${milliseconds('empty')}`,
      ratio: ratio('filled', 'empty'),
      bound: { atMost: 1.2 },
    },
  ];
}

async function startOfNoOp(): Promise<number> {
  const begun = performance.now();
  const server = await startNoOp();
  await (await fetch(server.url, { method: 'POST' })).text();
  const took = performance.now() - begun;
  await server.stop();
  return took;
}

/** In this folder, or an empty one. */
async function startOfHost(dataDir?: string): Promise<number> {
  const begun = performance.now();
  const host = await startHeadless(dataDir === undefined ? {} : { dataDir });
  await (await fetch(`${host.listener}/health`)).text();
  const took = performance.now() - begun;
  await (dataDir === undefined ? host.remove() : host.stop());
  return took;
}
