import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { TooManyRequests } from '#main/intake/admission.ts';
import type { StoredMedia } from '#main/media/ports.ts';
import { createUploads, type Uploads } from './uploads.ts';

const HOUR = 60 * 60_000;
const KEY = Buffer.alloc(32);
const PHOTO: StoredMedia = {
  digest: 'ab'.repeat(32),
  size: 1000,
  form: 'image',
  mediaType: 'image/png',
  width: 40,
  height: 30,
};

let clock: FakeClock;
let uploads: Uploads;
let stored: StoredMedia;
/** those that the media folder is still taking */
let taking: { readonly finish: () => void; readonly fail: (error: Error) => void }[];

beforeEach(() => {
  clock = createFakeClock();
  stored = PHOTO;
  taking = [];
  uploads = create(KEY);
});

const create = (key: Buffer): Uploads =>
  createUploads({
    media: {
      add: () =>
        new Promise((resolve, reject) => {
          taking.push({ finish: () => resolve(stored), fail: reject });
        }),
    },
    clock,
    key,
    largest: () => 1000,
    hostedFor: () => 24 * HOUR,
    publicUrl: () => 'https://chat.example',
  });
const begin = (owner: string, name: string | undefined = 'photo.png') =>
  uploads.add(owner, name, (async function* () {})(), new AbortController().signal);
const add = async (owner: string, name?: string): Promise<string> => {
  const uploading = begin(owner, name);
  taking.at(-1)?.finish();
  return (await uploading).upload;
};

test('a file is its owner’s for an hour, for every process with the key', async () => {
  const upload = await add('ann');
  expect(create(KEY).find(upload, 'ann')?.fileName).toBe('photo.png');
  expect(create(Buffer.alloc(32, 1)).find(upload, 'ann')).toBeUndefined();
  expect(uploads.find(`${upload.startsWith('A') ? 'B' : 'A'}${upload.slice(1)}`, 'ann')).toBeUndefined();
  expect(uploads.find(upload, 'ben')).toBeUndefined();
  await clock.advance(HOUR - 1);
  expect(uploads.find(upload, 'ann')?.stored).toEqual(PHOTO);
  await clock.advance(1);
  expect(uploads.find(upload, 'ann')).toBeUndefined();
});

describe('the number of files', () => {
  test('of a visitor is twenty that no message has used, those under way included; each other way out frees a place', async () => {
    const waiting = [];
    for (let at = 0; at < 18; at += 1) waiting.push(await add('ann'));
    const [slow, failing] = [begin('ann'), begin('ann')];
    await expect(begin('ann')).rejects.toThrow(TooManyRequests);
    expect(await add('ben')).toMatch(/./);
    taking[19]?.fail(new Error('given up'));
    await expect(failing).rejects.toThrow('given up');
    await add('ann');
    taking[18]?.finish();
    await slow;
    await expect(begin('ann')).rejects.toThrow(TooManyRequests);
    const file = uploads.find(waiting[0] ?? '', 'ann');
    if (file !== undefined) uploads.host(file, false);
    await add('ann');
    await expect(begin('ann')).rejects.toThrow(TooManyRequests);
    await clock.advance(HOUR);
    await add('ann');
  });

  test('under way is 64 in all', async () => {
    const all = Array.from({ length: 64 }, (_, at) => begin(`visitor ${at}`));
    await expect(begin('another')).rejects.toThrow(TooManyRequests);
    taking[0]?.finish();
    await all[0];
    const another = begin('another');
    for (const each of taking) each.finish();
    await Promise.all([...all, another]);
  });

  test('that are counted is 5000 in all: the oldest counts no more, and is there for its message', async () => {
    const first = await add('ann');
    for (let at = 1; at < 20; at += 1) await add('ann');
    await expect(begin('ann')).rejects.toThrow(TooManyRequests);
    for (let at = 0; at < 4981; at += 1) await add(`visitor ${at}`);
    await add('ann');
    expect(uploads.find(first, 'ann')).toBeDefined();
  });
});

describe('the message of a file', () => {
  const messageOf = async (facts: Partial<StoredMedia>, isVoice = false, name = 'a.bin') => {
    stored = { ...PHOTO, ...facts };
    const file = uploads.find(await add('ann', name), 'ann');
    if (file === undefined) throw new Error('no file');
    return uploads.host(file, isVoice);
  };

  test.each([
    ['image', false, 'photo'],
    ['image', true, 'photo'],
    ['video', false, 'video'],
    ['video', true, 'voice'],
    ['audio', false, 'audio'],
    ['audio', true, 'voice'],
    ['other', true, 'document'],
  ] as const)('%s, recorded: %s, is of the type %s', async (form, isVoice, type) => {
    expect((await messageOf({ form }, isVoice)).type).toBe(type);
  });

  test('names it without a path, with its size and for how long it can be fetched', async () => {
    const { fields, files } = await messageOf({}, false, '../../etc/photo.png');
    expect(fields).toMatchObject({
      fileName: expect.not.stringContaining('/') as string,
      fileSize: 1000,
      width: 40,
      height: 30,
    });
    expect(fields).toMatchObject({ file: expect.stringMatching(/^https:\/\/chat\.example\/files\//) as string });
    expect(files?.[0]).toMatchObject({ expiresAt: clock.wall() + 24 * HOUR });
  });
});

test('what is discarded is read to its end and answered like a file that was kept, but never found', async () => {
  let read = 0;
  const source = (async function* () {
    for (; read < 10; read += 1) yield Buffer.alloc(1000);
  })();
  const discarded = await uploads.discard('photo.png', source);
  const kept = begin('ann');
  taking[0]?.finish();
  expect(Object.keys(discarded)).toEqual(Object.keys(await kept));
  expect(uploads.find(discarded.upload, 'ann')).toBeUndefined();
  expect(read).toBe(10);
});
