import { expect, it } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import { isWanted } from './calls.ts';
import { isPaused } from './notice.ts';

it('each kind has its own switch', () => {
  const preferences = desktopPreferences.parse({ notifications: { ownChat: false } });
  expect(
    (['newChat', 'ownChat', 'assigned', 'askedForPerson', 'failedReply'] as const).map((reason) =>
      isWanted(reason, preferences),
    ),
  ).toEqual([true, false, false, true, true]);
});

it('a pause ends when its time is over', () => {
  expect(isPaused(desktopPreferences.parse({}), 50)).toBe(false);
  expect([99, 100].map((now) => isPaused(desktopPreferences.parse({ pausedUntil: 100 }), now))).toEqual([true, false]);
});
