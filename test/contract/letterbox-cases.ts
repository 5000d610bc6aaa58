import assert from 'node:assert/strict';
import type { ContractCase } from './context.ts';
import { naming } from '../fixtures/stale-answers.ts';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export const letterboxCases: readonly ContractCase[] = [
  {
    name: 'a channel gets a letterbox at a website as owners name it, which is then its address and its website',
    run: async ({ ok, withWindow }) => {
      const { id: channelId, publicId } = await ok('channels.create', { name: 'Lamps', kind: 'site' });
      await withWindow(async ({ hello, waitFor }) => {
        await hello();
        const set = await ok('letterboxes.set', { channelId, url: ' localhost:9/shop/index.html ' });
        assert.deepEqual([set.channelId, set.url], [channelId, 'http://localhost:9/shop/counterbell']);
        const isBroken = async (): Promise<boolean> =>
          (await ok('letterboxes.list', {})).letterboxes.some(({ state }) => state === 'broken');
        while (!(await isBroken())) await waitFor('answers.stale', naming('letterboxes.list'));
      });
      const { channels } = await ok('channels.list', {});
      const channel = channels.find(({ id }) => id === channelId);
      assert.deepEqual(channel?.box, { url: 'http://localhost:9/shop/counterbell', allowPlainHttp: true });
      assert.deepEqual(channel?.site?.sites, ['localhost:9']);
      const { script, page } = await ok('sites.addresses', { channelId });
      assert.equal(script, 'http://localhost:9/shop/counterbell/loader.js');
      assert.equal(page, 'http://localhost:9/shop/counterbell/');
      const { letterboxes } = await ok('letterboxes.list', {});
      assert.deepEqual(
        letterboxes.map(({ state, trouble, server }) => [state, trouble, server]),
        [['broken', 'unreachable', undefined]],
      );
      assert.deepEqual(await ok('letterboxes.remove', { channelId }), { emptied: false });
      assert.deepEqual(await ok('letterboxes.list', {}), { letterboxes: [] });
      assert.ok((await ok('sites.addresses', { channelId })).script.endsWith(`/site/${publicId}.js`));
      await ok('channels.remove', { channelId });
    },
  },
  {
    name: 'a letterbox is looked at when asked, moves, gets a new key, and is refused where there is none',
    run: async ({ ok, refused }) => {
      const { id: channelId } = await ok('channels.create', { name: 'App' });
      for (const route of ['letterboxes.renew', 'letterboxes.remove', 'letterboxes.check'])
        assert.deepEqual((await refused(route, { channelId })).code, 'not_found');
      assert.equal((await refused('letterboxes.set', { channelId: 'none', url: NOWHERE })).code, 'not_found');
      for (const url of ['', 'lamps', 'http://shop.example', 'https://a:b@shop.example', 'ftp://shop.example'])
        assert.deepEqual(
          (await refused('letterboxes.set', { channelId, url })).issues?.map(({ path }) => path),
          ['url'],
          url,
        );
      await ok('letterboxes.set', { channelId, url: NOWHERE });
      const { state, trouble } = await ok('letterboxes.check', { channelId });
      assert.deepEqual([state, trouble], ['broken', 'unreachable']);
      const moved = await ok('letterboxes.set', { channelId, url: `${NOWHERE}/shop` });
      assert.equal(moved.url, `${NOWHERE}/shop/counterbell`);
      assert.equal((await ok('letterboxes.renew', { channelId })).url, moved.url);
      assert.deepEqual(await ok('letterboxes.remove', { channelId }), { emptied: false });
      await ok('channels.remove', { channelId });
    },
  },
];
