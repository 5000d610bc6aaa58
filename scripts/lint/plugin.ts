import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

interface Literal {
  readonly type: string;
  readonly value?: unknown;
}

/** A node of the syntax tree: its fields differ by type. */
interface Node extends Literal {
  readonly parent?: Node;
  readonly [field: string]: unknown;
}

interface Importing {
  readonly source: Literal | null;
  readonly importKind?: 'type' | 'value';
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
    const check = ({ source, importKind }: Importing) => {
      if (source === null || typeof source.value !== 'string') return;
      const message = violation(rules, file, source.value, importKind === 'type');
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

/** A rule for files of this name: reports what these ESQuery selectors find, and what `inDoubt` does if its check says so. */
function findingRule(
  files: RegExp,
  message: string,
  selectors: readonly string[],
  inDoubt: Readonly<Record<string, (node: Node) => boolean>> = {},
) {
  return {
    create(context: Context) {
      if (!files.test(path.relative(context.cwd, context.filename).replaceAll(path.sep, '/'))) return {};
      const report = (node: Node): void => context.report({ node, message });
      const checked = Object.entries(inDoubt).map(
        ([selector, isMeant]) => [selector, (node: Node): void => void (isMeant(node) && report(node))] as const,
      );
      return Object.fromEntries([...selectors.map((selector) => [selector, report] as const), ...checked]);
    },
  };
}

/** `[...text]` and `Array.from(text)`. */
const POINTS = `:matches(ArrayExpression[elements.length=1][elements.0.type='SpreadElement'], CallExpression[callee.object.name='Array'][callee.property.name='from'][arguments.length=1])`;
/** `text[0]` and `text.at(0)`. */
const FIRST = `:matches(MemberExpression[property.value=0], CallExpression[callee.property.name='at'][arguments.0.value=0])`;
/** `text.slice(0, 9)` and the like. */
const CUT = `CallExpression[callee.property.name=/^(slice|substring|substr)$/][arguments.0.value=0][arguments.1]`;

/** Rule `counterbell/signs`: what readers see is cut, counted and hidden by whole signs. */
const signsRule = findingRule(
  // Files whose texts are shown to people; graphemes.ts is where they are cut.
  /^src\/(renderer|widget|main\/desktop|shared\/(locales|domain))\/(?!.*\.test\.tsx?$|graphemes\.ts$)/,
  'a sign may be many code points: take firstSign, shortened or countSigns of shared/domain/graphemes',
  [
    `VariableDeclarator[id.type='ArrayPattern'] > ${POINTS}.init`,
    `MemberExpression:matches([property.value=0], [property.name='length']) > ${POINTS}.object`,
    `CallExpression[arguments.0.value=0] > MemberExpression[property.name='at'] > ${POINTS}.object`,
    `MemberExpression[property.name='join'] > CallExpression > MemberExpression[property.name='slice'] > ${POINTS}.object`,
    `MemberExpression[property.name=/^to(Locale)?UpperCase$/] > ${FIRST}.object`,
    `CallExpression[callee.property.name='charAt'][arguments.0.value=0]`,
    `CallExpression[callee.property.name='split'][arguments.0.value='']`,
    `CallExpression[callee.property.name='repeat'][callee.object.type='Literal'][arguments.0.property.name='length']`,
    `${CUT}:matches([arguments.1.value=1], [callee.object.callee.property.name=/^(replace|replaceAll|trimEnd)$/])`,
  ],
  { [CUT]: isShown },
);

/** Methods that prepare a text for display. */
const CHANGES: ReadonlySet<unknown> = new Set(['replace', 'replaceAll', 'trimEnd']);
const TEXT_ATTRIBUTES = /^(title|alt|label|placeholder|aria-\w+)$/;

/** Checks whether a cut text is shown as it is, or before an ellipsis. */
function isShown(node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression': {
      const call = parent.parent;
      if (parent['object'] !== node || call?.['callee'] !== parent) return false;
      const { name } = parent['property'] as { readonly name?: string };
      return CHANGES.has(name) || (/^to[A-Z]/.test(String(name)) && isShown(call));
    }
    case 'ChainExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return isShown(parent);
    case 'CallExpression':
      return parent['callee'] !== node && isShown(parent);
    case 'JSXExpressionContainer': {
      const { parent: of } = parent;
      return of?.type !== 'JSXAttribute' || TEXT_ATTRIBUTES.test(String((of['name'] as Node)['name']));
    }
    case 'BinaryExpression':
      return /^(…|\.\.\.)/.test(String((parent['right'] as Node).value));
    case 'TemplateLiteral': {
      const index = (parent['expressions'] as readonly Node[]).indexOf(node);
      const after = (parent['quasis'] as readonly Node[])[index + 1];
      return /^(…|\.\.\.)/.test(String((after?.value as { raw?: string } | undefined)?.raw));
    }
    default:
      return false;
  }
}

/** Rule `counterbell/dates`: `shared/locales/dates` alone decides how days and times look. */
const datesRule = findingRule(
  // The product's sources, without the module that writes dates.
  /^src\/(?!.*\.test\.tsx?$|shared\/locales\/dates\.ts$)/,
  'days and times are written in one place: take a form of shared/locales/dates',
  [
    // What the device says of itself is no format.
    `[callee.property.name='DateTimeFormat']:not(MemberExpression[property.name='resolvedOptions'] > *)`,
    `CallExpression[callee.property.name=/^toLocale(Date|Time)String$/]`,
    `CallExpression[callee.property.name='toLocaleString'][callee.object.callee.name='Date']`,
    `ImportDeclaration[source.value=/^date-fns(\\u002F\\w*[fF]ormat\\w*)?$/]`,
  ],
);

function theCharters(): Charters {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  return readCharters(readFileSync(path.join(root, 'docs/architecture.md'), 'utf8'), imports);
}

export default { meta: { name: 'counterbell' }, rules: { charters: chartersRule, signs: signsRule, dates: datesRule } };

interface Charter {
  /** folder or file; a `*` matches one name */
  readonly folder: string;
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
  /** files of which only types may be imported */
  readonly types: readonly string[];
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
function violation(charters: Charters, file: string, specifier: string, isType: boolean): string | undefined {
  const target = resolveInside(charters, file, specifier);
  if (target === undefined) return packageViolation(charters, file, specifier);
  if (/\.(css|svg|png|json|mp3|woff2?)$/.test(target)) return undefined;
  const from = charterOf(charters, file);
  if (!file.startsWith('src/') && !isSource(target)) return undefined;
  if (from === undefined)
    return file.startsWith('src/') ? `docs/architecture.md has no charter for ${path.posix.dirname(file)}` : undefined;
  if (isTest(file) || within(target, from.folder)) return undefined;
  const permitted =
    (from.allowed.some((folder) => within(target, folder)) &&
      !from.forbidden.some((folder) => within(target, folder))) ||
    (isType && from.types.includes(target));
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
  const location = isTest(file) ? `test/${file}` : file;
  if (found.folders.some((folder) => within(location, folder))) return undefined;
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
    .map((folder) => ({ ...folder, folder: filledIn(folder.folder, file) }))
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
  const types: string[] = [];
  for (const word of words
    .split(/[,()]/)
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (word === 'nothing') continue;
    if (word === 'all') allowed.push('src', 'test', 'scripts');
    else if (word.startsWith('types of ')) types.push(`src/${word.slice('types of '.length)}`);
    else if (word.startsWith('not ')) forbidden.push(folderNamed(word.slice('not '.length), folder, known));
    else allowed.push(folderNamed(word, folder, known));
  }
  return { folder, allowed, forbidden, types };
}

/** A name in the third column: a sibling folder, else one under `src`. */
function folderNamed(word: string, folder: string, known: readonly string[]): string {
  const parent = path.posix.dirname(folder.replace(/\/\*$/, ''));
  const found = [`${parent}/${word}`, `src/${word}`].find((candidate) =>
    known.some((other) => within(other, candidate)),
  );
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
