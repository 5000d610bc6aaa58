import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ContractCase, ContractContext } from './context.ts';
import { naming } from '../fixtures/stale-answers.ts';

const newTag = (): string => `tag-${randomUUID().slice(0, 8)}`;

async function idOf({ ok }: ContractContext, name: string): Promise<string> {
  return (await ok('tags.list', {})).tags.find((tag) => tag.name === name)?.id ?? '';
}

export const tagCases: readonly ContractCase[] = [
  {
    name: 'chats.setTags gives a chat its tags, chats.list is narrowed by them, and windows are told',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const [one, other] = [newTag(), newTag()];
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      await withWindow(async (window) => {
        await window.hello();
        assert.deepEqual((await ok('chats.setTags', { chatId, tags: [one, ` ${one.toUpperCase()} `, other] })).tags, [
          one,
          other,
        ]);
        await window.waitFor('chat.changed', ({ chat }) => chat.id === chatId && chat.tags?.length === 2);
        await window.waitFor('answers.stale', naming('tags.list'));
      });
      assert.deepEqual(
        (await ok('chats.list', { filter: 'open', tags: [one.toUpperCase(), other] })).chats.map(({ id }) => id),
        [chatId],
      );
      assert.deepEqual((await ok('chats.list', { filter: 'closed', tags: [one] })).chats, []);
      assert.equal((await refused('chats.setTags', { chatId, tags: [''] })).code, 'invalid_input');
      assert.equal((await refused('chats.setTags', { chatId, tags: ['x'.repeat(41)] })).code, 'invalid_input');
      assert.equal((await refused('chats.setTags', { chatId: '99999999', tags: [] })).code, 'not_found');
      assert.equal((await ok('chats.setTags', { chatId, tags: [] })).tags, undefined);
    },
  },
  {
    name: 'tags.rename, merge and remove change a tag everywhere',
    run: async (context) => {
      const { ok, refused, newChannel, write, withWindow } = context;
      const [one, other, renamed] = [newTag(), newTag(), newTag()];
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      await ok('chats.setTags', { chatId, tags: [one, other] });
      const error = await refused('tags.rename', { tagId: await idOf(context, one), name: other });
      assert.deepEqual([error.code, error.issues?.[0]?.path], ['tag_taken', 'name']);
      await withWindow(async (window) => {
        await window.hello();
        assert.deepEqual(await ok('tags.rename', { tagId: await idOf(context, one), name: renamed }), {
          id: await idOf(context, renamed),
          name: renamed,
          chats: 1,
          contacts: 0,
        });
        await window.waitFor('answers.stale', naming('chats.list'));
      });
      assert.deepEqual((await ok('chats.get', { chatId })).tags, [renamed, other]);
      assert.equal(
        (await ok('tags.merge', { tagId: await idOf(context, renamed), intoId: await idOf(context, other) })).chats,
        1,
      );
      assert.deepEqual((await ok('chats.get', { chatId })).tags, [other]);
      assert.deepEqual(await ok('tags.remove', { tagId: await idOf(context, other) }), {});
      assert.equal((await ok('chats.get', { chatId })).tags, undefined);
    },
  },
];
