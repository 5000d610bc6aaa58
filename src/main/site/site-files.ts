import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SiteFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
  /** the same, compressed by the build */
  readonly compressed: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A file as a browser takes it. */
export function encodedFor(
  { headers, content, compressed }: SiteFile,
  acceptEncoding = '',
): Pick<SiteFile, 'headers' | 'content'> {
  const encoding = ENCODINGS.find((name) => compressed[name] !== undefined && accepts(acceptEncoding, name));
  if (encoding === undefined) return { headers, content };
  return { headers: { ...headers, 'content-encoding': encoding }, content: compressed[encoding] ?? content };
}

function accepts(acceptEncoding: string, encoding: Encoding): boolean {
  const words = acceptEncoding.toLowerCase().split(',');
  const wanted = words.map((word) => word.split(';').map((part) => part.trim()));
  return wanted.some(([name, quality = 'q=1']) => name === encoding && !/^q=0(?:\.0*)?$/.test(quality));
}

/** The built files of the window. */
export type SiteFiles = ReturnType<typeof createSiteFiles>;

const IMMUTABLE = 'public, max-age=31536000, immutable';
const NOT_KEPT = 'no-store';

/** A script for any website's page. */
function scriptFile(folder: string, path: string, cache: string): SiteFile {
  const compressed = ENCODINGS.map((encoding) => {
    const file = join(folder, 'compressed', `${path}.${encoding}`);
    return [encoding, existsSync(file) ? readFileSync(file) : undefined] as const;
  });
  return {
    headers: {
      'access-control-allow-origin': '*',
      'cache-control': cache,
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    },
    content: readFileSync(join(folder, path)),
    compressed: Object.fromEntries(compressed),
  };
}

/** Reads the files of a folder at their first use; their names contain a hash, except the loader's. */
export function createSiteFiles(folder: string) {
  const read = (path: string, cache: string): SiteFile => scriptFile(folder, path, cache);
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
