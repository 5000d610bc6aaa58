import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that are uploaded to a website, by their names in the folder `counterbell`. `folder`: of the built window. */
export function websiteBoxFiles(folder: string, key: string): ReadonlyMap<string, Buffer> {
  const settings = `<?php return '${key.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}';\n`;
  return new Map([
    ['box.php', readFileSync(join(folder, 'box.php'))],
    ['box-key.php', Buffer.from(settings)],
  ]);
}

/** Writes them to `{out}/counterbell`, and returns where that is. */
export function writeWebsiteBox(folder: string, { key, out }: { readonly key: string; readonly out: string }): string {
  const target = join(out, 'counterbell');
  mkdirSync(target, { recursive: true });
  for (const [name, content] of websiteBoxFiles(folder, key)) writeFileSync(join(target, name), content);
  return target;
}
