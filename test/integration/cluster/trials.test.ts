/** @module-tag thorough */
import { globSync } from 'node:fs';
import { setTimeout as passing } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Cluster, type ClusterNode, startCluster } from '../../fixtures/cluster.ts';
import {
  type Broken,
  type ClusterLoad,
  loadedOptions,
  readUnderWay,
  startClusterLoad,
} from '../../fixtures/cluster-load.ts';
import { bodyOf, startIntegrator } from '../../fixtures/integrator.ts';
import { noPostgres, type Postgres, startPostgres } from '../../fixtures/postgres.ts';
import { startProvider } from '../../fixtures/provider.ts';
import { seeded } from '../../fixtures/seeded.ts';

/** CLUSTER_TRIALS=100 runs as many; CLUSTER_SEED begins elsewhere; CLUSTER_FAULT: only those whose names have it. */
const TRIALS = Number(process.env['CLUSTER_TRIALS'] ?? 10);
const FAULT = process.env['CLUSTER_FAULT'] ?? '';
const SEED = Number(process.env['CLUSTER_SEED'] ?? 1);

const FROZEN_FOR = 15_000;
const CUT_FOR = 8_000;
const AWAY_FOR = 2_000;
/** Milliseconds within which the others accept messages again. */
const LONGEST_PAUSE = 5_000;
/** Milliseconds until whatever was refused or waited for meanwhile is over. */
const SETTLING = 3_000;

interface World {
  server: Postgres;
  readonly cluster: Cluster;
  readonly random: (below: number) => number;
  /** ids of the replies that arrived at the integrator lately */
  readonly arrived: () => ReadonlySet<string | undefined>;
}

interface Fault extends Omit<Broken, 'what'> {
  /** who goes on accepting: since it began; if it is all, since it was over */
  readonly others: readonly ClusterNode[];
  readonly from: number;
}

/** Of Debian's package `faketime`; where it is missing, the clock stays as it is. */
const CLOCK_FAKER = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? '';

const now = (): number => performance.now();

const kill = async (node: ClusterNode, { cluster }: World): Promise<Fault> => {
  const from = now();
  await node.host().kill();
  const until = now();
  const underWay = await readUnderWay(cluster);
  await passing(7_000);
  await node.start();
  return { others: cluster.nodes.filter((other) => other !== node), from, until, underWay };
};

/** True if one of the transactions has been open, with its node silent, for a while. */
const isInTransaction = ({ cluster }: World): Promise<boolean> =>
  cluster.inDatabase(
    async (db) =>
      (await db.get`SELECT 1 AS one FROM pg_stat_activity
        WHERE state = 'idle in transaction' AND clock_timestamp() > state_change + interval '30 milliseconds'`) !==
      undefined,
  );

/** True if an attempt to send a reply has been recorded, and not made. */
const isBeforeAttempt = async ({ cluster, arrived }: World): Promise<boolean> => {
  const begun = await cluster.inDatabase(
    (db) => db.column<string>`SELECT message_id FROM deliveries WHERE state = 'sending' AND attempts > 0`,
  );
  const ids = arrived();
  return begun.some((id) => !ids.has(id));
};

const isAnywhere = async (): Promise<boolean> => true;

/** `isAt`: it is frozen where that is true */
const freeze = async (
  node: ClusterNode,
  world: World,
  isAt: (world: World) => Promise<boolean> = isAnywhere,
): Promise<Fault> => {
  const { process } = node.host();
  let from = now();
  process.kill('SIGSTOP');
  for (let tries = 0; ; tries += 1) {
    await passing(40);
    if (await isAt(world)) break;
    expect(tries).toBeLessThan(300);
    process.kill('SIGCONT');
    // Long enough for what was under way to end.
    await passing(150 + world.random(20));
    from = now();
    process.kill('SIGSTOP');
  }
  const until = now();
  const underWay = await readUnderWay(world.cluster);
  await passing(FROZEN_FOR);
  process.kill('SIGCONT');
  return { others: world.cluster.nodes.filter((other) => other !== node), from, until, underWay };
};

const disconnect = async (node: ClusterNode, { cluster }: World, how: 'cut' | 'freeze'): Promise<Fault> => {
  const from = now();
  node.network[how]();
  const underWay = await readUnderWay(cluster);
  await passing(CUT_FOR);
  node.network.mend();
  return { others: cluster.nodes.filter((other) => other !== node), from, until: now(), underWay };
};

/** What is under way in a database that is back, before any node finds it. */
const readBeforeNodes = async ({ cluster }: World, comeBack: () => Promise<void>): Promise<Fault['underWay']> => {
  for (const { network } of cluster.nodes) network.cut();
  await comeBack();
  const underWay = await readUnderWay(cluster);
  for (const { network } of cluster.nodes) network.mend();
  return underWay;
};

const other = async ({ cluster, random }: World): Promise<ClusterNode> =>
  (await cluster.others())[random(2)] as ClusterNode;

const faults: Readonly<Record<string, (world: World) => Promise<Fault>>> = {
  'the node that leads is killed': async (world) => kill(await world.cluster.leader(), world),
  'the node that leads is frozen': async (world) => freeze(await world.cluster.leader(), world),
  'a node is cut off in silence': async (world) => disconnect(world.cluster.random(world.random), world, 'freeze'),
  'a node is frozen in a transaction': async (world) =>
    freeze(world.cluster.random(world.random), world, isInTransaction),
  'the node that leads is frozen before an attempt': async (world) =>
    freeze(await world.cluster.leader(), world, isBeforeAttempt),
  'the database is killed': async (world) => {
    const from = now();
    await world.server.kill();
    await passing(AWAY_FOR);
    const underWay = await readBeforeNodes(world, world.server.start);
    return { others: world.cluster.nodes, from, until: now(), underWay };
  },
  'the standby takes over': async (world) => {
    const standby = await world.server.startStandby();
    await passing(1_000 + world.random(1_000));
    const from = now();
    await world.server.kill();
    const underWay = await readBeforeNodes(world, async () => {
      await standby.promote();
      world.cluster.moveTo(standby);
    });
    await world.server.remove();
    world.server = standby;
    return { others: world.cluster.nodes, from, until: now(), underWay };
  },
  'the clock of a node is an hour off': async (world) => {
    const node = world.cluster.random(world.random);
    const from = now();
    await node.host().stop();
    const until = now();
    // Its program, `faketime`, would stay between the node and the signals to it.
    const env = { LD_PRELOAD: CLOCK_FAKER, FAKETIME: world.random(2) === 0 ? '+1h' : '-1h' };
    await node.start({ env: { ...env, FAKETIME_DONT_FAKE_MONOTONIC: '1' } });
    return { others: world.cluster.nodes.filter((each) => each !== node), from, until, underWay: new Set() };
  },
  'another node is killed': async (world) => kill(await other(world), world),
  'the node that leads is cut off': async (world) => disconnect(await world.cluster.leader(), world, 'cut'),
};

/** The longest time for which a node accepted nothing of what was written to it. */
function longestPause(times: readonly number[], from: number, until: number): number {
  const within = [from, ...times.filter((at) => at > from && at < until), until];
  return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
}

/** A fault under load; `slow`: of the others, who accepted nothing for too long. */
async function trial(
  world: World,
  load: ClusterLoad,
  what: string,
): Promise<Broken & { readonly slow: readonly object[] }> {
  await load.more(50);
  const begun = now();
  const waiting = () =>
    world.cluster.nodes
      .filter((node) => (load.acceptedBy(node).at(-1) ?? 0) < begun)
      .map(({ host }) => host().log().slice(-3_000));
  // Those of the last fault, too.
  await expect.poll(waiting, { timeout: 30_000, interval: 50 }).toEqual([]);
  const { others, from, until, underWay } = (await faults[what]?.(world)) ?? expect.unreachable();
  await passing(SETTLING);
  const ended = world.cluster.nodes.flatMap(({ name, host }) => {
    const { process, log } = host();
    const { exitCode, signalCode } = process;
    return exitCode === null && signalCode === null
      ? []
      : [{ what, name, exitCode, signalCode, log: log().slice(-3_000) }];
  });
  expect(ended).toEqual([]);
  // While the database itself is away, nobody accepts.
  const since = others.length === world.cluster.nodes.length ? until : from;
  const end = Math.max(now(), since + LONGEST_PAUSE);
  const slow = others.flatMap((node) => {
    const pause = longestPause(load.acceptedBy(node), since, end);
    return pause > LONGEST_PAUSE ? [{ name: node.name, since, pause, log: node.host().log().slice(-3_000) }] : [];
  });
  return { what, until: until + SETTLING, underWay, slow };
}

describe.skipIf(noPostgres !== undefined)('three nodes under load', () => {
  test(
    `${TRIALS} trials: nothing acknowledged is lost, doubled or reordered, and all that is sent has a verdict (CLUSTER_SEED=${SEED})`,
    { timeout: 180_000 + TRIALS * 40_000 },
    async () => {
      const random = seeded(SEED);
      const [integrator, provider] = await Promise.all([startIntegrator(), startProvider()]);
      const server = await startPostgres({ isDurable: true });
      const options = loadedOptions(integrator, provider);
      const endpoints = ['shop', 'desk'].map((name) => integrator.endpoint(name));
      const arrived = () =>
        new Set(endpoints.flatMap(({ received }) => received.slice(-200).map((each) => bodyOf(each).message.id)));
      const world: World = { server, random, arrived, cluster: await startCluster(server, options) };
      const load = startClusterLoad(world.cluster, endpoints, provider.address('bot'), random);
      const broken: Awaited<ReturnType<typeof trial>>[] = [];
      const names = Object.keys(faults).filter((name) => name.includes(FAULT));
      try {
        for (let count = 0; count < TRIALS; count += 1)
          broken.push(await trial(world, load, names[(SEED - 1 + count) % names.length] ?? ''));
        expect(broken.filter(({ slow }) => slow.length > 0)).toEqual([]);
        await load.expectAllKept(broken);
        expect([...load.statuses.keys()].filter((status) => status !== 0 && status !== 503)).toEqual([]);
      } finally {
        await load.stop();
        await world.cluster.remove();
        await Promise.all([integrator.stop(), provider.stop(), world.server.remove()]);
      }
    },
  );
});
