import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerFromRenderer } from './app-protocol.ts';

describe('renderer files', () => {
  let folder: string;
  const ask = (url: string): Promise<Response> => answerFromRenderer(join(folder, 'renderer'), 'counterbell', url);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-renderer-'));
    mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
    writeFileSync(join(folder, 'renderer', 'index.html'), '<title>Counterbell</title>');
    writeFileSync(join(folder, 'renderer', 'assets', 'a b.js'), 'export {};');
    writeFileSync(join(folder, 'secret.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('come with their type and a policy against foreign scripts', async () => {
    const index = await ask('app://counterbell/index.html#/settings');
    expect(index.status).toBe(200);
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(index.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(await index.text()).toBe('<title>Counterbell</title>');
    expect((await ask('app://counterbell/assets/a%20b.js')).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  test.each([
    'app://counterbell/missing.js',
    'app://counterbell/',
    'app://counterbell/assets',
    'app://other/index.html',
    'app://counterbell/../secret.json',
    'app://counterbell/%2e%2e/secret.json',
    'app://counterbell/..%2fsecret.json',
    'app://counterbell/..%5csecret.json',
    'app://counterbell/assets/..%2f..%2fsecret.json',
    'app://counterbell/%00.js',
    'app://counterbell/%zz.js',
  ])('exclude %s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });
});
