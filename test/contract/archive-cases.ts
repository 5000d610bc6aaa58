import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Job } from '#shared/contract/jobs.ts';
import type { ContractCase, ContractContext } from './context.ts';
import { naming } from '../fixtures/stale-answers.ts';

/** Waits for the end of a job: checks its state after every event. */
async function ended({ ok, withWindow }: ContractContext, begin: () => Promise<Job>): Promise<Job> {
  let last: Job | undefined;
  await withWindow(async (window) => {
    await window.hello();
    const { id } = await begin();
    for (;;) {
      last = (await ok('jobs.list', {})).jobs.find((job) => job.id === id);
      if (last === undefined || last.state !== 'running') return;
      await window.waitFor('answers.stale', naming('jobs.list'));
    }
  });
  assert.ok(last !== undefined);
  return last;
}

export const archiveCases: readonly ContractCase[] = [
  {
    name: 'backups.make, list, preview and remove; what is there can be looked at, what is gone cannot',
    needs: 'backups',
    run: async (context) => {
      const { ok, refused } = context;
      const made = await ended(context, () => ok('backups.make', { withMedia: false }));
      assert.equal(made.state, 'done');
      const [backup] = (await ok('backups.list', {})).backups;
      assert.ok(backup !== undefined);
      const preview = await ok('backups.preview', { name: backup.name });
      assert.deepEqual(
        [preview.isOwnInstallation, preview.isNewer, preview.withMedia, preview.secrets],
        [true, false, false, 'none'],
      );
      assert.deepEqual(await ok('backups.remove', { name: backup.name }), {});
      for (const name of [backup.name, '../settings.json', 'counterbell.db']) {
        assert.equal((await refused('backups.preview', { name })).code, 'not_found');
        assert.equal((await refused('backups.restore', { name })).code, 'not_found');
        assert.equal((await refused('backups.remove', { name })).code, 'not_found');
      }
      assert.deepEqual(await ok('jobs.dismiss', { jobId: made.id }), {});
      assert.equal((await refused('jobs.dismiss', { jobId: made.id })).code, 'not_found');
      assert.equal((await refused('jobs.cancel', { jobId: made.id })).code, 'not_found');
    },
  },
  {
    name: 'backups.change keeps what it does not name, tells windows, and refuses a folder that is none',
    needs: 'backups',
    run: async ({ ok, refused, withWindow }) => {
      await withWindow(async (window) => {
        await window.hello();
        const changed = await ok('backups.change', { every: 'week', withMedia: false });
        assert.deepEqual([changed.every, changed.withMedia, changed.folder], ['week', false, null]);
        await window.waitFor('answers.stale', naming('backups.list'));
      });
      assert.ok((await ok('backups.list', {})).nextAt !== undefined);
      assert.deepEqual(
        (await refused('backups.change', { folder: 'somewhere' })).issues?.map(({ path }) => path),
        ['folder'],
      );
      await ok('backups.change', { every: 'never', withMedia: true });
    },
  },
  {
    name: 'jobs.cancel ends what runs; backups.restore with another passphrase replaces nothing',
    needs: 'backups',
    run: async (context) => {
      const { ok, refused } = context;
      const { id } = await ok('backups.make', { withMedia: false, passphrase: 'never to be written' });
      assert.equal((await refused('backups.make', { withMedia: false })).code, 'job_running');
      assert.equal((await ok('jobs.cancel', { jobId: id })).state, 'cancelled');
      assert.deepEqual((await ok('backups.list', {})).backups, []);
      await ended(context, () => ok('backups.make', { withMedia: false, passphrase: 'a bell that counts to nine' }));
      const [backup] = (await ok('backups.list', {})).backups;
      const name = backup?.name ?? '';
      const failed = await ended(context, () =>
        ok('backups.restore', { name, passphrase: 'a bell that counts to ten' }),
      );
      assert.deepEqual([failed.state, failed.problem?.code], ['failed', 'errors:refusals.backup.passphrase']);
      await ok('backups.remove', { name });
    },
  },
  {
    name: 'privacy.exportCustomer and eraseCustomer; without the name nothing is erased, and then nothing is left',
    run: async (context) => {
      const { ok, refused, newChannel, write } = context;
      const sender = `erased-${randomUUID()}`;
      const chat = await write((await newChannel()).id, sender, 'Please forget me');
      const customerId = chat.customer.id;
      const { name, chats, merged } = await ok('privacy.previewErase', { customerId });
      assert.deepEqual([name, chats, merged], [chat.customer.name ?? sender, 1, []]);
      const exported = await ended(context, () => ok('privacy.exportCustomer', { customerId }));
      assert.match(exported.file?.url ?? '', /^\/media\/exports\//);
      assert.deepEqual(await ok('jobs.dismiss', { jobId: exported.id }), {});
      assert.deepEqual((await ok('backups.list', {})).backups, []);
      assert.equal(
        (await refused('privacy.eraseCustomer', { customerId, confirmation: 'another' })).code,
        'invalid_input',
      );
      const erased = await ended(context, () => ok('privacy.eraseCustomer', { customerId, confirmation: name }));
      assert.equal(erased.state, 'done');
      assert.equal((await refused('chats.get', { chatId: chat.id })).code, 'not_found');
      for (const route of ['privacy.previewErase', 'privacy.exportCustomer'])
        assert.equal((await refused(route, { customerId })).code, 'not_found');
      assert.equal((await refused('privacy.eraseCustomer', { customerId, confirmation: name })).code, 'not_found');
    },
  },
  {
    name: 'bulk.preview and erase work on chats that are named, and on no other; at most 200 are',
    run: async (context) => {
      const { ok, refused, newChannel, write } = context;
      const channelId = (await newChannel()).id;
      const [ann, ben, eve] = await Promise.all(
        ['ann', 'ben', 'eve'].map((sender) => write(channelId, sender, 'Hello')),
      );
      const selection = { chatIds: [ann?.id ?? '', ben?.id ?? '', 'no such chat'] };
      const { backups, ...counts } = await ok('bulk.preview', selection);
      assert.deepEqual(counts, { chats: 2, open: 2, messages: 2, customers: 2 });
      assert.equal(typeof backups, 'number');
      assert.equal((await ended(context, () => ok('bulk.erase', selection))).state, 'done');
      for (const chatId of selection.chatIds.slice(0, 2))
        assert.equal((await refused('chats.get', { chatId })).code, 'not_found');
      assert.equal((await ok('chats.get', { chatId: eve?.id ?? '' })).state, eve?.state);
      const most = Array.from({ length: 201 }, (_, id) => String(id + 1));
      for (const chatIds of [[], most]) assert.equal((await refused('bulk.erase', { chatIds })).code, 'invalid_input');
    },
  },
  {
    name: 'retention.change sets after how many months old chats are erased, which retention.preview counts first',
    run: async ({ ok, refused }) => {
      assert.deepEqual(await ok('retention.get', {}), { months: 0 });
      const { chats, nextAt } = await ok('retention.preview', { months: 6 });
      assert.deepEqual([chats, nextAt > Date.now()], [0, true]);
      assert.deepEqual(await ok('retention.change', { months: 6 }), { months: 6, nextAt });
      for (const months of [-1, 1.5, 241])
        assert.equal((await refused('retention.change', { months })).code, 'invalid_input');
      assert.deepEqual(await ok('retention.change', { months: 0 }), { months: 0 });
    },
  },
];
