import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createForeignMarker, markDownloads } from './open-file.ts';

let folder: string;
let file: string;
let ran: [string, readonly string[]][];

const marker = (platform: NodeJS.Platform, run?: () => Promise<never>) =>
  createForeignMarker({
    platform,
    now: () => 0x65a0_0000 * 1000,
    run: run ?? (async (program, args) => void ran.push([program, args])),
  });

beforeEach(async () => {
  ran = [];
  folder = await mkdtemp(join(tmpdir(), 'mark-foreign-'));
  file = join(folder, '-résumé; $(x).pdf');
  await writeFile(file, 'words');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('Windows marks a file from the internet with a stream', async () => {
  await marker('win32')(file);
  expect(await readFile(`${file}:Zone.Identifier`, 'utf8')).toBe('[ZoneTransfer]\r\nZoneId=3\r\n');
  expect(await readFile(file, 'utf8')).toBe('words');
});

it('macOS marks it with an attribute, whatever the file’s name', async () => {
  await marker('darwin')(file);
  expect(ran).toEqual([['/usr/bin/xattr', ['-w', 'com.apple.quarantine', '0081;65a00000;Counterbell;', file]]]);
});

it('Linux has no such mark', async () => {
  await marker('linux')(file);
  expect([await readdir(folder), ran]).toEqual([['-résumé; $(x).pdf'], []]);
});

it('a disk that cannot keep marks does not block the file', async () => {
  await expect(
    marker('darwin', () => Promise.reject(new Error('Operation not supported')))(file),
  ).resolves.toBeUndefined();
  await expect(marker('win32')(join(folder, 'gone', 'file.pdf'))).resolves.toBeUndefined();
});

it('a file saved by a window is marked once complete, and only if it is a customer’s', () => {
  const session = new EventEmitter();
  const marked: string[] = [];
  const stop = markDownloads(session, async (path) => void marked.push(path));
  const save = (url: string, state: string): void => {
    const item = Object.assign(new EventEmitter(), {
      getURL: () => url,
      getSavePath: () => `/saved${new URL(url).pathname}`,
    });
    session.emit('will-download', {}, item);
    item.emit('done', {}, state);
  };
  const theirs = `/media/${'a'.repeat(64)}/order.exe`;
  save(`app://console${theirs}?save=1`, 'completed');
  save(`app://console${theirs}`, 'interrupted');
  save(`app://console${theirs}`, 'cancelled');
  for (const ours of [
    'app://console/media/backups/counterbell-2026-01-01-000000.zip',
    'app://console/media/transcripts?form=text',
    'blob:app://console/7d1c1a5e',
  ])
    save(ours, 'completed');
  expect(marked).toEqual([`/saved${theirs}`]);
  stop();
  save(`app://console${theirs}`, 'completed');
  expect(marked).toHaveLength(1);
});
