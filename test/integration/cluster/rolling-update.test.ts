/** @module-tag thorough */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { answerOf, type ClusterNode, startCluster } from '../../fixtures/cluster.ts';
import { loadedOptions, startClusterLoad } from '../../fixtures/cluster-load.ts';
import { startIntegrator } from '../../fixtures/integrator.ts';
import { noPostgres, startPostgres } from '../../fixtures/postgres.ts';
import { startProvider } from '../../fixtures/provider.ts';
import { seeded } from '../../fixtures/seeded.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const DRAIN = 2;
/** Milliseconds between two questions of a balancer whether a node is ready. */
const READY_INTERVAL = 250;

describe.skipIf(noPostgres !== undefined)('a rolling update under load', () => {
  test('no request fails, while every node is replaced, by another version, too', { timeout: 300_000 }, async () => {
    const [integrator, provider, server] = await Promise.all([
      startIntegrator(),
      startProvider(),
      startPostgres({ isDurable: true }),
    ]);
    const next = await anotherVersion('99.0.0');
    const cluster = await startCluster(server, {
      ...loadedOptions(integrator, provider),
      args: ['--drain', String(DRAIN)],
    });
    // As a balancer does, requests go to nodes that were ready when they were asked last.
    const ready = new Set(cluster.nodes);
    const watching = new AbortController();
    const watch = async (node: ClusterNode): Promise<void> => {
      while (!watching.signal.aborted) {
        if ((await answerOf(node, 'listener', '/ready', {})).status === 200) ready.add(node);
        else ready.delete(node);
        await passing(READY_INTERVAL);
      }
    };
    const watches = cluster.nodes.map(watch);
    const random = seeded(1);
    const choose = (below: (count: number) => number): ClusterNode => {
      const nodes = [...ready];
      return nodes[below(nodes.length)] ?? expect.unreachable('no node is ready');
    };
    const endpoints = ['shop', 'desk'].map((name) => integrator.endpoint(name));
    const load = startClusterLoad(
      { ...cluster, nodes: [], random: choose },
      endpoints,
      provider.address('bot'),
      random,
    );
    try {
      for (const entry of [undefined, join(next, 'out/main/headless.js')])
        for (const node of cluster.nodes) {
          await load.more(100);
          expect(await node.host().stop()).toBe(0);
          await node.start({ entry });
          await expect.poll(() => ready.has(node), { timeout: 10_000, interval: 50 }).toBe(true);
        }
      await load.more(100);
      const versions = await cluster.inDatabase((db) => db.column<string>`SELECT version FROM nodes`);
      expect(versions).toEqual(['99.0.0', '99.0.0', '99.0.0']);
      await load.expectAllKept([]);
      expect([...load.statuses.keys()].filter((status) => status !== 503)).toEqual([]);
      expect(load.withoutRetryAfter).toEqual([]);
    } finally {
      watching.abort();
      await Promise.all([...watches, load.stop()]);
      await cluster.remove();
      await Promise.all([integrator.stop(), provider.stop(), server.remove(), rm(next, { recursive: true })]);
    }
  });
});

/** The build, with another version; returns its folder. */
async function anotherVersion(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-version-'));
  cpSync(join(ROOT, 'out'), join(folder, 'out'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  return folder;
}
