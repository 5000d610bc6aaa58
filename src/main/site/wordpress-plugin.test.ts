import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { wordpressPlugin } from './wordpress-plugin.ts';

const SCRIPT = 'https://chat.example/shop/site/website-1.js';

function codeFor(script: string): string {
  return wordpressPlugin(script).get('counterbell.php') ?? '';
}

const hasPhp = spawnSync('php', ['--version']).status === 0;

describe('the WordPress plugin', () => {
  it('is a folder with the code and a readme', () => {
    expect([...wordpressPlugin(SCRIPT).keys()]).toEqual(['counterbell.php', 'readme.txt']);
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
