import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainStore } from '../../../test/fixtures/plain-store.ts';
import { openPreferences, type Preferences, createStoredFile } from './preferences.ts';

describe('a computer’s preferences', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-preferences-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const open = (): Preferences =>
    openPreferences({
      file: createStoredFile(folder, 'desktop', () => plainStore(folder, 'desktop')),
      log: pino({ level: 'silent' }),
    });

  test('have sensible defaults', () => {
    expect(open().current()).toMatchObject({
      startAtLogin: false,
      closeToTray: true,
      awayAfterMinutes: 10,
      notifications: { newChat: true, sound: true },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('survive a restart; a change leaves the rest alone', () => {
    open().change({ keepAwake: true, notifications: { sound: false } });
    open().change({
      awayAfterMinutes: 3,
      closeToTray: undefined,
      notifications: { newChat: false, repeat: undefined },
    });
    expect(open().current()).toMatchObject({
      keepAwake: true,
      awayAfterMinutes: 3,
      closeToTray: true,
      notifications: { sound: false, newChat: false, repeat: true, ownChat: true },
    });
  });

  test('pass listeners the old and the new state', () => {
    const preferences = open();
    const heard: [number, number][] = [];
    const stop = preferences.onChange((now, before) => heard.push([before.awayAfterMinutes, now.awayAfterMinutes]));
    preferences.change({ awayAfterMinutes: 5 });
    stop();
    preferences.change({ awayAfterMinutes: 6 });
    expect(heard).toEqual([[10, 5]]);
  });

  test.each(['{"keepAwake": tr', '[]', '{"awayAfterMinutes":"soon"}'])(
    'start from defaults if the file contains %s, which is kept',
    (text) => {
      writeFileSync(join(folder, 'desktop.json'), text);
      const preferences = open();
      expect(preferences.current().awayAfterMinutes).toBe(10);
      const [aside] = readdirSync(folder);
      expect(aside).toMatch(/^desktop\.damaged-/);
      expect(readFileSync(join(folder, String(aside)), 'utf8')).toBe(text);
      preferences.change({ keepAwake: true });
      expect(open().current().keepAwake).toBe(true);
    },
  );

  test('stay unchanged if a change cannot be written', () => {
    const file = {
      read: () => undefined,
      write: () => {
        throw new Error('disk full');
      },
      setAside: () => '',
    };
    const preferences = openPreferences({ file, log: pino({ level: 'silent' }) });
    expect(() => preferences.change({ keepAwake: true })).toThrow('disk full');
    expect(preferences.current().keepAwake).toBe(false);
  });
});
