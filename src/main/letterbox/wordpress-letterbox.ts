import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipOf } from '#main/site/site-zips.ts';
import { websiteBoxFiles } from './website-box.ts';

/** The same for the same key and version. */
const DATE = new Date(2026, 0, 1);

/**
 * The files of a WordPress plugin that puts a letterbox on the website, and the channel's window on every page
 * (`docs/letterbox.md`), by their path in its folder `counterbell`. `folder`: of the built window; `key`: of the letterbox.
 */
export function wordpressLetterbox(folder: string, key: string): ReadonlyMap<string, Buffer> {
  const files = websiteBoxFiles(folder, key);
  const home = join(folder, 'wordpress');
  // The loader comes last: it loads the others.
  const digests = [...files].map(([name, content]) => [name, digestOf(content)] as const);
  digests.sort(([one], [other]) => Number(one === 'loader.js') - Number(other === 'loader.js'));
  const loader = digestOf(files.get('loader.js') ?? '').slice(0, 12);
  // With the key, hence for the plugin alone; the loader's is in the pages.
  const stamp = digestOf(digests.join());
  const list = digests.map(([name, digest]) => `\t\t'${name}' => '${digest}',\n`).join('');
  const version = `<?php\nreturn array(\n\t'stamp'  => '${stamp}',\n\t'loader' => '${loader}',\n\t'files'  => array(\n${list}\t),\n);\n`;
  return new Map([
    ...readdirSync(home).map((name) => [name, readFileSync(join(home, name))] as const),
    ['version.php', Buffer.from(version)] as const,
    ...[...files].map(([name, content]) => [`folder/${name}`, content] as const),
  ]);
}

/** Writes it to `{out}/counterbell.zip`, and resolves with where that is. */
export async function writeWordpressLetterbox(
  folder: string,
  { key, out }: { readonly key: string; readonly out: string },
): Promise<string> {
  const zip = await zipOf(wordpressLetterbox(folder, key), DATE);
  mkdirSync(out, { recursive: true });
  const target = join(out, 'counterbell.zip');
  writeFileSync(target, zip);
  return target;
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
