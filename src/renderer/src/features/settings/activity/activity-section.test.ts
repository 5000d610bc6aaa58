import { expect, it } from 'vitest';
import { activityChoices, journalFilter } from './activity-section.tsx';

it('filters the activity by channel or bot, or shows all of it', () => {
  const choices = activityChoices([{ id: '1', name: 'Shop' }], [{ id: 'a:b', name: 'FAQ' }]);
  expect(choices.map(({ label }) => label)).toEqual(['All channels and bots', 'Shop', 'FAQ (bot)']);
  expect(choices.map(({ value }) => journalFilter(value))).toEqual([{}, { channelId: '1' }, { botId: 'a:b' }]);
});
