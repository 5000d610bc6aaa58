import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openPreferences } from './preferences.ts';
import { mayStartHidden, startsHidden } from './start-hidden.ts';

const app = { getLoginItemSettings: () => ({ wasOpenedAtLogin: false }) } as Parameters<typeof mayStartHidden>[0];
const preferences = openPreferences({
  file: { read: () => undefined, write: () => undefined, setAside: () => '' },
  log: pino({ level: 'silent' }),
});

it.each([
  ['by its owner', [], false],
  ['by a link', ['counterbell://chat/12'], false],
  ['at login', ['--hidden'], true],
  ['by Windows, for an answer given in a notification', ['-Embedding'], true],
])('started %s (%j), it waits in the tray: %s', (_how, more, hidden) => {
  expect(startsHidden(app, ['counterbell', ...more], preferences)).toBe(hidden);
  expect(mayStartHidden(app, ['counterbell', ...more])).toBe(hidden);
});
