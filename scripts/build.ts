import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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
import { SIZE_LINE } from './size/parts.ts';

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
];
const inputs = [
  'src/**/*',
  'resources/**/*',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'scripts/size/*',
  'scripts/service-worker/*',
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
    const sizes = await runBuilder(path.join(folder, 'new'));
    const { buildWidget } = await import('./widget/build-widget.ts');
    sizes.push(...(await buildWidget(path.join(folder, 'new/site'))));
    const { buildServiceWorker } = await import('./service-worker/build-service-worker.ts');
    await buildServiceWorker(path.join(folder, 'new/renderer'));
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
  const child = spawn(process.execPath, [builder, 'build', '--outDir', target], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The build failed.\n${said}`);
  return said.split('\n').filter((line) => line.startsWith(SIZE_LINE));
}

/** Changes with the name, size or time of a source; tests don't count. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(inputs, { cwd: root })
    .filter((each) => !/\.test\.tsx?$/.test(each))
    .toSorted()) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (import.meta.main) {
  const { argv } = process;
  await (argv.includes('--if-stale') ? buildIfStale() : build(fingerprint())).then(
    (sizes) => process.stderr.write(sizes.map((line) => `${line}\n`).join('')),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
