import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { findRuntime } from '../../desktop/runtime.ts';
import { toText, isWithinBound, keepMeasures, type Measure } from '../measures.ts';
import { median } from '../statistics.ts';
import { hasProcFileSystem, memoryOf, processesOf } from '../processes.ts';
import { type Apps, megabytes, milliseconds, prepare, startShop } from './apps.ts';
import { compareDay, compareIdling } from './day.ts';

const ROUNDS = 7;
const WEIGHINGS = 3;
/** Milliseconds until the aftermath of starting is over. */
const SETTLING = 30_000;

/** Compares the desktop app with an empty Electron app on the same runtime; exit code 1 if a bound is missed. */
async function bench(): Promise<boolean> {
  const runtime = findRuntime();
  if ('missing' in runtime) {
    console.log(`Skipped: ${runtime.missing}.`);
    return true;
  }
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-bench-'));
  try {
    await using shop = await startShop();
    const apps = await prepare(folder, runtime, shop);
    const measures: Measure[] = [];
    const comparisons = hasProcFileSystem ? [compareStarts, compareMemory, compareIdling, compareDay] : [compareStarts];
    for (const compare of comparisons) {
      const ended = await compare(apps);
      for (const measure of ended) console.log(toText(measure));
      measures.push(...ended);
    }
    if (!hasProcFileSystem)
      console.log('Memory and idle CPU are skipped: they are read from /proc, which this system does not have.');
    console.log(`Written to ${await keepMeasures('bench-desktop.json', measures)}`);
    return measures.every(isWithinBound);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Starts all of them alternately. */
async function compareStarts(apps: Apps): Promise<readonly Measure[]> {
  const took = { ours: [] as number[], seat: [] as number[], empty: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const which of ['empty', 'ours', 'seat'] as const) {
      const app = await apps[which]();
      await app.quit();
      // The first start of each fills the caches.
      if (round >= 0) took[which].push(app.took);
    }
    console.log(
      `Start ${round}: empty ${took.empty.at(-1)?.toFixed(0) ?? '-'} ms, Counterbell ${took.ours.at(-1)?.toFixed(0) ?? '-'} ms, seat ${took.seat.at(-1)?.toFixed(0) ?? '-'} ms`,
    );
  }
  const start = (name: string, which: 'ours' | 'seat', atMost: number): Measure => ({
    name,
    ours: milliseconds(took[which]),
    base: `blank window ${milliseconds(took.empty)}`,
    // Round by round, so that a busy phase of the machine affects both.
    ratio: median(took[which].map((each, round) => each / (took.empty[round] ?? Number.NaN))),
    bound: { atMost },
  });
  return [
    start('start to a usable inbox, 1,000,000 messages', 'ours', 1.7),
    start('start of a colleague’s window to a usable inbox', 'seat', 1.6),
  ];
}

/** Weighs all of them alternately, each some time after its start. */
async function compareMemory(apps: Apps): Promise<readonly Measure[]> {
  const memory = { ours: [] as number[], restingSeat: [] as number[], empty: [] as number[] };
  for (let round = 0; round < WEIGHINGS; round += 1) {
    for (const which of ['empty', 'ours', 'restingSeat'] as const) {
      const app = await apps[which]();
      await passing(SETTLING);
      memory[which].push(memoryOf(processesOf(app.pid)));
      await app.quit();
    }
  }
  const weight = (name: string, which: 'ours' | 'restingSeat', atMost: number): Measure => ({
    name,
    ours: megabytes(memory[which]),
    base: `blank window ${megabytes(memory.empty)}`,
    ratio: median(memory[which]) / median(memory.empty),
    bound: { atMost },
  });
  return [
    weight('memory of all processes', 'ours', 1.4),
    weight('memory of a colleague’s window while nobody waits, all processes', 'restingSeat', 1.2),
  ];
}

process.exitCode = (await bench()) ? 0 : 1;
