import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { received } from '../../../test/fixtures/received-message.ts';
import { folderFiles } from './folder-files.ts';
import { startMediaFolder, type MediaFolder } from './media-store.ts';
import type { FileToHost } from '#main/store/media/hosted-files.ts';
import type { AddLimits, StoredMedia } from './ports.ts';
import { standing } from '../../../test/fixtures/acts.ts';

const HOUR = 60 * 60 * 1000;
const STRAY = 'ab'.repeat(32);

let folder: string;
let store: MemoryStore;
let clock: FakeClock;
let media: MediaFolder;
let quota: number;
let unsentQuota: number;

const start = (): void => {
  media = startMediaFolder({
    files: folderFiles(folder),
    store,
    clock,
    log: pino({ level: 'silent' }),
    quota: () => quota,
    unsentQuota: () => unsentQuota,
  });
};
beforeEach(async () => {
  quota = 1000;
  unsentQuota = 1000;
  folder = await mkdtemp(join(tmpdir(), 'counterbell-media-'));
  store = await openUsualStore();
  clock = createFakeClock();
  start();
});
afterEach(async () => {
  await media.stop();
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
let count = 0;
/** A new visitor's message without a link, or with one to `file`. */
const receive = async (files?: readonly FileToHost[]): Promise<string> => {
  count += 1;
  const document = { type: 'document', texts: [undefined], fields: { file: 'https://shop.example/file' } } as const;
  const more = { externalId: `"visitor ${count}"`, ...document, files, at: clock.wall() };
  const { answer: stored } = await store.write('messages.receive', received(more), standing());
  return stored.outcome === 'stored' ? (stored.messageIds[0] ?? '') : stored.outcome;
};
const messageWith = async (file: StoredMedia, expiresAt = clock.wall() + HOUR): Promise<StoredMedia> => {
  const { digest, mediaType } = file;
  const token = `token of ${digest}`;
  await receive([{ part: 'file', token, digest, fileName: 'a', linkName: 'a', mediaType, expiresAt }]);
  return file;
};
const linkTo = async (file: StoredMedia): Promise<StoredMedia> => {
  const found = { part: 'file', url: 'https://shop.example/file', digest: file.digest, at: clock.wall() } as const;
  await store.write('recordMedia', { id: await receive(), ...found });
  return file;
};
const uploadOf = async (file: StoredMedia): Promise<StoredMedia> => {
  const upload = { uploadId: 'u', operatorId: 'olga', digest: file.digest, fileName: 'a.txt', at: clock.wall() };
  await store.write('addUpload', upload);
  return file;
};
const stickerOf = async (file: StoredMedia): Promise<StoredMedia> => {
  const { digest, mediaType, size } = file;
  const sticker = { digest, emoji: undefined, fileName: 'a', mediaType, size, width: 1, height: 1, at: clock.wall() };
  await store.write('addSticker', sticker);
  return file;
};
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

  test('of files that no message has named removes only the oldest of them', async () => {
    const fetched = await add('f'.repeat(900));
    const sent = await messageWith(await add('s'.repeat(900), 'unsent'));
    const [one, two, three] = [
      await add('1'.repeat(400), 'unsent'),
      await add('2'.repeat(400), 'unsent'),
      await add('3'.repeat(400), 'unsent'),
    ];
    expect(await names()).toEqual([fetched, sent, two, three].map(({ digest }) => digest).toSorted());
    await expect(messageWith(one)).rejects.toMatchObject({ code: 'not_found' });
    await expect(add('x'.repeat(1001), 'unsent')).rejects.toMatchObject({ reason: 'no_space' });
  });
});

/** Where a file came from, with what refers to it. */
const ORIGINS = {
  'fetched from a customer’s link': async () => linkTo(await add('bytes')),
  'a visitor’s message': async () => messageWith(await add('bytes', 'unsent')),
  'a visitor’s message whose link is over': async () => messageWith(await add('bytes', 'unsent'), 0),
  'an operator’s reply whose link is over': async () => messageWith(await add('bytes', 'sent'), 0),
  'a visitor’s message of an older version': async () => {
    const file = await messageWith(await add('bytes', 'unsent'));
    await store.db.run`UPDATE media_files SET purpose = 0`;
    return file;
  },
  'both fetched and sent by a visitor': async () => messageWith(await linkTo(await add('bytes')), 0),
  'a sticker': async () => stickerOf(await add('bytes', 'sent')),
  'a sticker made of a fetched picture': async () => stickerOf(await linkTo(await add('bytes'))),
  'an operator’s upload': async () => uploadOf(await add('bytes', 'sent')),
  'an operator’s upload of what a link also has': async () => uploadOf(await linkTo(await add('bytes'))),
  'a visitor’s upload that waits': () => add('bytes', 'unsent'),
  'a visitor’s upload of what a link also has': async () => linkTo(await add('bytes', 'unsent')),
} satisfies Record<string, () => Promise<StoredMedia>>;

const longAgo = (): Promise<void> => media.removeForgotten(clock.wall() + 24 * HOUR);
/** What removes files. */
const WAYS = {
  'the quota': async () => {
    quota = 10;
    await media.keepQuota();
  },
  'the quota of unsent files': async () => {
    unsentQuota = 10;
    await add('0123456789', 'unsent');
  },
  'Delete files': () => media.clear(),
  time: longAgo,
  'erasing another who had the same file': ({ digest }: StoredMedia) => media.remove([digest]),
  'the look for strays': async () => {
    await clock.advance(60_000);
    await media.stop();
  },
  'a restart': async () => {
    await media.stop();
    start();
    await add('another', 'sent');
  },
} satisfies Record<string, (file: StoredMedia) => Promise<unknown>>;

type Origin = keyof typeof ORIGINS;
/** Everything else stays. */
const REMOVED: Readonly<Record<keyof typeof WAYS, readonly Origin[]>> = {
  'the quota': ['fetched from a customer’s link'],
  'the quota of unsent files': ['a visitor’s upload that waits'],
  'Delete files': ['fetched from a customer’s link'],
  time: ['a visitor’s upload that waits'],
  'erasing another who had the same file': ['a visitor’s upload that waits'],
  'the look for strays': [],
  'a restart': [],
};

describe.each(Object.entries(WAYS))('%s', (way, remove) => {
  test.each(Object.entries(ORIGINS))('and a file that is %s', async (origin, make) => {
    const file = await make();
    if (way === 'the quota') await add('x'.repeat(20));
    await remove(file);
    const isGone = REMOVED[way as keyof typeof WAYS].includes(origin as Origin);
    expect([await names(), await media.find(file.digest)]).toEqual(
      isGone
        ? [expect.not.arrayContaining([file.digest]), undefined]
        : [expect.arrayContaining([file.digest]), expect.objectContaining({ digest: file.digest })],
    );
  });
});

test('a file that nothing refers to any more goes, wherever it came from', async () => {
  for (const purpose of ['fetched', 'sent', 'unsent'] as const) await add(purpose, purpose);
  await media.removeForgotten(clock.wall() - 1);
  expect(await names()).toHaveLength(2);
  await longAgo();
  expect(await names()).toEqual([]);
});

describe('the folder', () => {
  test('keeps the same bytes once', async () => {
    const [one, again] = await Promise.all([add('same'), add('same', 'sent')]);
    expect(again).toEqual(one);
    expect(await names()).toEqual([one.digest]);
    expect(await store.read('countMedia', { now: 0 })).toEqual({ used: 4, cached: 0, hosted: 0 });
  });

  test('is cleared of unfinished files; files without a row are set aside, and come back with their row', async () => {
    const one = await add('one');
    await media.stop();
    await mkdir(join(folder, 'ab'), { recursive: true });
    await writeFile(join(folder, 'ab', STRAY), 'stray');
    await writeFile(join(folder, 'arriving', 'half'), 'half');
    start();
    await expect.poll(names).toEqual([STRAY, one.digest].toSorted());
    const setAside = () => readdir(join(folder, 'unknown')).catch(() => undefined);
    await clock.advance(60_000);
    await expect.poll(setAside).toEqual([STRAY]);
    await media.stop();
    const row = { mediaType: 'text/plain', form: 'other', size: 5, digest: STRAY, purpose: 'fetched', at: 0 } as const;
    await store.write('addMedia', row);
    start();
    await clock.advance(60_000);
    await expect.poll(setAside).toEqual([]);
    await media.stop();
    expect(await media.find(STRAY)).toMatchObject({ size: 5 });
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
