import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAutostartEntry } from './login-item.ts';

describe('an autostart entry', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-autostart-'));
    path = join(folder, 'config', 'autostart', 'counterbell.desktop');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const execOf = (...command: string[]): string | undefined => {
    createAutostartEntry(path, command).set({ hidden: false });
    return /^Exec=(.*)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  };

  test('is written where there was not even a folder, and taken away again', () => {
    const entry = createAutostartEntry(path, ['/opt/Counterbell/counterbell']);
    expect(entry.isSet()).toBe(false);
    entry.set({ hidden: true });
    expect(entry.isSet()).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('Exec=/opt/Counterbell/counterbell --hidden\n');
    entry.set({ hidden: false });
    expect(readFileSync(path, 'utf8')).toContain('Exec=/opt/Counterbell/counterbell\n');
    entry.clear();
    entry.clear();
    expect(existsSync(path)).toBe(false);
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('that says %s is not there', (line) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `[Desktop Entry]\n${line}\n`);
    expect(createAutostartEntry(path, ['/opt/counterbell']).isSet()).toBe(false);
  });

  test('quotes what a desktop would take apart', () => {
    expect(execOf('/home/olga/My Apps/Counterbell.AppImage')).toBe('"/home/olga/My Apps/Counterbell.AppImage"');
    expect(execOf('/a "b" $c', '/d')).toBe(String.raw`"/a \\"b\\" \\$c" /d`);
    expect(execOf('/100%')).toBe('"/100%%"');
  });
});
