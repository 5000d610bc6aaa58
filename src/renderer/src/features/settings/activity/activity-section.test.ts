import { expect, it } from 'vitest';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { activityChoices, journalFilter } from './activity-section.tsx';
import { csvRows } from './entry-table.tsx';

it('filters the activity by channel or bot, or shows all of it', () => {
  const choices = activityChoices([{ id: '1', name: 'Shop' }], [{ id: 'a:b', name: 'FAQ' }]);
  expect(choices.map(({ label }) => label)).toEqual(['All channels and bots', 'Shop', 'FAQ (bot)']);
  expect(choices.map(({ value }) => journalFilter(value))).toEqual([{}, { channelId: '1' }, { botId: 'a:b' }]);
});

it('saves requests with the names of their channel and bot, removed ones included', () => {
  const entry: JournalEntry = {
    id: '1',
    at: Date.UTC(2026, 10, 3),
    direction: 'in',
    channelId: '1',
    botId: 'gone',
    kind: 'message',
    status: 400,
    outcome: 'refused',
    notes: [phrase('errors:calls.notJson')],
    took: 12,
    size: 3,
  };
  const [titles, row] = csvRows([entry], [{ id: '1', name: 'Shop' }], []);
  expect(titles).toEqual(['When', 'Direction', 'What', 'Channel or bot', 'Result', 'Status', 'Notes', 'Took']);
  expect(row?.slice(1)).toEqual([
    'Incoming',
    'Message from a customer',
    'Removed bot, Shop',
    'Refused',
    400,
    'The body is not JSON',
    '12 ms',
  ]);
});
