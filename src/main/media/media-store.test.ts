import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../test/fixtures/temporary-store.ts';
import { startMediaFolder, type MediaFolder } from './media-store.ts';
import type { AddLimits, StoredMedia } from './ports.ts';

const HOUR = 60 * 60 * 1000;
const STRAY = 'ab'.repeat(32);

let folder: string;
let temporary: TemporaryStore;
let clock: FakeClock;
let media: MediaFolder;
let quota: number;

const start = (): void => {
  media = startMediaFolder({
    folder,
    store: temporary.store,
    clock,
    log: pino({ level: 'silent' }),
    quota: () => quota,
  });
};
beforeEach(async () => {
  quota = 1000;
  folder = await mkdtemp(join(tmpdir(), 'counterbell-media-'));
  temporary = await openTemporaryStore();
  clock = createFakeClock();
  start();
});
afterEach(async () => {
  await media.stop();
  await temporary.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Bytes with pauses in between, so that one is used before the other. */
const add = async (text: string, purpose: AddLimits['purpose'] = 'fetched'): Promise<StoredMedia> => {
  await clock.advance(1);
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  return media.add(source(), { largest: 10_000, purpose, signal: new AbortController().signal });
};
const names = async (): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map(({ name }) => name)
    .toSorted();
const look = async ({ digest }: StoredMedia): Promise<void> => {
  await clock.advance(1);
  (await media.open(digest))?.destroy();
};

describe('the quota', () => {
  test('removes the least recently used files, and never what operators sent', async () => {
    const sent = await add('s'.repeat(900), 'sent');
    const [one, two] = [await add('1'.repeat(400)), await add('2'.repeat(400))];
    await look(one);
    const three = await add('3'.repeat(400));
    expect(await names()).toEqual([one, three, sent].map(({ digest }) => digest).toSorted());
    expect(await media.find(two.digest)).toBeUndefined();
  });

  test('refuses a file that would not fit alone, and removes nothing for it', async () => {
    const one = await add('1'.repeat(400));
    await expect(add('x'.repeat(1001))).rejects.toMatchObject({ reason: 'no_space' });
    expect(await names()).toEqual([one.digest]);
  });

  test('applies to sent files once their time is over', async () => {
    const sent = await add('s'.repeat(900), 'sent');
    const now = clock.wall();
    await temporary.store.write('addUpload', {
      uploadId: 'u',
      operatorId: 'olga',
      digest: sent.digest,
      fileName: 'a.txt',
      at: now,
    });
    await temporary.store.write('releaseSentMedia', { now, uploadsBefore: now, sentBefore: now + HOUR });
    await add('1'.repeat(400));
    expect(await media.find(sent.digest)).toBeDefined();
    await temporary.store.write('releaseSentMedia', { now, uploadsBefore: now + HOUR, sentBefore: now + HOUR });
    await add('2'.repeat(400));
    expect(await media.find(sent.digest)).toBeUndefined();
  });
});

describe('the folder', () => {
  test('keeps the same bytes once', async () => {
    const [one, again] = await Promise.all([add('same'), add('same', 'sent')]);
    expect(again).toEqual(one);
    expect(await names()).toEqual([one.digest]);
    expect(await temporary.store.read('countMedia', { now: 0 })).toEqual({ used: 4, evictable: 0, hosted: 0 });
  });

  test('is cleared of files without a row and of unfinished ones', async () => {
    const one = await add('one');
    await media.stop();
    await mkdir(join(folder, 'ab'), { recursive: true });
    await writeFile(join(folder, 'ab', STRAY), 'stray');
    await writeFile(join(folder, 'arriving', 'half'), 'half');
    start();
    await expect.poll(names).toEqual([STRAY, one.digest].toSorted());
    await clock.advance(60_000);
    await expect.poll(names).toEqual([one.digest]);
  });

  test('treats a file that was deleted or truncated as missing until it comes again', async () => {
    const one = await add('some words');
    const path = (await media.path(one.digest)) ?? '';
    await writeFile(path, 'some');
    expect(await media.find(one.digest)).toBeUndefined();
    await rm(path);
    expect([await media.open(one.digest), await media.path(one.digest)]).toEqual([undefined, undefined]);
    await add('some words');
    expect(await media.find(one.digest)).toEqual(one);
  });

  test('accepts only digests as names', async () => {
    for (const name of ['..', '../counterbell.db', 'arriving', '', 'A'.repeat(64)])
      expect(await media.open(name)).toBeUndefined();
  });

  test('keeps nothing of a file whose sender stopped or whose upload was cancelled', async () => {
    const calledOff = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield Buffer.from('more');
        calledOff.abort(new Error('called off'));
      }
    }
    await expect(media.add(endless(), { largest: 1000, purpose: 'sent', signal: calledOff.signal })).rejects.toThrow(
      'called off',
    );
    expect(await names()).toEqual([]);
  });
});
