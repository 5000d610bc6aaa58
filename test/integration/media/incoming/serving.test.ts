import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploaded, type Uploaded } from '#shared/contract/media.ts';
import { hostile } from '../../../fixtures/hostile-files.ts';
import { startMediaHost, type MediaHost } from '../../../fixtures/media-host.ts';
import { picture } from '../../../fixtures/pictures.ts';

const PNG = picture(300, 200);
const MEGABYTE = 1024 * 1024;

let media: MediaHost;

beforeAll(async () => {
  media = await startMediaHost();
});
afterAll(() => media.stop());

const filesOnDisk = async (): Promise<readonly string[]> =>
  (await readdir(join(media.host.dataDir, 'media'), { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map(({ name }) => name);

describe('a stored file', () => {
  let url: string;
  beforeAll(async () => {
    const file = media.files.file('/lamp.png', PNG);
    ({ url } = await media.ready({
      id: await media.send({ type: 'photo', file, file_name: 'lamp.png', file_size: PNG.length }),
      part: 'file',
    }));
  });

  test('is served whole, cacheable forever, under its digest', async () => {
    const answer = await media.get(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(url).toContain(createHash('sha256').update(PNG).digest('hex'));
  });

  test('answers HEAD the same way, without the body', async () => {
    const answer = await media.get(url, { method: 'HEAD' });
    expect([
      answer.status,
      answer.headers.get('content-length'),
      answer.headers.get('content-type'),
      (await answer.arrayBuffer()).byteLength,
    ]).toEqual([200, String(PNG.length), 'image/png', 0]);
  });

  test.each([
    ['bytes=10-', 10, PNG.length - 1],
    ['bytes=-5', PNG.length - 5, PNG.length - 1],
    [`bytes=5-${PNG.length * 2}`, 5, PNG.length - 1],
  ])('is served in part for %s', async (range, start, end) => {
    const answer = await media.get(url, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/${PNG.length}`,
      String(end - start + 1),
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG.subarray(start, end + 1))).toBe(true);
  });

  test.each([`bytes=${PNG.length}-`, 'bytes=-0'])('has no range for %s', async (range) => {
    const answer = await media.get(url, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range'), (await answer.arrayBuffer()).byteLength]).toEqual([
      416,
      `bytes */${PNG.length}`,
      0,
    ]);
  });

  test.each(['bytes=0-1,4-5', 'bytes=9-2', ''])('is served whole for %j', async (range) => {
    expect((await media.get(url, { headers: { range } })).status).toBe(200);
  });

  test("requires sign-in, on the console's own pages", async () => {
    expect((await fetch(`${media.host.console}${url}`)).status).toBe(401);
    expect((await media.get(url, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
    expect((await fetch(`${media.host.listener}${url}`)).status).toBe(404);
  });

  test.each([
    '/media/',
    '/media/x',
    `/media/${'0'.repeat(64)}`,
    '/media/..%2fcounterbell.db',
    '/media/../settings.json',
    '/media/arriving',
    `/media/${'0'.repeat(64)}/a/b`,
  ])('cannot be %s', async (path) => {
    expect((await media.get(path)).status).toBe(404);
  });
});

describe('an upload', () => {
  const upload = (
    body: Uint8Array,
    name = 'lamp.png',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    media.get(`/media/uploads?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  const taken = async (response: Response): Promise<Uploaded> => uploaded.parse(await response.json());

  test('is stored by its content, whatever its name, and served', async () => {
    const bytes = picture(90, 60, 7);
    const answer = await upload(bytes, '../../C:\\lamp.svg');
    expect(answer.status).toBe(200);
    const stored = await taken(answer);
    expect(stored).toMatchObject({
      mediaType: 'image/png',
      form: 'image',
      width: 90,
      height: 60,
      size: bytes.length,
      fileName: 'lamp.svg.png',
    });
    expect(Buffer.from(await (await media.get(stored.url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('that is cancelled leaves nothing', async () => {
    const before = await filesOnDisk();
    const { uploadId, url } = await taken(await upload(picture(80, 60, 8)));
    await media.host.rpc('media.discardUpload', { uploadId });
    expect((await media.get(url)).status).toBe(404);
    expect(await filesOnDisk()).toEqual(before);
    await expect(media.host.rpc('media.discardUpload', { uploadId })).rejects.toMatchObject({ code: 'not_found' });
  });

  test("that equals a customer's file leaves that one", async () => {
    const bytes = picture(70, 60, 9);
    const file = media.files.file('/both.png', bytes);
    const seen = await media.ready({
      id: await media.send({ type: 'photo', file, file_name: 'both.png', file_size: bytes.length }),
      part: 'file',
    });
    const { uploadId } = await taken(await upload(bytes));
    await media.host.rpc('media.discardUpload', { uploadId });
    expect((await media.get(seen.url)).status).toBe(200);
  });

  test.each([
    ['a bomb', hostile.hugePng, 422, /pixels/],
    ['a broken picture', hostile.cutJpeg, 422, /damaged/],
    ['nothing', Buffer.alloc(0), 422, /empty/],
  ] as const)('of %s is refused, and leaves nothing', async (_what, bytes, status, words) => {
    const before = await filesOnDisk();
    const answer = await upload(bytes);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      ok: false,
      error: { code: 'file_refused', message: expect.stringMatching(words) as string },
    });
    expect(await filesOnDisk()).toEqual(before);
  });

  test('shorter than announced is refused, and leaves nothing', async () => {
    const bytes = picture(60, 50, 10);
    const before = await filesOnDisk();
    const answer = await media.get(`/media/uploads?name=lamp.png&size=${bytes.length + 1}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    });
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 'file_refused' } }]);
    expect(await filesOnDisk()).toEqual(before);
  });

  test('larger than the settings allow is refused while it is received', async () => {
    await media.host.rpc('media.updateSettings', { largest: 1 });
    const before = await filesOnDisk();
    const answer = await upload(Buffer.alloc(3 * MEGABYTE, 7));
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'file_refused' } }]);
    await media.host.rpc('media.updateSettings', { largest: 50 });
    expect(await filesOnDisk()).toEqual(before);
  });

  test("requires sign-in, on the console's own pages", async () => {
    expect((await fetch(`${media.host.console}/media/uploads?name=a`, { method: 'POST', body: PNG })).status).toBe(401);
    expect((await upload(PNG, 'a.png', { origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});
