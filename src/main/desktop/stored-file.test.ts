import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainStore } from '../../../test/fixtures/plain-store.ts';
import { createStoredFile, type StoredFile } from './preferences.ts';

describe('a file of this computer', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-stored-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const path = (): string => join(folder, 'desktop.json');
  const open = (): StoredFile => createStoredFile(folder, 'desktop', () => plainStore(folder, 'desktop'));

  test('is undefined before the first write', () => {
    expect(open().read()).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps a document, including keys with dots, for the next start', () => {
    open().write({ channels: [{ name: 'Shop' }], 'a.b': 1 });
    expect(open().read()).toEqual({ channels: [{ name: 'Shop' }], 'a.b': 1 });
  });

  test('drops what the new document no longer has', () => {
    const file = open();
    file.write({ old: true });
    file.write({ fresh: true });
    expect(file.read()).toEqual({ fresh: true });
  });

  test.skipIf(process.platform === 'win32')('is readable only by its owner', () => {
    open().write({});
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test.each(['{"half":', '', '[]', 'null', '7'])('throws if the file contains %j', (text) => {
    writeFileSync(path(), text);
    expect(() => open().read()).toThrow();
    expect(readFileSync(path(), 'utf8')).toBe(text);
  });

  test('is moved aside with its content on request', () => {
    writeFileSync(path(), '{"half":');
    const file = open();
    const aside = file.setAside();
    expect(aside).toMatch(/desktop\.damaged-[\dTZ-]+\.json$/);
    expect(readFileSync(aside, 'utf8')).toBe('{"half":');
    expect(file.read()).toBeUndefined();
  });

  test('keeps a damaged file beside the one written after it', () => {
    writeFileSync(path(), '{"half":');
    const file = open();
    file.write({ fresh: true });
    expect(file.read()).toEqual({ fresh: true });
    const aside = readdirSync(folder).find((name) => name.startsWith('desktop.damaged-'));
    expect(readFileSync(join(folder, String(aside)), 'utf8')).toBe('{"half":');
  });
});
