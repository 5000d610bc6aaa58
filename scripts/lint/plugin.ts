import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

interface Literal {
  readonly type: string;
  readonly value?: unknown;
}

interface Importing {
  readonly source: Literal | null;
}

interface Context {
  readonly cwd: string;
  readonly filename: string;
  readonly report: (finding: { readonly node: Literal; readonly message: string }) => void;
}

/** Rule `counterbell/charters`: enforces the import rules of docs/architecture.md. */
const chartersRule = {
  create(context: Context) {
    const rules = theCharters();
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/');
    const check = ({ source }: Importing) => {
      if (source === null || typeof source.value !== 'string') return;
      const message = violation(rules, file, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

function theCharters(): Charters {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  return readCharters(readFileSync(path.join(root, 'docs/architecture.md'), 'utf8'), imports);
}

export default { meta: { name: 'counterbell' }, rules: { charters: chartersRule } };

interface Charter {
  /** folder or file; a `*` matches one name */
  readonly folder: string;
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
}

/** A package that only some folders may import; a trailing `*` matches any ending. */
interface PackageHome {
  readonly name: string;
  readonly folders: readonly string[];
}

interface Charters {
  readonly folders: readonly Charter[];
  readonly packages: readonly PackageHome[];
  /** package.json `imports`: prefix and folder */
  readonly subpaths: readonly (readonly [string, string])[];
}

/**
 * Reads the two tables of import rules in docs/architecture.md, and the subpaths of package.json. Throws if a row names
 * a folder without a row.
 */
function readCharters(architecture: string, imports: Readonly<Record<string, string>>): Charters {
  const rows = architecture
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map(cells);
  const described = rows
    .filter((row) => row.length === 3)
    .map((row) => ({ folder: names(row[0])[0] ?? '', words: row[2] ?? '' }));
  const known = described.map(({ folder }) => folder);
  return {
    folders: described.map(({ folder, words }) => charter(folder, words, known)),
    packages: rows
      .filter((row) => row.length === 2 && row[1]?.startsWith('`'))
      .flatMap((row) => names(row[0]).map((name) => ({ name, folders: names(row[1]) }))),
    subpaths: Object.entries(imports).map(
      ([from, to]) => [from.replace('*', ''), to.replace(/^\.\//, '').replace('*', '')] as const,
    ),
  };
}

/**
 * Describes what is wrong with an import; undefined if nothing is. `file` is relative to the project's root, with
 * forward slashes.
 */
function violation(charters: Charters, file: string, specifier: string): string | undefined {
  const target = resolveInside(charters, file, specifier);
  if (target === undefined) return packageViolation(charters, file, specifier);
  if (/\.(css|svg|png|json|mp3|woff2?)$/.test(target)) return undefined;
  const from = charterOf(charters, file);
  if (!file.startsWith('src/') && !isSource(target)) return undefined;
  if (from === undefined)
    return file.startsWith('src/') ? `docs/architecture.md has no charter for ${path.posix.dirname(file)}` : undefined;
  if (isTest(file) || within(target, from.folder)) return undefined;
  const permitted =
    from.allowed.some((folder) => within(target, folder)) && !from.forbidden.some((folder) => within(target, folder));
  if (!permitted) return `${from.folder} may not import ${target}: see its charter in docs/architecture.md`;
  if (specifier.startsWith('..') && file.startsWith('src/'))
    return 'imports of another folder go by subpath: #shared/…, #main/… or #renderer/…';
  return undefined;
}

function packageViolation(charters: Charters, file: string, specifier: string): string | undefined {
  const found = charters.packages.find(({ name }) =>
    name.endsWith('*')
      ? specifier.startsWith(name.slice(0, -1))
      : specifier === name || specifier.startsWith(`${name}/`),
  );
  if (found === undefined || !isSource(file)) return undefined;
  const place = isTest(file) ? `test/${file}` : file;
  if (found.folders.some((folder) => within(place, folder))) return undefined;
  return `${specifier} may only be imported in ${found.folders.join(', ')}: see docs/architecture.md`;
}

function resolveInside(charters: Charters, file: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare);
  const subpath = charters.subpaths.find(([prefix]) => bare.startsWith(prefix));
  return subpath === undefined ? undefined : subpath[1] + bare.slice(subpath[0].length);
}

/** The charter of the innermost folder of a file, with its `*` filled in. */
function charterOf(charters: Charters, file: string): Charter | undefined {
  const found = charters.folders
    .map((each) => ({ ...each, folder: filledIn(each.folder, file) }))
    .filter(({ folder }) => within(file, folder));
  return found.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function filledIn(folder: string, file: string): string {
  if (!folder.endsWith('/*') || !within(file, path.posix.dirname(folder))) return folder;
  return file.split('/').slice(0, folder.split('/').length).join('/');
}

function charter(folder: string, words: string, known: readonly string[]): Charter {
  const allowed: string[] = [];
  const forbidden: string[] = [];
  for (const word of words
    .split(/[,()]/)
    .map((each) => each.trim())
    .filter(Boolean)) {
    if (word === 'nothing') continue;
    if (word === 'all') allowed.push('src', 'test', 'scripts');
    else if (word.startsWith('not ')) forbidden.push(folderNamed(word.slice('not '.length), folder, known));
    else allowed.push(folderNamed(word, folder, known));
  }
  return { folder, allowed, forbidden };
}

/** A name in the third column: a sibling folder, else one under `src`. */
function folderNamed(word: string, folder: string, known: readonly string[]): string {
  const parent = path.posix.dirname(folder.replace(/\/\*$/, ''));
  const found = [`${parent}/${word}`, `src/${word}`].find((each) => known.some((other) => within(other, each)));
  if (found === undefined)
    throw new Error(`docs/architecture.md: nothing is known of "${word}", which ${folder} may import`);
  return found;
}

function within(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function isSource(file: string): boolean {
  return /^(src|test|scripts)\//.test(file);
}

function isTest(file: string): boolean {
  return file.startsWith('test/') || /\.test\.tsx?$/.test(file);
}

function cells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function names(cell: string | undefined): readonly string[] {
  return Array.from((cell ?? '').matchAll(/`([^`]+)`/g), ([, name]) => name ?? '');
}
