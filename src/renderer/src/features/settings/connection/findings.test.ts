import { expect, it } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import { desktopFindings } from './findings.tsx';

const preferences = desktopPreferences.parse({});
const states = (change: Partial<typeof preferences>, isPaused = false) =>
  desktopFindings({ preferences: { ...preferences, ...change } }, { isPaused }).map(({ id, state }) => [id, state]);
const silent = {
  newChat: false,
  ownChat: false,
  askedForPerson: false,
  failedReply: false,
  unreachable: false,
  sound: true,
  repeat: true,
};

it('checks notifications and the start at login in the desktop app', () => {
  expect(states({ startAtLogin: true })).toEqual([
    ['desktop.notifications', 'passed'],
    ['desktop.login', 'passed'],
  ]);
  expect(states({})[1]).toEqual(['desktop.login', 'warning']);
});

it('warns if notifications are paused, or off for new chats', () => {
  expect(states({}, true)[0]).toEqual(['desktop.notifications', 'warning']);
  expect(states({ notifications: silent })[0]).toEqual(['desktop.notifications', 'warning']);
  expect(states({ notifications: { ...silent, ownChat: true } })[0]).toEqual(['desktop.notifications', 'warning']);
});
