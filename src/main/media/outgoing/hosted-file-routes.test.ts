import fastify, { type FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { httpRequest } from '../../../../test/fixtures/http-request.ts';
import { asRequestProblem } from '#main/intake/request-problem.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { HostedFile } from '#main/store/media/hosted-files.ts';
import { hostedFileRoutes } from './hosted-file-routes.ts';

const CONTENT = Buffer.from('0123456789abcdefghij');
const DIGEST = createHash('sha256').update(CONTENT).digest('hex');
const JPEG = Buffer.from('ffd8ffe0', 'hex');
const TOKEN = randomBytes(24).toString('base64url');

let folder: string;
let app: FastifyInstance;
let origin: string;
let now: number;
let asked: number;
let file: HostedFile | undefined;
let notes: (string | undefined)[];
let pathOf: (digest: string) => Promise<string | undefined>;

const get = (path = `/files/${TOKEN}/lamp.jpg`, headers: Record<string, string> = {}, method = 'GET') =>
  httpRequest(`${origin}${path}`, { method, headers });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-hosted-'));
  await writeFile(join(folder, DIGEST), CONTENT);
  now = 1_000_000;
  asked = 0;
  pathOf = async (digest) => (digest === DIGEST ? join(folder, digest) : undefined);
  file = { part: 'file', digest: DIGEST, fileName: 'Lampe grün.jpg', mediaType: 'image/jpeg', expiresAt: now + 60_000 };
  app = fastify();
  app.decorateRequest('noted', undefined);
  notes = [];
  app.addHook('onSend', async ({ noted }) => void notes.push(noted?.url));
  app.setErrorHandler((error, _request, reply) =>
    reply.code(asRequestProblem(error).status).send({ error: asRequestProblem(error).code }),
  );
  await app.register(hostedFileRoutes, {
    find: async (token) => {
      asked += 1;
      return token === TOKEN ? file : undefined;
    },
    picture: async (token) => (token.startsWith('olga.') ? JPEG.toString('base64') : undefined),
    path: (digest) => pathOf(digest),
    now: () => now,
    admission: { lookUp: (_address, find) => find() },
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('an operator’s photo is served for any version, shown and cached for an hour; others are 404', async () => {
  for (const version of ['first', 'second']) {
    const { status, headers, body } = await get(`/files/olga.${version}/photo.jpg`);
    expect([status, headers['content-type'], headers['cache-control'], body]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=3600',
      JPEG.toString(),
    ]);
  }
  expect((await get('/files/olga.first/photo.jpg', {}, 'HEAD')).headers['content-length']).toBe('4');
  expect((await get('/files/ivan.first/photo.jpg')).status).toBe(404);
  expect(asked).toBe(1);
});

test('a file that is kept elsewhere is copied again when its copy has gone; while that fails, the answer is 503', async () => {
  expect((await get()).status).toBe(200);
  await rm(join(folder, DIGEST));
  pathOf = async () => {
    await writeFile(join(folder, 'again'), CONTENT);
    return join(folder, 'again');
  };
  const { status, body } = await get(undefined, { range: 'bytes=2-4' });
  expect([status, body]).toEqual([206, '234']);
  await rm(join(folder, 'again'));
  pathOf = () => Promise.reject(new ContractError('storage_unavailable', phrase('errors:refusals.file.unreachable')));
  const refused = await get();
  expect([refused.status, refused.body]).toEqual([503, '{"error":"storage_unavailable"}']);
});

describe('a picture', () => {
  test('is sent whole, displayed inline with its own type and name, and nothing in it may run', async () => {
    const { status, body, headers } = await get();
    expect([status, body]).toEqual([200, CONTENT.toString()]);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '20',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=60',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'content-disposition': 'inline; filename="Lampe grun.jpg"; filename*=UTF-8\'\'Lampe%20gr%C3%BCn.jpg',
    });
    expect(headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
  });

  test('HEAD has the same headers and no body', async () => {
    const head = await get(undefined, {}, 'HEAD');
    expect([head.status, head.body, head.headers['content-length'], head.headers['content-type']]).toEqual([
      200,
      '',
      '20',
      'image/jpeg',
    ]);
  });

  test.each([
    ['bytes=0-4', 206, '01234', 'bytes 0-4/20'],
    ['bytes=15-', 206, 'fghij', 'bytes 15-19/20'],
    ['bytes=-3', 206, 'hij', 'bytes 17-19/20'],
    ['bytes=5-500', 206, '56789abcdefghij', 'bytes 5-19/20'],
    ['lines=1-2', 200, CONTENT.toString(), undefined],
  ])('%s', async (range, status, body, contentRange) => {
    const answer = await get(undefined, { range });
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange]);
  });

  test('bytes beyond its end are 416, with a message', async () => {
    const answer = await get(undefined, { range: 'bytes=20-30' });
    expect([answer.status, answer.headers['content-range'], answer.json()]).toEqual([
      416,
      'bytes */20',
      { error: 'invalid_request' },
    ]);
  });

  test('a client that already has it gets 304', async () => {
    const { headers } = await get();
    const again = await get(undefined, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('is found by its token, whatever the name in the address', async () => {
    expect((await get(`/files/${TOKEN}/${encodeURIComponent('../../x.html')}`)).headers['content-type']).toBe(
      'image/jpeg',
    );
    const others = [
      `/files/${TOKEN.slice(1)}/lamp.jpg`,
      '/files/x/lamp.jpg',
      `/files/${TOKEN.toLowerCase()}x/lamp.jpg`,
      `/files/${TOKEN}`,
      `/files/${TOKEN}/a/b`,
    ];
    expect(await Promise.all(others.map(async (path) => (await get(path)).status))).toEqual(others.map(() => 404));
  });
});

test.each([
  ['text/html', 'page.html', 'application/octet-stream'],
  ['image/svg+xml', 'drawing.svg', 'application/octet-stream'],
  ['application/xhtml+xml', 'page.xhtml', 'application/octet-stream'],
  ['text/javascript', 'run.js', 'application/octet-stream'],
  ['application/pdf', 'bill.pdf', 'application/pdf'],
  ['application/zip', 'all.zip', 'application/zip'],
])('%s can only be saved', async (mediaType, fileName, contentType) => {
  file = { part: 'file', digest: DIGEST, fileName, mediaType, expiresAt: now + 1 };
  const { headers } = await get();
  expect(headers).toMatchObject({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
  });
});

describe('expiry', () => {
  test('answers 410 once the time is over', async () => {
    expect((await get()).status).toBe(200);
    now += 60_000;
    const answer = await get();
    expect([answer.status, answer.json()]).toEqual([410, { error: 'gone' }]);
  });

  test('can be extended, and the file is served again', async () => {
    now += 60_000;
    expect((await get()).status).toBe(410);
    if (file !== undefined) file = { ...file, expiresAt: now + 1000 };
    expect((await get()).status).toBe(200);
  });

  test('a file that is no longer on the disk is 410', async () => {
    await rm(join(folder, DIGEST));
    expect((await get()).status).toBe(410);
  });
});

test('the journal masks a token in any spelling', async () => {
  const written = [...Buffer.from(TOKEN)].map((byte) => `%${byte.toString(16)}`).join('');
  expect((await get(`/%66iles/${written}/x`)).status).toBe(200);
  expect(notes).toEqual(['/files/***/Lampe%20gr%C3%BCn.jpg']);
});

test('ranges of a file are served without another lookup; an unknown token is looked up each time', async () => {
  for (let piece = 0; piece < 5; piece += 1) await get(undefined, { range: `bytes=${piece}-${piece}` });
  expect(asked).toBe(1);
  await get('/files/unknown/lamp.jpg');
  await get('/files/unknown/lamp.jpg');
  expect(asked).toBe(3);
});
