import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { readZip } from '../../../test/fixtures/zip.ts';
import { createServePlugin, isForPlugin, wordpressPlugin } from './wordpress-plugin.ts';

const SCRIPT = 'https://chat.example/shop/site/website-1.js';

function codeFor(script: string): string {
  return wordpressPlugin(script).find(({ path: at }) => at.endsWith('.php'))?.text ?? '';
}

const hasPhp = spawnSync('php', ['--version']).status === 0;

describe('the WordPress plugin', () => {
  it('is a folder with the code and a readme', () => {
    expect(wordpressPlugin(SCRIPT).map(({ path: at }) => at)).toEqual([
      'counterbell/counterbell.php',
      'counterbell/readme.txt',
    ]);
  });

  it('begins with the header that WordPress reads, and stops outside of WordPress', () => {
    const code = codeFor(SCRIPT);
    expect(code).toMatch(/^<\?php\n\/\*\*\n \* Plugin Name: +Counterbell\n/);
    expect(code).toContain(' * Requires PHP:      7.2\n');
    expect(code).toMatch(/\*\/\n\nif \( ! defined\( 'ABSPATH' \) \) \{\n\texit;\n\}/);
    expect(code).not.toContain('?>');
  });

  it('loads the script asynchronously on the website’s pages only, under its own address', () => {
    const code = codeFor(SCRIPT);
    expect(code).toContain(`esc_url_raw( '${SCRIPT}' ),\n\t\tarray(),\n\t\tnull,`);
    expect(code).toContain("'strategy'  => 'async'");
    expect(code.match(/add_(?:action|filter)\( '\w+'/g)).toEqual([
      "add_action( 'wp_enqueue_scripts'",
      "add_filter( 'script_loader_tag'",
    ]);
  });

  it('keeps an address with quotes inside its string', () => {
    expect(codeFor(String.raw`https://a.example/'.phpinfo().'\ `.trim())).toContain(
      String.raw`esc_url_raw( 'https://a.example/\'.phpinfo().\'\\' ),`,
    );
  });

  it.skipIf(!hasPhp)('is valid PHP', () => {
    const { status, stdout } = spawnSync('php', ['-l'], { input: codeFor(SCRIPT), encoding: 'utf8' });
    expect(stdout).toContain('No syntax errors');
    expect(status).toBe(0);
  });
});

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
