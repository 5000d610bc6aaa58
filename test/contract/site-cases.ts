import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { openVisitor } from '../fixtures/visitor.ts';

export const siteCases: readonly ContractCase[] = [
  {
    name: 'a channel of the kind site has a window with settings of its own, addresses and a key, and no reply address',
    run: async ({ ok, refused }) => {
      const made = await ok('channels.create', {
        name: 'Lamps',
        kind: 'site',
        endpoint: 'https://shop.example/replies',
      });
      assert.deepEqual([made.kind, made.endpoint, made.site?.side, made.site?.sites], ['site', null, 'right', []]);
      const changed = await ok('channels.update', { channelId: made.id, site: { side: 'left' } });
      assert.deepEqual(changed.site, { ...made.site, side: 'left' });
      const { script, page, identityKey } = await ok('sites.addresses', { channelId: made.id });
      assert.ok(script.endsWith(`/site/${made.publicId}.js`) && page.endsWith(`/chat/${made.publicId}`));
      assert.match(identityKey, /^[0-9a-f]{64}$/);
      assert.equal((await refused('sites.addresses', { channelId: 'none' })).code, 'not_found');
      for (const color of ['red', '#12345', '#GGGGGG'])
        assert.equal((await refused('channels.update', { channelId: made.id, site: { color } })).code, 'invalid_input');
    },
  },
  {
    name: 'the texts of a window are changed by language; one that it does not have is refused',
    run: async ({ ok, refused }) => {
      const texts = { en: { greeting: 'Good day' }, ru: { placeholder: 'Напишите нам' } };
      const made = await ok('channels.create', { name: 'Lamps', kind: 'site', site: { texts } });
      assert.deepEqual(made.site?.texts, texts);
      const change = { channelId: made.id, site: { texts: { de: { consent: 'Wir speichern den Chat.' } } } };
      assert.deepEqual((await ok('channels.update', change)).site?.texts, change.site.texts);
      for (const [key, text, path] of [
        ['send', 'Go', 'site.texts.en'],
        ['button', 'x'.repeat(41), 'site.texts.en.button'],
        ['consent', 'x'.repeat(301), 'site.texts.en.consent'],
      ] as const) {
        const site = { texts: { en: { [key]: text } } };
        const { code, issues } = await refused('channels.update', { channelId: made.id, site });
        assert.deepEqual([code, issues?.map((issue) => issue.path)], ['invalid_input', [path]]);
        assert.equal((await refused('channels.create', { name: 'L', kind: 'site', site })).code, 'invalid_input');
      }
      const french = { texts: { fr: { greeting: 'Bonjour' } } };
      assert.equal((await refused('channels.update', { channelId: made.id, site: french })).code, 'invalid_input');
      const { channels } = await ok('channels.list', {});
      assert.deepEqual(channels.find(({ id }) => id === made.id)?.site?.texts, change.site.texts);
    },
  },
  {
    name: 'visitors are listed with their page, and one who has not written is invited',
    run: async ({ ok, refused, withWindow }) => {
      const { id: channelId, publicId } = await ok('channels.create', { name: 'Lamps', kind: 'site' });
      const website = { host: 'lamps.example', from: 'unknown', to: 'allowed' } as const;
      assert.deepEqual((await ok('channels.update', { channelId, website })).site?.sites, ['lamps.example']);
      const { listenerUrl } = await ok('setup.get', {});
      const page = { url: 'https://lamps.example/red', title: 'Red lamps' };
      const visitor = await openVisitor(listenerUrl, publicId, { page }, { origin: 'https://lamps.example' });
      await visitor.next('welcome');
      const theirs = async () => (await ok('visitors.list', {})).visitors.find((each) => each.channelId === channelId);
      // Of several nodes, another may have seen it, which tells the others soon.
      const eventually = async <T>(ask: () => Promise<T | undefined>): Promise<T> =>
        await withWindow(async (window) => {
          await window.hello();
          for (;;) {
            const come = await ask();
            if (come !== undefined) return come;
            await window.waitFor('answers.stale', () => true);
          }
        });
      const withPage = <V extends { readonly page?: unknown }>(known: V | undefined): V | undefined =>
        known?.page === undefined ? undefined : known;
      const listed = await eventually(async () => withPage(await theirs()));
      assert.deepEqual([listed.page, listed.customerId, listed.leftAt], [page, undefined, undefined]);
      const hosts = async () => (await ok('sites.seen', { channelId })).seen.map(({ host }) => host);
      const seen = await eventually(async () => {
        const known = await hosts();
        return known.length > 0 ? known : undefined;
      });
      assert.deepEqual(seen, ['lamps.example']);
      await ok('visitors.invite', { visitorId: listed.id, text: 'Can I help?' });
      assert.equal((await visitor.next('invite')).text, 'Can I help?');
      visitor.say({ kind: 'begin' });
      await visitor.next('token');
      visitor.say({ kind: 'message', id: 'the-first-one', text: 'Yes, please' });
      await visitor.next('accepted');
      visitor.say({ kind: 'page', page });
      visitor.say({ kind: 'history', before: '1' });
      await visitor.next('history');
      const { chats } = await ok('chats.list', { channelId });
      const customerId = chats[0]?.customer.id ?? '';
      const found = await eventually(async () => withPage((await ok('visitors.find', { customerId })).visitor));
      assert.deepEqual(found.page, page);
      await visitor.leave();
      assert.equal((await refused('visitors.invite', { visitorId: 'none', text: 'Hello' })).code, 'not_found');
    },
  },
];
