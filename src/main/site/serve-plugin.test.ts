import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { readZip } from '../../../test/fixtures/zip.ts';
import { createServePlugin, isForPlugin } from './serve-plugin.ts';

const serve = createServePlugin({
  script: (channelId) => {
    if (channelId !== '7') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
    return 'https://chat.example/site/shop-1.js';
  },
  wall: () => Date.UTC(2026, 10, 23),
  log: { error: () => undefined },
});
const get = (url: string) =>
  serve({ operatorId: '1', from: undefined, method: 'GET', url, signal: new AbortController().signal });

describe('the download of the WordPress plugin', () => {
  it('is a zip with the address of the channel in it', async () => {
    const { status, headers, body } = await get('/media/site/7/wordpress.zip');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="counterbell.zip"');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'plugin-')), 'counterbell.zip');
    writeFileSync(file, await buffer(body as Readable));
    const files = await readZip(file);
    expect([...files.keys()]).toEqual(['counterbell/counterbell.php', 'counterbell/readme.txt']);
    expect(files.get('counterbell/counterbell.php')?.toString()).toContain("'https://chat.example/site/shop-1.js'");
  });

  it('refuses unknown channels, and leaves other addresses to others', async () => {
    expect((await get('/media/site/8/wordpress.zip')).status).toBe(404);
    expect(isForPlugin('/media/site/8/wordpress.zip')).toBe(true);
    expect(isForPlugin('/media/site/8/x/wordpress.zip')).toBe(false);
    expect(isForPlugin('/media/transcripts')).toBe(false);
  });
});
