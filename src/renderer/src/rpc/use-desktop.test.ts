import { expect, test } from 'vitest';
import { desktopPreferences, type DesktopStatus } from '#shared/contract/desktop.ts';
import { withChange } from './use-desktop.ts';
import { foreignText } from '#shared/locales/phrase.ts';

const status: DesktopStatus = {
  preferences: desktopPreferences.parse({ startAtLogin: true, pausedUntil: 5 }),
  platform: 'linux',
  version: '1.0.0',
  hasTray: true,
  hasSystemSettings: true,
  vault: { backend: foreignText('GNOME Keyring'), weak: false },
  update: { state: 'off' },
};

test('keeps fields that the change does not name', () => {
  const { preferences } = withChange(status, { closeToTray: false, notifications: { sound: false } });
  expect(preferences).toEqual({
    ...status.preferences,
    closeToTray: false,
    notifications: { ...status.preferences.notifications, sound: false },
  });
});

test('keeps a field whose new value is undefined, and sets one to null', () => {
  const { preferences } = withChange(status, {
    startAtLogin: undefined,
    notifications: { newChat: undefined },
    pausedUntil: null,
  });
  expect(preferences).toEqual({ ...status.preferences, pausedUntil: null });
});
