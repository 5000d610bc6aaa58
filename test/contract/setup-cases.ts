import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { allRoutes } from '#main/console/all-routes.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import type { HostFeature } from '#shared/contract/setup.ts';

export const setupCases: readonly ContractCase[] = [
  {
    name: 'setup.get says where customers reach the listener; setup.finish stays done',
    run: async ({ ok }) => {
      const { listenerUrl, version } = await ok('setup.get', {});
      assert.match(listenerUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.match(version, /^\d+\.\d+\.\d+/);
      await ok('setup.finish', {});
      assert.equal((await ok('setup.get', {})).done, true);
    },
  },
  {
    name: 'nodes.list has every host over one database, with its windows; one leads. Without such a database it has none',
    run: async ({ ok, withWindow }) => {
      const { hasNodes = false, version } = await ok('setup.get', {});
      const windowsOf = async () => (await ok('nodes.list', {})).nodes.reduce((sum, { windows }) => sum + windows, 0);
      const before = await windowsOf();
      const during = await withWindow(async (window) => {
        await window.hello();
        return await windowsOf();
      });
      assert.equal(during - before, hasNodes ? 1 : 0);
      const { nodes } = await ok('nodes.list', {});
      assert.equal(nodes.filter(({ leads }) => leads).length, hasNodes ? 1 : 0);
      for (const node of nodes) assert.equal(node.version, version);
    },
  },
  {
    name: 'faults.report is taken, and bounded',
    run: async ({ ok, refused }) => {
      await ok('faults.report', {
        part: 'message',
        message: 'TypeError: no text',
        stack: 'at Row',
        components: 'at List',
      });
      assert.equal(
        (await refused('faults.report', { part: 'message', message: 'x'.repeat(501) })).code,
        'invalid_input',
      );
    },
  },
  {
    name: 'operators.update changes the name and the photo, an empty photo takes it away',
    run: async ({ ok }) => {
      const named = await ok('operators.update', { name: '  Olga Petrova ', photo: 'https://shop.example/olga.png' });
      assert.deepEqual([named.name, named.photo], ['Olga Petrova', 'https://shop.example/olga.png']);
      const bare = await ok('operators.update', { photo: '' });
      assert.deepEqual([bare.name, bare.photo], ['Olga Petrova', undefined]);
      assert.deepEqual(await ok('operators.me', {}), bare);
      const { operators } = await ok('operators.list', {});
      assert.deepEqual(
        operators.filter(({ id }) => id === bare.id),
        [bare],
      );
    },
  },
  {
    name: 'operators.setPresence answers with the presence chosen',
    run: async ({ ok }) => {
      for (const presence of ['away', 'online'] as const)
        assert.equal((await ok('operators.setPresence', { presence })).presence, presence);
      assert.equal((await ok('operators.me', {})).presence, 'online');
    },
  },
];

/** Routes whose cases need this. What is cancelled there is a backup. */
const ROUTES_OF: Readonly<Record<HostFeature, readonly RouteName[]>> = {
  backups: ['backups.change', 'backups.make', 'backups.preview', 'backups.remove', 'backups.restore', 'jobs.cancel'],
  network: ['connection.authority', 'connection.importCertificate', 'connection.renewAuthority'],
  testBot: [],
};

export const coverageCases: readonly ContractCase[] = [
  {
    name: 'every route has answered with its output',
    run: async ({ answered, ok }) => {
      const { notOffered = [] } = await ok('setup.get', {});
      // There is a device only once a browser or an app has signed in, which is tested with those.
      const withDevice: readonly RouteName[] = ['devices.remove', 'push.get', 'push.subscribe', 'push.unsubscribe'];
      const silent = (Object.keys(allRoutes) as RouteName[]).filter(
        (route) =>
          !answered.has(route) &&
          !withDevice.includes(route) &&
          !notOffered.some((feature) => ROUTES_OF[feature].includes(route)),
      );
      assert.deepEqual(silent, []);
    },
  },
];
