import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';

const selection = { days: 7, timeZone: 'Europe/Berlin' } as const;

export const reportCases: readonly ContractCase[] = [
  {
    name: 'reports.get counts what is said on a channel, and reports.chats has the chats behind it',
    run: async ({ ok, newChannel, write }) => {
      const channelId = (await newChannel()).id;
      const { id: answered } = await write(channelId, 'ann', 'Hello');
      const { id: silent } = await write(channelId, 'bob', 'Anybody?');
      await ok('chats.reply', { chatId: answered, text: 'Good day' });
      await ok('chats.close', { chatId: answered });
      const { figures, before, steps, channels, busy } = await ok('reports.get', { ...selection, channelId });
      assert.deepEqual(
        [figures.chats, figures.answered, figures.unanswered, figures.closed, figures.messages],
        [2, 1, 1, 1, { customers: 2, operators: 1, bots: 0 }],
      );
      assert.deepEqual(
        [before.figures.chats, steps.length, channels.map((channel) => channel.channelId)],
        [0, 7, [channelId]],
      );
      assert.equal(
        busy.flat().reduce((sum, count) => sum + count),
        2,
      );
      const behind = async (kind: 'all' | 'unanswered' | 'closed') =>
        (await ok('reports.chats', { ...selection, channelId, behind: { kind } })).chats.map(({ id }) => id);
      assert.deepEqual(
        [await behind('all'), await behind('unanswered'), await behind('closed')],
        [[silent, answered], [silent], [answered]],
      );
      const page = await ok('reports.chats', { ...selection, channelId, behind: { kind: 'all' }, limit: 1 });
      assert.deepEqual(
        (
          await ok('reports.chats', { ...selection, channelId, behind: { kind: 'all' }, cursor: page.nextCursor ?? '' })
        ).chats.map(({ id }) => id),
        [answered],
      );
    },
  },
  {
    name: 'a report is refused for other days and for a time zone that is none',
    run: async ({ refused }) => {
      assert.deepEqual(
        (await refused('reports.get', { ...selection, days: 8 })).issues?.map(({ path }) => path),
        ['days'],
      );
      assert.deepEqual(
        (await refused('reports.get', { ...selection, timeZone: 'Mars/Olympus' })).issues?.map(({ path }) => path),
        ['timeZone'],
      );
      assert.equal(
        (await refused('reports.chats', { ...selection, behind: { kind: 'all' }, cursor: 'x' })).code,
        'invalid_input',
      );
    },
  },
];
