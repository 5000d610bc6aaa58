import { expect, it } from 'vitest';
import { activityChoices, journalOf } from './activity-section.tsx';

it('activity is shown of everybody, of one channel or of one bot', () => {
  const choices = activityChoices([{ id: '1', name: 'Shop' }], [{ id: 'a:b', name: 'FAQ' }]);
  expect(choices.map(({ label }) => label)).toEqual(['All channels and bots', 'Shop', 'FAQ (bot)']);
  expect(choices.map(({ value }) => journalOf(value))).toEqual([{}, { channelId: '1' }, { botId: 'a:b' }]);
});
