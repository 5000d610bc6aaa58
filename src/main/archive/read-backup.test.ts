import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { storedZip } from '../../../test/fixtures/zip.ts';
import { ENTRIES, MAX_ENTRIES, type Manifest } from './backup-format.ts';
import { openBackup } from './read-backup.ts';
import { phrase } from '#shared/locales/phrase.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-zip-'));
  path = join(folder, 'backup.zip');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MANIFEST: Manifest = {
  format: 'counterbell-backup',
  formatVersion: 1,
  version: '0.1.0',
  schemaVersion: 1,
  madeAt: 1,
  installationId: '7d1c1a5e-0b55-4c53-9b5a-2a7a1b2f3c4d',
  withMedia: true,
  secrets: 'none',
  counts: { customers: 0, chats: 0, messages: 0, media: 0, mediaBytes: 0, channels: 0, bots: 0, operators: 0 },
};

const digest = (at: number): string => at.toString(16).padStart(64, '0');
const media = (at: number): string => `media/${digest(at).slice(0, 2)}/${digest(at)}`;

/** A well-formed backup with this many files. */
async function written(files: number, database = Buffer.from('a database')): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(MANIFEST)), ENTRIES.manifest);
  zip.addBuffer(database, ENTRIES.database);
  const nothing = Buffer.alloc(0);
  for (let at = 0; at < files; at += 1) zip.addBuffer(nothing, media(at), { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Changes the unpacked sizes in the central directory. */
function sayingTheyAre(size: number): void {
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const isMedia = bytes.toString('latin1', at + 46, at + 52) === 'media/';
    // A stored entry is refused for its mismatched sizes; a compressed one can lie until it is unpacked.
    if (isMedia) {
      bytes.writeUInt16LE(8, at + 10);
      bytes.writeUInt32LE(size, at + 24);
    }
  }
  writeFileSync(path, bytes);
}

test(
  'reads the maximum number of files, and refuses one more without looking at any',
  { timeout: 60_000, tags: ['thorough'] },
  async () => {
    const writtenAtOnce = (files: number): void => {
      const first = [
        [ENTRIES.manifest, Buffer.from(JSON.stringify(MANIFEST))],
        [ENTRIES.database, Buffer.from('a database')],
      ] as const;
      writeFileSync(
        path,
        storedZip([...first, ...Array.from({ length: files }, (_, at) => [media(at), Buffer.alloc(0)] as const)]),
      );
    };
    writtenAtOnce(MAX_ENTRIES - 2);
    const backup = await openBackup(path);
    expect(backup.media).toHaveLength(MAX_ENTRIES - 2);
    backup.close();
    writtenAtOnce(MAX_ENTRIES - 1);
    await expect(openBackup(path)).rejects.toMatchObject({
      code: 'backup_unusable',
      reason: phrase('errors:refusals.backup.tooMuch'),
    });
  },
);

test('refuses files that are plausible one by one but together exceed what the file can hold', async () => {
  await written(20);
  sayingTheyAre(1024 * 1024);
  (await openBackup(path)).close();
  sayingTheyAre(60 * 1024 * 1024);
  await expect(openBackup(path)).rejects.toMatchObject({
    code: 'backup_unusable',
    reason: phrase('errors:refusals.backup.tooMuch'),
  });
});

test('stops unpacking a file at its declared size', async () => {
  await written(0, Buffer.alloc(1024 * 1024));
  const bytes = readFileSync(path);
  const name = bytes.lastIndexOf(ENTRIES.database);
  bytes.writeUInt32LE(1000, name - 46 + 24);
  writeFileSync(path, bytes);
  const backup = await openBackup(path);
  let seen = 0;
  const unpacking = backup.unpackDatabase(join(folder, 'out.db'), {
    signal: new AbortController().signal,
    onBytes: (count) => (seen += count),
  });
  await expect(unpacking).rejects.toMatchObject({ code: 'backup_unusable' });
  expect(seen).toBeLessThanOrEqual(1000);
  backup.close();
});

test('refuses settings above the size limit', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(MANIFEST)), ENTRIES.manifest);
  zip.addBuffer(Buffer.from(' '.repeat(9 * 1024 * 1024)), ENTRIES.secrets);
  zip.addBuffer(Buffer.from('a database'), ENTRIES.database);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  await expect(openBackup(path)).rejects.toMatchObject({ code: 'backup_unusable' });
});
