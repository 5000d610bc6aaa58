import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';

/** Where a file that cannot be used is put: `settings.damaged-2026-11-03T09-30-00-000Z.json`, or with a number behind it where that is taken. */
export function asidePath(path: string): string {
  const { dir, name, ext } = parse(path);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (let count = 0; ; count += 1) {
    const aside = join(dir, `${name}.damaged-${stamp}${count === 0 ? '' : `-${count}`}${ext}`);
    if (!existsSync(aside)) return aside;
  }
}
