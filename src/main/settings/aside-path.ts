import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { systemCode } from '#shared/domain/system-code.ts';

/** Where a file that cannot be used is put: `settings.damaged-2026-11-03T09-30-00-000Z.json`, or with a number behind it where that is taken. */
export function asidePath(path: string): string {
  const { dir, name, ext } = parse(path);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (let count = 0; ; count += 1) {
    const aside = join(dir, `${name}.damaged-${stamp}${count === 0 ? '' : `-${count}`}${ext}`);
    if (!existsSync(aside)) return aside;
  }
}

/** The text of a file; undefined: there is none. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file of secrets whole or not at all: beside, made durable, then given its name. Makes its folder. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, path);
}
