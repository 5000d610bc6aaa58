import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A feed of updates that names one installer, for that installer as it is after it was signed. */
export function signedFeed(feed: string, installer: Buffer): string {
  const sha512 = createHash('sha512').update(installer).digest('base64');
  return feed
    .replaceAll(/^(\s*sha512: ).*$/gm, `$1${sha512}`)
    .replace(/^(\s+size: ).*$/m, `$1${installer.length}`)
    .replace(/^\s+blockMapSize: .*\n/m, '');
}

/** `node scripts/pack/signed-feed.ts FEED`: rewrites it. The map of the unsigned installer's blocks goes. */
function rewrite(file: string): void {
  const feed = readFileSync(file, 'utf8');
  const [, name] = /^path: (\S+)$/m.exec(feed) ?? [];
  if (name === undefined) throw new Error(`${file} names no installer.`);
  const installer = path.join(path.dirname(file), name);
  writeFileSync(file, signedFeed(feed, readFileSync(installer)));
  rmSync(`${installer}.blockmap`, { force: true });
}

if (import.meta.main) rewrite(process.argv[2] ?? '');
