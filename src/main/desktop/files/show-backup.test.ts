import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { askAs } from '../ask-as.ts';
import { createBackupShower } from './show-backup.ts';

it('shows what is listed, and no other path', async () => {
  const shown: string[] = [];
  const data: Pick<RouteOutput<'backups.list'>, 'folder' | 'backups'> = {
    folder: join('/', 'backups'),
    backups: [{ name: 'one.zip', kind: 'hand', madeAt: 0, size: 1 }],
  };
  const show = createBackupShower(askAs({ request: async () => ({ ok: true, data }) }, '1'), (path) =>
    shown.push(path),
  );
  expect(await show('one.zip')).toBe(true);
  expect(await Promise.all(['two.zip', '../one.zip', '', join('/', 'etc', 'passwd')].map(show))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(shown).toEqual([join('/', 'backups', 'one.zip')]);
});
