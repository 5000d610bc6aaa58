import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { readZip } from '../../../test/fixtures/zip.ts';
import { createServeSiteZips, isForSiteZips } from './site-zips.ts';
import { wordpressPlugin } from './wordpress-plugin.ts';

const serve = createServeSiteZips({
  wordpress: (channelId) => {
    if (channelId !== '7') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
    return wordpressPlugin('https://chat.example/site/shop-1.js');
  },
  letterbox: (channelId) => {
    if (channelId !== '7') throw new ContractError('not_found', phrase('errors:refusals.no.letterbox'));
    return new Map([
      ['box.php', Buffer.from('<?php // the box')],
      ['box-key.php', Buffer.from("<?php return 'its key';")],
      ['assets/panel.js', Buffer.from([0, 255, 1])],
    ]);
  },
  wall: () => Date.UTC(2026, 10, 23),
  log: { error: () => undefined },
});
const get = (url: string, method: 'GET' | 'POST' = 'GET') =>
  serve({ operatorId: '1', from: undefined, method, url, signal: new AbortController().signal });
const filesOf = async (url: string) => {
  const { status, headers, body } = await get(url);
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="counterbell.zip"');
  expect(headers['cache-control']).toContain('no-store');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'zip-')), 'counterbell.zip');
  writeFileSync(file, await buffer(body as Readable));
  return readZip(file);
};

describe('what owners install on their websites', () => {
  it('is the WordPress plugin, with the address of the channel in it', async () => {
    const files = await filesOf('/media/site/7/wordpress.zip');
    expect([...files.keys()]).toEqual(['counterbell/counterbell.php', 'counterbell/readme.txt']);
    expect(files.get('counterbell/counterbell.php')?.toString()).toContain("'https://chat.example/site/shop-1.js'");
  });

  it('is the folder of a letterbox, as it is uploaded, with its key', async () => {
    const files = await filesOf('/media/site/7/letterbox.zip');
    expect([...files.keys()]).toEqual([
      'counterbell/box.php',
      'counterbell/box-key.php',
      'counterbell/assets/panel.js',
    ]);
    expect(files.get('counterbell/box-key.php')?.toString()).toContain('its key');
    expect(files.get('counterbell/assets/panel.js')).toEqual(Buffer.from([0, 255, 1]));
  });

  it('is refused for unknown channels and for channels without one, and other addresses are left to others', async () => {
    expect((await get('/media/site/8/wordpress.zip')).status).toBe(404);
    expect((await get('/media/site/8/letterbox.zip')).status).toBe(404);
    expect((await get('/media/site/7/letterbox.zip', 'POST')).status).toBe(404);
    expect(isForSiteZips('/media/site/8/wordpress.zip')).toBe(true);
    expect(isForSiteZips('/media/site/8/letterbox.zip')).toBe(true);
    expect(isForSiteZips('/media/site/8/other.zip')).toBe(false);
    expect(isForSiteZips('/media/site/8/x/wordpress.zip')).toBe(false);
    expect(isForSiteZips('/media/transcripts')).toBe(false);
  });
});
