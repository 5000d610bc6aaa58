import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { LANGUAGES } from '../../src/shared/locales/languages.ts';
import { bundledLicences } from '../pack/licences.ts';
import { withinBudget } from '../budgets.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Builds the window on websites into `target`: `loader.js`, one file for every channel, `letterbox-loader.js` for folders
 * of websites, `assets`, modules with a hash in their names, and `compressed`, what is served of them to browsers that
 * take it. Resolves with the lines of its size report; rejects if a part is over its budget.
 */
export async function buildWidget(target: string): Promise<readonly string[]> {
  const panel = await bundle({
    build: {
      outDir: target,
      target: 'es2022',
      license: bundledLicences,
      // As a library nothing is put around dynamic imports, which would reach into the page.
      lib: { entry: { panel: path.join(root, 'src/widget/panel/panel.tsx'), ...languageFiles() }, formats: ['es'] },
      rolldownOptions: {
        output: { minify: true, entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
    json: { namedExports: false },
  });
  const entry = panel.find(({ name }) => name === 'panel');
  if (entry === undefined) throw new Error('The build has no panel');
  const languages = panel.filter(({ name }) => name.startsWith(LANGUAGE));
  const define = {
    PANEL_MODULE: JSON.stringify(entry.fileName),
    LANGUAGE_MODULES: JSON.stringify(
      Object.fromEntries(languages.map(({ name, fileName }) => [name.slice(LANGUAGE.length), fileName])),
    ),
  };
  const loader = (name: string) =>
    bundle({
      // A page must be able to read it even if it is old: it then does nothing.
      build: {
        outDir: target,
        target: 'es2020',
        lib: {
          entry: path.join(root, `src/widget/loader/${name}.ts`),
          formats: ['iife'],
          name: 'counterbellLoader',
          fileName: () => `${name}.js`,
        },
      },
      define,
    });
  const loaderSize = sum(await loader('loader'));
  compress(target);
  return [
    withinBudget('loader', loaderSize),
    withinBudget('letterboxLoader', sum(await loader('letterbox-loader'))),
    panelSize(panel),
  ];
}

/** Writes each script as browsers take it, below `compressed/`: no visit should cost a compression. */
function compress(target: string): void {
  for (const name of ['loader.js', ...globSync('assets/*.js', { cwd: target })]) {
    const content = readFileSync(path.join(target, name));
    const compressed = path.join(target, 'compressed', name);
    mkdirSync(path.dirname(compressed), { recursive: true });
    writeFileSync(`${compressed}.br`, brotliCompressSync(content));
    writeFileSync(`${compressed}.gzip`, gzipSync(content, { level: 9 }));
  }
}

const LANGUAGE = 'text-';

/** The oldest browsers that show the window: for older ones the styles would be written twice. */
const CSS_BROWSERS = ['chrome111', 'firefox113', 'safari16.4'];

/** A module for each language, by its name. */
function languageFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    LANGUAGES.map(({ code }) => [LANGUAGE + code, path.join(root, `src/shared/locales/${code}/site.json`)]),
  );
}

/** Builds one bundle, by this configuration and no other. */
export async function bundle({ build: options, ...config }: InlineConfig): Promise<readonly Rolldown.OutputChunk[]> {
  const output = await build({
    root: path.join(root, 'src/widget'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { emptyOutDir: false, minify: true, reportCompressedSize: false, cssTarget: CSS_BROWSERS, ...options },
    ...config,
  });
  return [output]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
}

function panelSize(panel: readonly Rolldown.OutputChunk[]): string {
  const languages = panel.filter(({ name }) => name.startsWith(LANGUAGE));
  const [main, ...others] = panel.filter((chunk) => !languages.includes(chunk));
  // After a failure the loader asks for a file by another address; what the file imports would keep its own.
  if (main === undefined || others.length > 0)
    throw new Error(`The panel must be one file; it also needs ${others.map(({ name }) => name).join(', ')}`);
  const largestLanguage = Math.max(0, ...languages.map((chunk) => sum([chunk])));
  return withinBudget('panel', sum([main]) + largestLanguage);
}

function sum(chunks: readonly Rolldown.OutputChunk[]): number {
  return chunks.reduce((total, { code }) => total + gzipSync(code, { level: 9 }).length, 0);
}

if (import.meta.main)
  process.stdout.write(`${(await buildWidget(path.resolve(process.argv[2] ?? 'out/site'))).join('\n')}\n`);
