/** @module-tag thorough */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Headless, startHeadless } from '../../../fixtures/headless.ts';
import { mediaHostOf, type MediaHost } from '../../../fixtures/media-host.ts';
import { picture } from '../../../fixtures/pictures.ts';
import { seeded } from '../../../fixtures/seeded.ts';

const ROUNDS = 8;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const MEGABYTE = 1024 * 1024;
const PNG = picture(400, 300);

let media: MediaHost<Headless>;
afterEach(() => media.stop());

const fileOf = (id: string) => ({ id, part: 'file' }) as const;
const photo = (file: string) => ({ type: 'photo', file, file_name: 'photo.png', file_size: 10 });

/** Files in the media folder: complete ones by digest, and partial ones. */
async function onDisk(): Promise<{ readonly whole: readonly string[]; readonly arriving: readonly string[] }> {
  const found = await readdir(join(media.host.dataDir, 'media'), { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const arriving = paths.filter((path) => path.includes(join('media', 'arriving')));
  return { whole: paths.filter((path) => !arriving.includes(path)), arriving };
}

/** Checks that every file matches its name, and all of them are counted. */
async function expectWhole(): Promise<void> {
  const { whole } = await onDisk();
  let size = 0;
  for (const path of whole) {
    const bytes = await readFile(path);
    size += bytes.length;
    expect(path.endsWith(createHash('sha256').update(bytes).digest('hex'))).toBe(true);
  }
  const { used, settings } = await media.host.rpc('media.settings', {});
  expect(size).toBeLessThanOrEqual(used);
  expect(size).toBeLessThanOrEqual(settings.quota * MEGABYTE);
}

/** An upload whose first bytes have been sent. */
function beginUpload(bytes: Buffer, length: number): ClientRequest {
  const key = new URL(media.host.accessUrl).searchParams.get('key') ?? '';
  const sending = request(`${media.host.console}/media/uploads?name=a.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-length': length },
  });
  sending.on('error', () => undefined);
  sending.write(bytes);
  return sending;
}

test('a fetch interrupted by a kill leaves nothing, and is repeated when the file is viewed again', async () => {
  media = await mediaHostOf(startHeadless());
  let isWhole = false;
  const file = media.files.at('/half.png', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': PNG.length });
    if (isWhole) response.end(PNG);
    else response.write(PNG.subarray(0, PNG.length / 2));
  });
  const id = await media.send(photo(file));
  expect(await media.host.rpc('media.get', fileOf(id))).toMatchObject({ state: 'fetching' });
  await media.files.waitFor('/half.png');
  await expect.poll(async () => (await onDisk()).arriving.length).toBe(1);
  await media.host.kill();
  expect((await onDisk()).whole).toEqual([]);

  isWhole = true;
  media = await media.restarted();
  await expect.poll(onDisk).toEqual({ whole: [], arriving: [] });
  const { url } = await media.ready(fileOf(id));
  expect(Buffer.from(await (await media.get(url)).arrayBuffer()).equals(PNG)).toBe(true);
  await expectWhole();
});

test('an upload interrupted by a kill leaves nothing', async () => {
  media = await mediaHostOf(startHeadless());
  beginUpload(PNG.subarray(0, 100), PNG.length);
  await expect.poll(async () => (await onDisk()).arriving.length).toBe(1);
  await media.host.kill();
  media = await media.restarted();
  await expect.poll(onDisk).toEqual({ whole: [], arriving: [] });
  expect((await media.host.rpc('media.settings', {})).used).toBe(0);
});

test('an aborted upload leaves nothing', async () => {
  media = await mediaHostOf(startHeadless());
  const sending = beginUpload(PNG.subarray(0, 100), PNG.length);
  await expect.poll(async () => (await onDisk()).arriving.length).toBe(1);
  sending.destroy();
  await expect.poll(onDisk).toEqual({ whole: [], arriving: [] });
});

test(
  `killed ${ROUNDS} times while files come and go over the quota, none is half, uncounted or over it (CRASH_SEED=${SEED})`,
  { timeout: 120_000 },
  async () => {
    const random = seeded(SEED);
    media = await mediaHostOf(startHeadless());
    await media.host.rpc('media.updateSettings', { quota: 50 });
    const urls = Array.from({ length: 12 }, (_each, at) =>
      media.files.file(`/${at}`, Buffer.alloc(7 * MEGABYTE, `${at} `)),
    );
    const ids: string[] = [];
    for (const [at, url] of urls.entries()) ids.push(await media.send(photo(url), { id: `customer-${at}` }));
    for (let round = 0; round < ROUNDS; round += 1) {
      const wanted = Array.from({ length: 6 }, () => ids[random(ids.length)] ?? '');
      await Promise.all(wanted.map((id) => media.host.rpc('media.get', fileOf(id))));
      const uploading = beginUpload(Buffer.alloc(MEGABYTE, round), 2 * MEGABYTE);
      await new Promise((resolve) => setTimeout(resolve, random(250)));
      const ended = new Promise((resolve) => uploading.once('close', resolve));
      await media.host.kill();
      await ended;
      media = await media.restarted();
      await expect.poll(async () => (await onDisk()).arriving).toEqual([]);
      await expectWhole();
    }
    for (const id of ids) {
      const { url, size } = await media.ready(fileOf(id));
      expect((await (await media.get(url)).arrayBuffer()).byteLength).toBe(size);
    }
    await expectWhole();
  },
);
