import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import manifest from '../package.json' with { type: 'json' };
import { buildIfStale } from './build.ts';
import { exitWith } from './child.ts';
import { builderOptions } from './pack/builder-options.ts';
import { licencesOfBundle } from './pack/licences.ts';
import { LIMITS, MEGABYTE, unpackedApps, weigh } from './pack/unpacked-apps.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const cache = path.join(root, '.cache');

/**
 * `npm run pack`: installers for this system in dist/. `npm run pack:dir`: only the unpacked app, and in dist/test the same app with the one fuse set that a test driver needs. Other arguments are passed to electron-builder.
 * docs/releasing.md lists what the environment says.
 */
async function pack(args: readonly string[]): Promise<void> {
  await buildIfStale();
  mkdirSync(cache, { recursive: true });
  writeFileSync(path.join(cache, 'licences.txt'), licencesOfBundle(root));
  writeFileSync(
    path.join(cache, 'release-notes.md'),
    releaseNotes(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), manifest.version),
  );
  // What was signed after packing is in there.
  if (!args.includes('--prepackaged')) rmSync(dist, { recursive: true, force: true });
  runBuilder([...builderOptions(process.env, process.platform), ...args]);
  checkSizes();
  if (args.includes('--dir')) await makeTestApps();
}

function runBuilder(args: readonly string[]): void {
  const builder = path.join(root, 'node_modules/electron-builder/cli.js');
  const { status } = spawnSync(process.execPath, [builder, '--publish', 'never', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('Packing failed.');
}

function checkSizes(): void {
  for (const app of unpackedApps(dist)) {
    for (const [part, size] of Object.entries(weigh(app)) as [keyof typeof LIMITS, number][]) {
      const [is, limit] = [size, LIMITS[part]].map((bytes) => (bytes / MEGABYTE).toFixed(1));
      process.stdout.write(`${app.folder}, ${part}: ${is} MB of at most ${limit} MB\n`);
      if (size > LIMITS[part]) throw new Error(`${app.folder} is too large: ${part}.`);
    }
  }
}

/** Release builds don't allow a debugger, which Playwright is: a copy has that fuse set, and is otherwise identical. */
async function makeTestApps(): Promise<void> {
  const test = path.join(dist, 'test');
  for (const { folder } of unpackedApps(dist))
    cpSync(path.join(dist, folder), path.join(test, folder), { recursive: true, verbatimSymlinks: true });
  for (const { program } of unpackedApps(test)) {
    await flipFuses(program, {
      version: FuseVersion.V1,
      resetAdHocDarwinSignature: process.platform === 'darwin',
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
  }
}

/** The changelog's text for a version, from its heading to the next. Throws if there is none. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((candidate) => candidate.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
  return notes;
}

if (import.meta.main) await exitWith(pack(process.argv.slice(2)));
