import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSiteFiles, encodedFor } from './site-files.ts';

const LOADER = 'const loader = 1;';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-files-'));
  for (const name of ['assets', 'compressed/assets']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'loader.js'), LOADER);
  writeFileSync(join(folder, 'compressed/loader.js.br'), brotliCompressSync(LOADER));
  writeFileSync(join(folder, 'compressed/loader.js.gzip'), gzipSync(LOADER));
  writeFileSync(join(folder, 'assets/panel-12345678.js'), 'panel');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip'],
  ['br;q=0.0, gzip; q=0', undefined],
  ['brotli, x-gzip', undefined],
  ['', undefined],
  [undefined, undefined],
])('to a browser that takes %s the script goes as %s', (acceptEncoding, encoding) => {
  const { headers, content } = encodedFor(createSiteFiles(folder).loader(), acceptEncoding);
  expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
  const plain = encoding === 'br' ? brotliDecompressSync(content) : encoding === 'gzip' ? gunzipSync(content) : content;
  expect(plain.toString()).toBe(LOADER);
});

test('a script that was not compressed goes as it is, and one of an earlier version is not kept', () => {
  const { asset } = createSiteFiles(folder);
  const file = asset('panel-abcdefgh.js');
  expect(file && encodedFor(file, 'br')).toMatchObject({
    headers: { 'cache-control': 'no-store' },
    content: Buffer.from('panel'),
  });
  expect(asset('other-abcdefgh.js')).toBeUndefined();
});
