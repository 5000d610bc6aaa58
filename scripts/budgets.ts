import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Limits in kilobytes (1000 bytes) of gzip: a few percent above the current size. */
export const budgets = {
  /** everything the console loads before it shows the inbox: scripts, styles and the English texts */
  firstLoad: 285,
  /**
   * the script in the page of an owner who has put the window on their website; 5 before it could connect for owners who
   * list everybody on their pages
   */
  loader: 5.1,
  /** the same from a folder of their website, which takes messages in */
  letterboxLoader: 5.2,
  /** everything loaded at the first press of the window's button, with the largest language */
  panel: 35,
} as const;

const TEXTS = /[\\/]shared[\\/]locales[\\/]([\w-]+)[\\/](\w+)\.json$/;
/** Code of our own, and what it says of texts: `useTranslation('app')`, `t('app:search')`. */
const OWN = /[\\/]src[\\/]renderer[\\/].*\.tsx?$/;
const USED_TEXTS = /useTranslation\(\[?'(\w+)'|['"`](\w+):\w[\w.${}]*['"`]/g;
const FIRST_TEXTS = new Set(['app', 'common', 'conversation', 'errors', 'inbox']);

/** Prefix of the builder's lines about sizes, which the build prints. */
export const SIZE_LINE = 'size ';

/** The line about a part, of so many bytes of gzip; throws if it is over its budget. */
export function withinBudget(part: keyof typeof budgets, bytes: number): string {
  const line = `${SIZE_LINE}${(bytes / 1000).toFixed(1).padStart(7)} kB of ${budgets[part]}  ${part}`;
  if (bytes > budgets[part] * 1000) throw new Error(`Over its budget (scripts/budgets.ts): ${line}`);
  return line;
}

/** The texts of a language are two files: of the inbox, and of all else. */
export const filesOfLanguages = {
  debugName: 'languages',
  name: (module: string) => {
    const [, language = '', texts = ''] = TEXTS.exec(module) ?? [];
    return `${FIRST_TEXTS.has(texts) ? 'language' : 'texts'}-${language}`;
  },
  test: TEXTS,
  priority: 1,
};

/** Everything else loaded before the inbox is another: a hundred small ones mean as many requests, and more bytes. */
export const firstLoadChunk = {
  name: 'first',
  tags: ['$initial' as const],
  test: (module: string) => !/[\\/](main\.tsx|index\.html)$/.test(module),
};

/** What the page loads right after that, whatever it is asked for. */
export const laterChunk = { name: 'later', test: /[\\/]app[\\/]later\.ts$/ };

/** Prints the size of the console's first load, and fails the build if it is over its budget. */
export function consoleSize(): Plugin {
  return {
    name: 'console-size',
    apply: 'build',
    writeBundle(_options, bundle) {
      refuseLaterTexts(bundle);
      process.stdout.write(`${withinBudget('firstLoad', firstLoadOf(bundle))}\n`);
    },
  };
}

/** Throws if code of the first load uses texts that come later: it would show their keys. */
function refuseLaterTexts(bundle: Rolldown.OutputBundle): void {
  const allTexts = new Set(globSync('src/shared/locales/en/*.json').map((file) => path.basename(file, '.json')));
  const first = Object.values(bundle).filter((file) => file.type === 'chunk' && file.name === firstLoadChunk.name);
  const sources = first.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])).filter((id) => OWN.test(id));
  for (const source of sources) {
    const used = [...readFileSync(source, 'utf8').matchAll(USED_TEXTS)].flatMap(([, call, key]) => call ?? key ?? []);
    const later = used.find((texts) => allTexts.has(texts) && !FIRST_TEXTS.has(texts));
    if (later !== undefined) throw new Error(`${source} is in the first load, and the texts of ${later} are not`);
  }
}

function firstLoadOf(bundle: Rolldown.OutputBundle): number {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of files) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const needed of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) files.add(needed);
  }
  return [...files].reduce((total, name) => {
    const file = bundle[name];
    return file === undefined ? total : total + gzipSync(file.type === 'chunk' ? file.code : file.source).length;
  }, 0);
}
