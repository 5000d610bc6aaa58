import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * `npm run size`: the amount of our own code, and files too small to stand alone. Counts files tracked by git as formatted, without tests and locales. `-- --crumbs` lists the small files.
 */

const root = path.resolve(import.meta.dirname, '..');
const CRUMB_LINES = 40;

interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: number;
}

const tracked = execFileSync('git', ['ls-files', '-z', 'src', 'scripts'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const isTest = (file: string): boolean => /\.(test|model)\.tsx?$/.test(file);
const isLocale = (file: string): boolean => /^src\/shared\/locales\/.*\.json$/.test(file);
const sources = tracked
  .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !isTest(file) && !file.endsWith('.d.ts'))
  .map((file): Source => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, text, lines: text.split('\n').length - 1 };
  });

/** Files with a single importer, in the same folder, that are short enough to be merged into it. */
function crumbs(): readonly Source[] {
  const importers = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?'([^']+\.tsx?)(?:\?[^']*)?'/g)) {
      const target = resolved(file, name);
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return sources.filter(({ file, lines }) => {
    const [importer, ...others] = importers.get(file) ?? [];
    const isOnly = importer !== undefined && others.length === 0;
    return isOnly && lines < CRUMB_LINES && path.dirname(importer) === path.dirname(file);
  });
}

function resolved(importer: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(importer), name);
  const [alias = '', ...rest] = name.split('/');
  const folder = { '#shared': 'src/shared', '#main': 'src/main', '#renderer': 'src/renderer/src' }[alias];
  return folder === undefined ? undefined : [folder, ...rest].join('/');
}

/** The files along a path described in docs/architecture.md; a test checks that each exists. */
function stations(way: string): number {
  const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const line = document.split('\n').find((each) => each.startsWith(`- **${way}`));
  if (line === undefined) throw new Error(`docs/architecture.md does not describe ${way}`);
  return [...line.matchAll(/`/g)].length / 2;
}

const small = crumbs();
const bySize = sources.map(({ lines }) => lines).toSorted((one, other) => one - other);
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
const rows: readonly (readonly [string, number])[] = [
  ['own lines in src and scripts, without tests and locales', bySize.reduce((sum, lines) => sum + lines, 0)],
  ['own files', sources.length],
  ['median lines of a file', bySize[Math.floor(bySize.length / 2)] ?? 0],
  [`files under ${CRUMB_LINES} lines with one importer beside them`, small.length],
  ['locale files', tracked.filter(isLocale).length],
  ['files that hold words for a screen', tracked.filter((file) => /(^|[/-])words\.ts$/.test(file)).length],
  ['stations of a customer’s message, POST to row', stations('A customer')],
  ['stations of a reply, key to tick', stations('A reply')],
  ['direct runtime dependencies', Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length],
];
for (const [name, count] of rows) process.stdout.write(`${count.toLocaleString('en').padStart(8)}  ${name}\n`);
if (process.argv.includes('--crumbs')) {
  for (const { file, lines } of small) process.stdout.write(`${String(lines).padStart(8)}  ${file}\n`);
}
