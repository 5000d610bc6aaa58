import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { startS3Server } from '../../../test/fixtures/s3-server.ts';
import type { Store } from '#main/store/store.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { folderFiles } from './folder-files.ts';
import { startMediaFolder, type MediaFolder } from './media-store.ts';
import { type MediaFiles, nameOf, type StoredMedia } from './ports.ts';
import { s3Files } from './s3-files.ts';

const log = pino({ level: 'silent' });
const DIGEST = 'ab'.repeat(32);

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.stop();
  await server.remove();
});

let folder: string;
let count = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-shared-'));
  count += 1;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Each host's view of the files of all. */
const WAYS: Readonly<Record<string, (host: string) => MediaFiles>> = {
  'a folder': () => folderFiles(join(folder, 'all'), true),
  S3: (host) => s3Files(`s3://shop/media/${count}/`, { arriving: join(folder, host), env: server.env, log }),
};

describe.each(Object.entries(WAYS))('%s that hosts share', (_way, filesOf) => {
  test('keeps files by name, and gives any part of them', async () => {
    const [one, two] = [filesOf('one'), filesOf('two')];
    await mkdir(one.arriving, { recursive: true });
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_each, at) => at % 251));
    const path = join(one.arriving, 'whole');
    await writeFile(path, bytes);
    expect([await two.sizeOf(nameOf(DIGEST)), await Array.fromAsync(two.list())].flat(2)).toEqual([undefined]);
    await one.put(path, nameOf(DIGEST));
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await two.sizeOf(nameOf(DIGEST))).toBe(bytes.length);
    expect((await buffer(await two.read(nameOf(DIGEST)))).equals(bytes)).toBe(true);
    const part = await buffer(await two.read(nameOf(DIGEST), { start: 1000, end: 1999 }));
    expect(part.equals(bytes.subarray(1000, 2000))).toBe(true);
    await two.rename(nameOf(DIGEST), `unknown/${DIGEST}`);
    expect((await Array.fromAsync(one.list())).flat()).toEqual([`unknown/${DIGEST}`]);
    await one.rename(nameOf(DIGEST), 'unknown/gone');
    await one.remove(`unknown/${DIGEST}`);
    await one.remove(`unknown/${DIGEST}`);
    expect((await Array.fromAsync(one.list())).flat()).toEqual([]);
  });

  describe('and a database', () => {
    let store: MemoryStore;
    const clock = createFakeClock();
    const running: MediaFolder[] = [];
    const host = (name: string, on: Store = store): MediaFolder => {
      const media = startMediaFolder({
        files: filesOf(name),
        store: on,
        clock,
        log,
        quota: () => 1e6,
        unsentQuota: () => 1e6,
      });
      running.push(media);
      return media;
    };
    beforeEach(async () => {
      store = await openUsualStore();
    });
    afterEach(async () => {
      for (const media of running.splice(0)) await media.stop();
    });
    const add = (media: MediaFolder, pieces: AsyncIterable<Uint8Array>): Promise<StoredMedia> =>
      media.add(pieces, { largest: 1e6, purpose: 'fetched', signal: new AbortController().signal });
    async function* words(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('the same words');
    }

    test('what one host removes while another adds it is there', async () => {
      const other = host('other');
      let isBetween = false;
      const write: Store['write'] = async (name, ...input) => {
        const answer = await store.write(name, ...input);
        if (name !== 'forgetMedia' || isBetween) return answer;
        isBetween = true;
        // Its row is gone, and its file about to go.
        await add(other, words());
        return answer;
      };
      const media = host('one', { ...store, read: store.read, write });
      const { digest } = await add(media, words());
      await media.remove([digest]);
      expect(isBetween).toBe(true);
      expect(await other.find(digest)).toMatchObject({ size: 14 });
      const opened = await other.open(digest);
      expect(opened && (await text(opened))).toBe('the same words');
      expect(await readFile((await media.path(digest)) ?? '', 'utf8')).toBe('the same words');
      await other.clear();
      expect((await Array.fromAsync(filesOf('one').list())).flat()).toEqual([]);
    });

    test('a host that starts leaves alone what arrives at another', async () => {
      const media = host('one');
      const started = Promise.withResolvers<void>();
      async function* slowly(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('the same ');
        await started.promise;
        yield Buffer.from('words');
      }
      const adding = add(media, slowly());
      const second = host('two');
      await add(second, words());
      await second.clear();
      started.resolve();
      const { digest } = await adding;
      expect(await second.find(digest)).toMatchObject({ size: 14 });
    });
  });
});

describe('a store that speaks S3', () => {
  const options = () => ({ arriving: folder, env: server.env, log });
  const refused = { code: 'storage_unavailable', reason: phrase('errors:refusals.file.unreachable') };
  const file = async (): Promise<string> => {
    const path = join(folder, 'file');
    await writeFile(path, 'words');
    return path;
  };

  test('that is down, refuses, or has no such bucket is said, and the file stays', async () => {
    const path = await file();
    const wrong = { ...server.env, AWS_ACCESS_KEY_ID: 'wrong' };
    await expect(s3Files('s3://shop', { ...options(), env: wrong }).put(path, 'a')).rejects.toMatchObject(refused);
    await expect(s3Files('s3://none', options()).put(path, 'a')).rejects.toMatchObject(refused);
    const files = s3Files('s3://shop', options());
    await server.stop();
    try {
      await expect(files.put(path, 'a')).rejects.toMatchObject(refused);
      await expect(files.sizeOf('a')).rejects.toMatchObject(refused);
      await expect(files.read('a')).rejects.toMatchObject(refused);
    } finally {
      await server.startAgain();
    }
    await files.put(path, 'a');
    expect(await files.sizeOf('a')).toBe(5);
    // What else is in the bucket is not touched.
    expect((await Array.fromAsync(files.list())).flat()).not.toContain('a');
  });

  test('that does not answer counts as broken after ten seconds', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { port } = silent.address() as AddressInfo;
      const env = { ...server.env, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
      const asked = s3Files('s3://shop', { ...options(), env }).sizeOf('a');
      const outcome = asked.catch((error: unknown) => error);
      await once(silent, 'connection');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await outcome).toMatchObject(refused);
    } finally {
      vi.useRealTimers();
      silent.close();
    }
  });

  test('is asked with signatures as AWS documents them (Signature Version 4)', async () => {
    const heard: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
    const listening = createHttpServer(({ method = '', url: path = '', headers }, response) => {
      heard.push({ method, path, headers });
      response.end('<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>');
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const env = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKID',
      AWS_SECRET_ACCESS_KEY: 'se/cret+key',
    };
    const files = s3Files('s3://shop/of.files/', { ...options(), env });
    await files.put(await file(), nameOf(DIGEST));
    await files.sizeOf(nameOf(DIGEST));
    (await files.read(nameOf(DIGEST), { start: 1, end: 2 })).destroy();
    await files.rename(nameOf(DIGEST), `unknown/${DIGEST}`);
    await Array.fromAsync(files.list());
    listening.close();
    expect(heard.map(({ method }) => method)).toEqual(['PUT', 'HEAD', 'GET', 'PUT', 'DELETE', 'GET']);
    for (const request of heard) expect(request.headers.authorization).toBe(signatureOf(request, env));
  });

  test('needs credentials', () => {
    expect(() => s3Files('s3://shop', { ...options(), env: {} })).toThrow('AWS_ACCESS_KEY_ID');
  });
});

/** What the header has to be, written from the specification: for the headers that it says are signed. */
function signatureOf(
  { method, path, headers }: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders },
  env: Readonly<Record<'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>>,
): string {
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  expect(signed.split(';')).toEqual(expect.arrayContaining(['host', 'x-amz-content-sha256', 'x-amz-date']));
  const { pathname, searchParams } = new URL(path, 'http://store');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, pathname, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const at = String(headers['x-amz-date']);
  const scope = `${at.slice(0, 8)}/${env.AWS_REGION}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const sign = (key: string | Buffer, what: string): Buffer => createHmac('sha256', key).update(what).digest();
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${env.AWS_SECRET_ACCESS_KEY}`);
  return `AWS4-HMAC-SHA256 Credential=${env.AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${signed}, Signature=${sign(key, toSign).toString('hex')}`;
}
