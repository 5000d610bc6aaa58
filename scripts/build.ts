import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { InlineConfig } from 'vite';
import { exitWith } from './child.ts';
import { SIZE_LINE } from './budgets.ts';
import { SERVICE_WORKER } from '../src/shared/contract/service-worker.ts';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out');
const cache = path.join(root, '.cache');
const stamp = path.join(out, '.built');
const outputs = [
  'out/main/index.js',
  'out/main/headless.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/renderer/service-worker.js',
  'out/site/loader.js',
  'out/site/box.php',
  'out/site/wordpress/counterbell.php',
];
const inputs = [
  'src/**/*',
  'resources/**/*',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'scripts/budgets.ts',
  'scripts/build.ts',
  'scripts/widget/*',
  'tsconfig*.json',
];

/**
 * Builds whatever in out/ is missing or older than its sources. Reports on stderr; stdout stays empty. Resolves with
 * the lines of the console's size report if it was built; rejects with the builder's output if the build fails.
 */
export async function buildIfStale(): Promise<readonly string[]> {
  const now = fingerprint();
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (built === now && outputs.every((file) => existsSync(path.join(root, file)))) return [];
  return build(now);
}

/** Builds next to the old build and then replaces it, so that anyone starting meanwhile finds a complete one. */
async function build(now: string): Promise<readonly string[]> {
  process.stderr.write('Building Counterbell …\n');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'build-'));
  try {
    const { buildWidget, bundle } = await import('./widget/build-widget.ts');
    const parts = [runBuilder(path.join(folder, 'new')), buildWidget(path.join(folder, 'new/site'))];
    // One that failed must not delete the folder in which the other still works.
    await Promise.allSettled(parts);
    const sizes = (await Promise.all(parts)).flat();
    cpSync(path.join(root, 'src/website-box'), path.join(folder, 'new/site'), { recursive: true });
    await bundle(serviceWorker(path.join(folder, 'new/renderer')));
    writeFileSync(path.join(folder, 'new', path.basename(stamp)), now);
    if (existsSync(out)) renameSync(out, path.join(folder, 'old'));
    renameSync(path.join(folder, 'new'), out);
    return sizes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runBuilder(target: string): Promise<string[]> {
  const builder = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const { stdout } = await promisify(execFile)(process.execPath, [builder, 'build', '--outDir', target], {
    cwd: root,
    maxBuffer: Infinity,
  }).catch((error: Error & { readonly stdout?: string; readonly stderr?: string }) => {
    throw new Error(`The build failed.\n${error.stdout ?? error.message}${error.stderr ?? ''}`, { cause: error });
  });
  return stdout.split('\n').filter((line) => line.startsWith(SIZE_LINE));
}

/** Changes with the name, size or time of a source; tests don't count. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(inputs, { cwd: root })
    .filter((filePath) => !/\.test\.tsx?$/.test(filePath))
    .toSorted()) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** The letters that most interfaces are written in; other alphabets' fonts are kept when a page needs them. */
const FIRST_FONT = 'assets/inter-latin-wght-normal-*.woff2';
/** What the page loads when it is idle, in English; other languages are kept when a page needs them. */
const IDLE_FILES = 'assets/{later,texts-en}-*.{js,css}';

/**
 * Builds the service worker for the built console in `renderer`: one file beside its index.html. It caches the files
 * that index.html names and those loaded right after, and changes with any file of the console, so that browsers notice a new version.
 */
function serviceWorker(renderer: string): InlineConfig {
  const index = readFileSync(path.join(renderer, 'index.html'), 'utf8');
  const named = [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
  const [font, idle] = [FIRST_FONT, IDLE_FILES].map((files) =>
    globSync(files, { cwd: renderer }).map((file) => file.replaceAll(path.sep, '/')),
  ) as [string[], string[]];
  const all = globSync('assets/*', { cwd: renderer }).toSorted();
  if (named.length === 0 || font.length !== 1 || idle.length < 2)
    throw new Error('The build has no page, no font or no texts to keep');
  return {
    root: path.join(root, 'src/service-worker'),
    build: {
      outDir: renderer,
      lib: {
        entry: path.join(root, 'src/service-worker/service-worker.ts'),
        formats: ['iife'],
        name: 'counterbellServiceWorker',
        fileName: () => path.basename(SERVICE_WORKER),
      },
    },
    define: {
      SHELL_FILES: JSON.stringify([...named, ...idle, ...font].map((file) => `/${file}`)),
      SHELL_VERSION: JSON.stringify(
        createHash('sha256').update(index).update(all.join('\n')).digest('hex').slice(0, 16),
      ),
    },
  };
}

if (import.meta.main) {
  const building = process.argv.includes('--if-stale') ? buildIfStale() : build(fingerprint());
  await exitWith(building.then((sizes) => void process.stderr.write(sizes.map((line) => `${line}\n`).join(''))));
}
