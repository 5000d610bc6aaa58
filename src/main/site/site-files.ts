import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SiteFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** The built files of the window. */
export type SiteFiles = ReturnType<typeof createSiteFiles>;

const IMMUTABLE = 'public, max-age=31536000, immutable';
const NOT_KEPT = 'no-store';

/** A script for any website's page. */
function scriptFile(content: Buffer, cache: string): SiteFile {
  return {
    headers: {
      'access-control-allow-origin': '*',
      'cache-control': cache,
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
    content,
  };
}

/** Reads the files of a folder at their first use; their names contain a hash, except the loader's. */
export function createSiteFiles(folder: string) {
  const read = (path: string, cache: string): SiteFile => scriptFile(readFileSync(join(folder, path)), cache);
  let loader: SiteFile | undefined;
  let assets: ReadonlyMap<string, SiteFile> | undefined;
  return {
    /** the same for every channel */
    loader: () => (loader ??= read('loader.js', 'public, max-age=300')),
    /** an earlier version's name gives the current file; undefined: there is no such file */
    asset: (name: string) => {
      assets ??= new Map(
        readdirSync(join(folder, 'assets')).map((fileName) => [fileName, read(join('assets', fileName), IMMUTABLE)]),
      );
      const file = assets.get(name);
      const now = file ?? assets.get(currentName(name, assets.keys()));
      return file ?? (now && { ...now, headers: { ...now.headers, 'cache-control': NOT_KEPT } });
    },
  };
}

/** Pages that were opened before an update ask for the files of that time: `panel-<hash>.js`. */
function currentName(name: string, names: Iterable<string>): string {
  const stem = /^(.+)-[\w-]{8}\.js$/.exec(name)?.[1];
  for (const candidate of names)
    if (stem !== undefined && candidate.startsWith(`${stem}-`) && candidate.length === name.length) return candidate;
  return '';
}
