import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownTexts, withTexts } from '#shared/domain/site-texts.ts';
import type { SiteSettings } from '#shared/domain/site.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';

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
        readdirSync(join(folder, 'assets')).map((each) => [each, read(join('assets', each), IMMUTABLE)]),
      );
      const file = assets.get(name);
      const now = file ?? assets.get(currentName(name, assets.keys()));
      return file ?? (now && { ...now, headers: { ...now.headers, 'cache-control': NOT_KEPT } });
    },
  };
}

/** A module made here; `isCurrent`: its address names this version of it. */
export const moduleFile = (source: string, isCurrent: boolean): SiteFile =>
  scriptFile(Buffer.from(source), isCurrent ? IMMUTABLE : NOT_KEPT);

/** Pages that were opened before an update ask for the files of that time: `panel-<hash>.js`. */
function currentName(name: string, names: Iterable<string>): string {
  const stem = /^(.+)-[\w-]{8}\.js$/.exec(name)?.[1];
  for (const each of names)
    if (stem !== undefined && each.startsWith(`${stem}-`) && each.length === name.length) return each;
  return '';
}

/** The texts of a window in a language of ours, with the owner's in place of the usual ones. */
export async function windowTexts({ texts }: Pick<SiteSettings, 'texts'>, language: string) {
  const own = ownTexts(texts, language);
  const isOurs = LANGUAGES.some(({ code }) => code === language);
  const words = withTexts(await siteWords(isOurs ? language : ENGLISH.code), own);
  const { title } = own;
  const source = `export default ${JSON.stringify({ ...words, ...(title !== undefined && { title }) })}`;
  return {
    /** its name, whether it is the owner's and shown, and what closes an invitation beside it */
    button: { name: words.button, isShown: own['button'] !== undefined, close: words.close },
    /** takes the place of the language's own; undefined: the owner has changed nothing */
    module:
      Object.keys(own).length === 0
        ? undefined
        : { source, version: createHash('sha256').update(source).digest('hex').slice(0, 16) },
  };
}
