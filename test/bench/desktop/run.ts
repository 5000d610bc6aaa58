import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { z } from 'zod';
import { openChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { findRuntime } from '../../desktop/runtime.ts';
import { toText, isWithinBound, keepMeasures, type Measure } from '../measures.ts';
import { median } from '../statistics.ts';
import { makeEmptyApp, type EmptyApp } from './empty-app.ts';
import { fillStore, untilIndexed } from './filled-store.ts';
import { hasProcFileSystem, memoryOf, processesOf, processorTimeOf } from '../processes.ts';
import { startApp, type StartedApp } from './started-app.ts';

const ROUNDS = 7;
const WEIGHINGS = 3;
/** Milliseconds until the aftermath of starting is over. */
const SETTLING = 5_000;
const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

/** The chats are in the list, and a frame with them was painted. */
const INBOX = `new Promise((resolve) => {
  const look = () => document.querySelector('[role=listbox] [role=option]') === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  look();
})`;
/** The page is loaded. For the blank one: the earliest possible moment. */
const LOADED = `new Promise((resolve) => {
  const look = () => {
    const { loadEventEnd } = performance.getEntriesByType('navigation')[0];
    if (loadEventEnd > 0) resolve(performance.timeOrigin + loadEventEnd);
    else setTimeout(look, 1);
  };
  look();
})`;

interface Apps {
  readonly ours: () => Promise<StartedApp>;
  /** a colleague's window of a shop on another process */
  readonly seat: () => Promise<StartedApp>;
  /** the same once nobody waits there: a call loads Chromium's sound, which then stays for a quarter of an hour */
  readonly restingSeat: () => Promise<StartedApp>;
  readonly empty: () => Promise<StartedApp>;
}

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
    const comparisons = hasProcFileSystem ? [compareStarts, compareMemory, compareIdling] : [compareStarts];
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

interface Shop extends AsyncDisposable {
  readonly host: Headless;
  /** closes its chat */
  readonly rest: () => Promise<void>;
}

/** A shop with a chat that waits, that colleagues can join. */
async function startShop(): Promise<Shop> {
  const host = await startHeadless({ args: ['--team', '127.0.0.1:0'] });
  await host.rpc('setup.finish', {});
  const channel = await openChannel(host);
  await channel.say('ann', 'Is the blue lamp in stock?');
  return {
    host,
    rest: async () => {
      const { id } = await channel.chatOf('"ann"');
      await host.rpc('chats.close', { chatId: id });
    },
    [Symbol.asyncDispose]: host.remove,
  };
}

/** The data folder of an app that has joined. */
async function joinShop(dataDir: string, runtime: EmptyApp, host: Headless): Promise<Readonly<Record<string, string>>> {
  await mkdir(dataDir);
  const environment = { COUNTERBELL_DATA_DIR: dataDir, COUNTERBELL_LISTENER: '127.0.0.1:0' };
  const app = await startApp({ ...runtime, environment, moment: LOADED });
  const { app: link } = await host.rpc('invitations.create', { name: 'Ivan', role: 'operator' });
  const answer = await app.evaluate(`counterbell.desktop.call('join', ${JSON.stringify(link)})`);
  z.object({ ok: z.literal(true) }).parse(answer);
  // Before it restarts.
  await app.quit();
  return environment;
}

async function prepare(folder: string, runtime: EmptyApp, shop: Shop): Promise<Apps> {
  const dataDir = join(folder, 'full');
  await mkdir(dataDir);
  const environment = { COUNTERBELL_DATA_DIR: dataDir, COUNTERBELL_LISTENER: '127.0.0.1:0' };
  const first = await startApp({ ...runtime, environment, moment: LOADED });
  const ask = (route: string, input: object): Promise<unknown> =>
    first.evaluate(`counterbell.request(${JSON.stringify(route)}, ${JSON.stringify(input)})`);
  const channel = z
    .object({ ok: z.literal(true), data: z.object({ id: z.string() }) })
    .parse(await ask('channels.create', { name: 'Shop app' }));
  await ask('setup.finish', {});
  await first.quit();
  console.log('Writing 1,000,000 messages …');
  fillStore(dataDir, channel.data.id);
  const indexing = await startApp({ ...runtime, environment, moment: INBOX });
  await untilIndexed(dataDir);
  await indexing.quit();

  const carriesApp = process.env['ELECTRON_EXECUTABLE'] !== undefined;
  const emptyApp = await makeEmptyApp(folder, runtime, carriesApp);
  const emptyFolder = join(folder, 'empty');
  const ofSeat = await joinShop(join(folder, 'seat'), runtime, shop.host);
  let resting: Promise<void> | undefined;
  return {
    ours: () => startApp({ ...runtime, environment, moment: INBOX }),
    seat: () => startApp({ ...runtime, environment: ofSeat, moment: INBOX }),
    restingSeat: async () => {
      await (resting ??= shop.rest());
      return startApp({ ...runtime, environment: ofSeat, moment: LOADED });
    },
    empty: () => startApp({ ...emptyApp, environment: { EMPTY_APP_FOLDER: emptyFolder }, moment: LOADED }),
  };
}

const milliseconds = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`;
const megabytes = (values: readonly number[]): string => `${(median(values) / MEGABYTE).toFixed(0)} MB`;

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

/** Lets both idle through the same minute. The measure is the difference, in percent of one core. */
async function compareIdling(apps: Apps): Promise<readonly Measure[]> {
  const [ours, empty] = [await apps.ours(), await apps.empty()];
  await passing(2 * SETTLING);
  const spent = (): readonly [number, number] => [
    processorTimeOf(processesOf(ours.pid)),
    processorTimeOf(processesOf(empty.pid)),
  ];
  const before = spent();
  await passing(MINUTE);
  const after = spent();
  await Promise.all([ours.quit(), empty.quit()]);
  const [share, base] = [0, 1]
    .map((which) => ((after[which] ?? 0) - (before[which] ?? 0)) / (MINUTE / 1000))
    .map((seconds) => seconds * 100);
  return [
    {
      name: 'idle CPU over a minute, more than empty (percent)',
      ours: `${(share ?? 0).toFixed(2)} %`,
      base: `blank window ${(base ?? 0).toFixed(2)} %`,
      ratio: (share ?? Number.NaN) - (base ?? Number.NaN),
      bound: { atMost: 0.5 },
    },
  ];
}

process.exitCode = (await bench()) ? 0 : 1;
