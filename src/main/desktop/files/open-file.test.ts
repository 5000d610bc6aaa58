import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { Engine } from '#main/engine/engine.ts';
import { createBackupShower, createFileOpener, type FileOpener } from './open-file.ts';
import { askOf } from '../ask-engine.ts';

const DIGEST = 'a'.repeat(64);
const asked: string[] = [];
const opened: string[] = [];
/** including how many were opened before */
const marked: [path: string, opened: number][] = [];
let folder: string;
let opener: FileOpener;

beforeEach(async () => {
  asked.length = 0;
  opened.length = 0;
  marked.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'open-file-test-'));
  opener = createFileOpener({
    media: async ({ url }): ReturnType<Engine['media']> => {
      asked.push(url);
      if (!url.includes(DIGEST)) return { status: 404, headers: {}, body: '{}' };
      return {
        status: 200,
        headers: { 'content-disposition': `attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf` },
        body: Readable.from([Buffer.from('the words')]),
      };
    },
    temporary: folder,
    openPath: async (path) => {
      opened.push(path);
      return '';
    },
    markForeign: async (path) => {
      marked.push([path, opened.length]);
    },
  });
});

afterEach(async () => {
  opener.stop();
  await rm(folder, { recursive: true, force: true });
});

it('opens a copy under a safe name, and deletes it with the app', async () => {
  expect(await opener.open(`/media/${DIGEST}/whatever.pdf`)).toBe(true);
  const [path = ''] = opened;
  expect(basename(path)).toBe('résumé.pdf');
  expect(await readFile(path, 'utf8')).toBe('the words');
  expect(marked).toEqual([[path, 0]]);
  opener.stop();
  expect(await readdir(folder)).toEqual([]);
});

it('opens stored files only', async () => {
  const others = [
    '/media/uploads',
    `/media/${DIGEST}/../../etc/passwd`,
    `https://evil.example/media/${DIGEST}/x`,
    `file:///etc/passwd`,
    `/media/${DIGEST}/x?save=1`,
  ];
  expect(await Promise.all(others.map(opener.open))).toEqual(others.map(() => false));
  expect(asked).toEqual([]);
  expect(await opener.open(`/media/${'b'.repeat(64)}/x.pdf`)).toBe(false);
  expect(opened).toEqual([]);
});

it('shows listed backups and no other path', async () => {
  const shown: string[] = [];
  const data: Pick<RouteOutput<'backups.list'>, 'folder' | 'backups'> = {
    folder: join('/', 'backups'),
    backups: [{ name: 'one.zip', kind: 'hand', madeAt: 0, size: 1 }],
  };
  const show = createBackupShower(askOf({ request: async () => ({ ok: true, data }) }), (path) => shown.push(path));
  expect(await show('one.zip')).toBe(true);
  expect(await Promise.all(['two.zip', '../one.zip', '', join('/', 'etc', 'passwd')].map(show))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(shown).toEqual([join('/', 'backups', 'one.zip')]);
});
