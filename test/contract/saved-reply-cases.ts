import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ContractCase, ContractContext } from './context.ts';
import { naming } from '../fixtures/stale-answers.ts';

const newShortcut = (): string => `hi-${randomUUID().slice(0, 8)}`;

async function textOf({ ok }: ContractContext, shortcut: string): Promise<string | undefined> {
  const { replies } = await ok('savedReplies.list', {});
  return replies.find((reply) => reply.shortcut === shortcut)?.text;
}

export const savedReplyCases: readonly ContractCase[] = [
  {
    name: 'savedReplies.create, update and remove change the list and are told',
    run: async (context) => {
      const { ok, refused, withWindow } = context;
      const [shortcut, renamed] = [newShortcut(), newShortcut()];
      const { id: replyId } = await ok('savedReplies.create', {
        shortcut: ` ${shortcut} `,
        text: 'Good day, {customer}!',
      });
      assert.equal(await textOf(context, shortcut), 'Good day, {customer}!');
      await withWindow(async (window) => {
        await window.hello();
        assert.deepEqual(await ok('savedReplies.update', { replyId, text: 'Hello' }), {
          id: replyId,
          shortcut,
          text: 'Hello',
        });
        await window.waitFor('answers.stale', naming('savedReplies.list'));
      });
      assert.deepEqual(await ok('savedReplies.update', { replyId, shortcut: renamed }), {
        id: replyId,
        shortcut: renamed,
        text: 'Hello',
      });
      assert.deepEqual(await ok('savedReplies.remove', { replyId }), {});
      assert.equal(await textOf(context, renamed), undefined);
      assert.equal((await refused('savedReplies.remove', { replyId })).code, 'not_found');
    },
  },
  {
    name: 'savedReplies.create and update take files, which the console can fetch',
    run: async ({ ok, refused, upload }) => {
      const files = [{ uploadId: (await upload('prices.txt', Buffer.from('Lamp: 20'))).uploadId }];
      const created = await ok('savedReplies.create', { shortcut: newShortcut(), text: 'Our prices', files });
      const { id: replyId, files: had = [] } = created;
      assert.deepEqual(
        had.map(({ fileName, size, url }) => [fileName, size, url.startsWith('/media/')]),
        [['prices.txt', 8, true]],
      );
      assert.deepEqual(
        (await ok('savedReplies.list', {})).replies.find(({ id }) => id === replyId),
        created,
      );
      assert.equal((await ok('savedReplies.update', { replyId, files: [] })).files, undefined);
      for (const [wrong, code] of [
        [[{ uploadId: 'gone' }], 'not_found'],
        [Array.from({ length: 6 }, () => ({ fileId: '1' })), 'invalid_input'],
      ] as const)
        assert.equal((await refused('savedReplies.update', { replyId, files: [...wrong] })).code, code);
    },
  },
  {
    name: 'a shortcut belongs to one saved reply, letters’ case aside',
    run: async ({ ok, refused }) => {
      const [shortcut, other] = [`Ölwechsel-${newShortcut()}`, newShortcut()];
      const { id: replyId } = await ok('savedReplies.create', { shortcut, text: 'one' });
      const { id: otherId } = await ok('savedReplies.create', { shortcut: other, text: 'two' });
      const error = await refused('savedReplies.create', { shortcut: shortcut.toUpperCase(), text: 'three' });
      assert.deepEqual([error.code, error.issues?.[0]?.path], ['shortcut_taken', 'shortcut']);
      assert.equal(
        (await refused('savedReplies.update', { replyId: otherId, shortcut: shortcut.toLowerCase() })).code,
        'shortcut_taken',
      );
      assert.equal(
        (await ok('savedReplies.update', { replyId, shortcut: shortcut.toUpperCase() })).shortcut,
        shortcut.toUpperCase(),
      );
    },
  },
];
