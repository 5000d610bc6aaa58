import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createAutostartEntry, startsHidden } from './login-item.ts';

describe('an autostart entry', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-autostart-'));
    path = join(folder, 'config', 'autostart', 'counterbell.desktop');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const execOf = (...command: string[]): string | undefined => {
    createAutostartEntry(path, command).set();
    return /^Exec=(.*)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  };

  test('is written even if its folder is missing, and removed again', () => {
    const entry = createAutostartEntry(path, ['/opt/Counterbell/counterbell']);
    expect(entry.isSet()).toBe(false);
    entry.set();
    expect(entry.isSet()).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('Exec=/opt/Counterbell/counterbell --hidden\n');
    entry.clear();
    entry.clear();
    expect(existsSync(path)).toBe(false);
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('counts as absent if it contains %s', (line) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `[Desktop Entry]\n${line}\n`);
    expect(createAutostartEntry(path, ['/opt/counterbell']).isSet()).toBe(false);
  });

  test('quotes what a desktop would split', () => {
    expect(execOf('/home/olga/My Apps/Counterbell.AppImage')).toBe(
      '"/home/olga/My Apps/Counterbell.AppImage" --hidden',
    );
    expect(execOf('/a "b" $c', '/d')).toBe(String.raw`"/a \\"b\\" \\$c" /d --hidden`);
    expect(execOf('/100%')).toBe('"/100%%" --hidden');
  });
});

describe('a start', () => {
  const app = { getLoginItemSettings: () => ({ wasOpenedAtLogin: false }) } as Parameters<typeof startsHidden>[0];

  it.each([
    ['by its owner', [], false],
    ['by a link', ['counterbell://chat/12'], false],
    ['at login', ['--hidden'], true],
    ['by Windows, for an answer given in a notification', ['-Embedding'], true],
  ])('started %s (%j), waits in the tray: %s', (_how, more, hidden) => {
    expect(startsHidden(app, ['counterbell', ...more])).toBe(hidden);
  });
});
