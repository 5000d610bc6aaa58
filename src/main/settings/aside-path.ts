import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { systemCode } from '#shared/domain/system-code.ts';

/** New path of an unusable file: `settings.damaged-2026-11-03T09-30-00-000Z.json`, numbered if taken. */
export function asidePath(path: string): string {
  const { dir, name, ext } = parse(path);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (let count = 0; ; count += 1) {
    const aside = join(dir, `${name}.damaged-${stamp}${count === 0 ? '' : `-${count}`}${ext}`);
    if (!existsSync(aside)) return aside;
  }
}

/** The text of a file; undefined if it does not exist. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file with secrets atomically and durably: a temporary file, then a rename. Creates its folder. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, path);
}
