import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../../test/fixtures/zip.ts';
import { writeWordpressLetterbox } from './wordpress-letterbox.ts';

const KEY = String.raw`a key of thirty-two characters, with '.phpinfo().'\ `.trim();
const noPhp = spawnSync('php', ['--version']).status !== 0;

function builtFolder(loader = 'begin();'): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterbell-built-'));
  cpSync(fileURLToPath(new URL('../../website-box', import.meta.url)), folder, { recursive: true });
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/panel-1.js'), '');
  writeFileSync(join(folder, 'letterbox-loader.js'), loader);
  return folder;
}

async function pluginOf({ loader, key = KEY }: { readonly loader?: string; readonly key?: string } = {}) {
  const out = join(mkdtempSync(join(tmpdir(), 'counterbell-plugin-')), 'new');
  const file = await writeWordpressLetterbox(builtFolder(loader), { key, out });
  return { file, files: await readZip(file) };
}

const textOf = ({ files }: Awaited<ReturnType<typeof pluginOf>>, name: string): string =>
  files.get(`counterbell/${name}`)?.toString() ?? '';

describe('the WordPress plugin of a letterbox', () => {
  it('is a zip of its code and the whole folder', async () => {
    const { file, files } = await pluginOf();
    expect(file).toMatch(/[/\\]new[/\\]counterbell\.zip$/);
    expect([...files.keys()].toSorted()).toEqual(
      [
        ...['counterbell.php', 'page.php', 'readme.txt', 'uninstall.php', 'version.php'],
        ...['box.php', 'box-key.php', 'index.html', 'loader.js', 'assets/panel-1.js'].map((name) => `folder/${name}`),
      ]
        .map((name) => `counterbell/${name}`)
        .toSorted(),
    );
  });

  it('is as new as what is in it, and its pages do not give away the key', async () => {
    const [one, same, otherKey, otherLoader] = await Promise.all([
      pluginOf(),
      pluginOf(),
      pluginOf({ key: 'another key of thirty-two characters' }),
      pluginOf({ loader: 'start();' }),
    ]);
    const version = (plugin: typeof one): readonly string[] =>
      [...textOf(plugin, 'version.php').matchAll(/=> '([0-9a-f]+)'/g)].map(([, digits]) => digits ?? '');
    expect(version(one)).toHaveLength(2 + 5);
    expect(readFileSync(same.file)).toEqual(readFileSync(one.file));
    expect(version(otherKey)[0]).not.toBe(version(one)[0]);
    expect(version(otherKey)[1]).toBe(version(one)[1]);
    expect(version(otherLoader)[1]).not.toBe(version(one)[1]);
  });

  it('begins with the header that WordPress reads, and every file stops outside of WordPress', async () => {
    const plugin = await pluginOf();
    expect(textOf(plugin, 'counterbell.php')).toMatch(/^<\?php\n\/\*\*\n \* Plugin Name: +Counterbell\n/);
    expect(textOf(plugin, 'counterbell.php')).toContain(' * Requires PHP:      7.4\n');
    for (const name of ['counterbell.php', 'page.php', 'uninstall.php'])
      expect(textOf(plugin, name)).toMatch(/\n\nif \( ! defined\( '\w+' \) \) \{\n\texit;\n\}/);
  });

  it('escapes all that its page shows', async () => {
    const shown = textOf(await pluginOf(), 'page.php').match(/(?:<\?php |^\s*)(?:echo|_e|printf) .*/gm) ?? [];
    expect(shown.length).toBeGreaterThan(5);
    for (const line of shown) expect(line).toMatch(/echo (?:'<p class="description">' \. )?(?:esc_|wp_kses_post\()/);
  });

  it.skipIf(noPhp)('is valid PHP, and its key is the one that was given', async () => {
    const plugin = await pluginOf();
    const folder = mkdtempSync(join(tmpdir(), 'counterbell-unpacked-'));
    for (const [name, content] of plugin.files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
      if (name.endsWith('.php')) {
        const { status, stdout } = spawnSync('php', ['-l', join(folder, name)], { encoding: 'utf8' });
        expect(stdout).toContain('No syntax errors');
        expect(status).toBe(0);
      }
    }
    const read = spawnSync('php', ['-r', "echo require 'counterbell/folder/box-key.php';"], { cwd: folder });
    expect(read.stdout.toString()).toBe(KEY);
  });
});
