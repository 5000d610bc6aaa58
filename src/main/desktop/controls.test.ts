import { beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import type { DesktopStatus, UpdateStatus } from '#shared/contract/desktop.ts';
import type { LoginItem } from './login-item.ts';
import { openPreferences, type Preferences } from './preferences.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import { createControls, reconcileLoginItem, type Controls } from './windows/ipc.ts';

let item: 'none' | 'set' | 'written again';
let refuses: boolean;
let done: string[];
let preferences: Preferences;
let controls: Controls;

const loginItem: LoginItem = {
  isSet: () => item !== 'none',
  set: () => {
    if (refuses) throw new Error('The system did not accept the login item');
    item = item === 'none' ? 'set' : 'written again';
  },
  clear: () => {
    item = 'none';
  },
};

beforeEach(() => {
  item = 'none';
  refuses = false;
  done = [];
  preferences = openPreferences({
    file: { read: () => undefined, write: () => undefined, setAside: () => '' },
    log: pino({ level: 'silent' }),
  });
  const unused = async (): Promise<never> => Promise.reject(new Error('not asked here'));
  controls = createControls({
    preferences,
    loginItem,
    version: '1.2.3',
    tray: { available: true },
    vault: {
      backend: foreignText('a test'),
      weak: true,
      keyGiven: false,
      seal: unused,
      open: unused,
      deriveKey: unused,
    },
    notifications: { test: unused, hasSystemSettings: () => true, openSystemSettings: unused },
    updates: { status: (): UpdateStatus => ({ state: 'off' }), check: async () => void done.push('checked') },
    replyWindow: { close: () => done.push('reply window closed') },
    microphone: { wish: unused },
    joining: { look: unused, join: unused },
    installation: { showBackup: unused },
    diagnostics: async (status: () => DesktopStatus) => status().version,
    reading: { set: () => undefined, isReading: () => false },
    files: { open: unused },
    showConsole: (path) => done.push(path),
    endPage: () => done.push('page ended'),
  });
});

describe('calls from pages to the desktop', () => {
  test('return the status', () => {
    expect(controls.status()).toMatchObject({
      version: '1.2.3',
      hasTray: true,
      hasSystemSettings: true,
      update: { state: 'off' },
      vault: { backend: foreignText('a test'), weak: true },
    });
  });

  test('set the start at login: the system follows the preference', () => {
    expect(controls.change({ startAtLogin: true }).preferences.startAtLogin).toBe(true);
    expect(item).toBe('set');
    controls.change({ keepAwake: true, startAtLogin: undefined });
    expect(item).toBe('set');
    controls.change({ startAtLogin: false });
    expect(item).toBe('none');
  });

  test('reject if the system refuses, changing nothing', () => {
    refuses = true;
    expect(() => controls.change({ startAtLogin: true, keepAwake: true })).toThrow('did not accept');
    expect(preferences.current()).toMatchObject({ startAtLogin: false, keepAwake: false });
  });

  test('open a chat in the console and close the reply window', () => {
    controls.openChat('12');
    expect(done).toEqual(['reply window closed', '/chat/12']);
  });
});

describe('at a start', () => {
  test('a login item the owner removed in the system stays removed', () => {
    preferences.change({ startAtLogin: true });
    reconcileLoginItem(loginItem, preferences);
    expect(item).toBe('none');
    expect(preferences.current().startAtLogin).toBe(false);
  });

  test('an existing one is rewritten', () => {
    item = 'set';
    preferences.change({ startAtLogin: true });
    reconcileLoginItem(loginItem, preferences);
    expect(item).toBe('written again');
  });
});
