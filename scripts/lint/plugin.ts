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

/** Files whose texts are shown to people; graphemes.ts is where they are cut. */
const SHOWN = /^src\/(renderer|widget|main\/desktop|shared\/(locales|domain))\/(?!.*\.test\.tsx?$|graphemes\.ts$)/;
const WHOLE = 'a sign may be many code points: take firstSign, shortened or countSigns of shared/domain/graphemes';

/** Rule `counterbell/signs`: what readers see is cut, counted and hidden by whole signs. */
const signsRule = {
  create(context: Context) {
    if (!SHOWN.test(path.relative(context.cwd, context.filename).replaceAll(path.sep, '/'))) return {};
    const check = (node: Node): void => {
      if (breaksSigns(node)) context.report({ node, message: WHOLE });
    };
    return { CallExpression: check, MemberExpression: check, VariableDeclarator: check };
  },
};

/** `charAt(0)`, `Array.from(text)[0]`, `[...text].length`, `name[0].toUpperCase()`, a cut before an ellipsis and such. */
function breaksSigns(node: Node): boolean {
  if (node.type === 'VariableDeclarator')
    return field(node, 'id')?.type === 'ArrayPattern' && arePoints(field(node, 'init'));
  if (node.type === 'MemberExpression') {
    const [of, name] = [field(node, 'object'), nameOf(node)];
    return (
      (arePoints(of) && (name === 0 || name === 'length')) ||
      (/^to(Locale)?UpperCase$/.test(String(name)) && isFirst(of))
    );
  }
  const [name, of] = [calledName(node), calledOn(node)];
  const [from, to] = argumentsOf(node);
  switch (name) {
    case 'charAt':
      return from?.value === 0;
    case 'at':
      return from?.value === 0 && arePoints(of);
    case 'join':
      return calledName(of) === 'slice' && arePoints(calledOn(of));
    case 'split':
      return from?.value === '';
    case 'repeat':
      return of?.type === 'Literal' && nameOf(from) === 'length';
    case 'slice':
    case 'substring':
    case 'substr':
      return from?.value === 0 && to !== undefined && (to.value === 1 || CHANGES.has(calledName(of)) || isShown(node));
    default:
      return false;
  }
}

/** Methods that prepare a text for display. */
const CHANGES: ReadonlySet<unknown> = new Set(['replace', 'replaceAll', 'trimEnd']);
const TEXT_ATTRIBUTES = /^(title|alt|label|placeholder|aria-\w+)$/;

/** Checks whether a cut text is shown as it is, or before an ellipsis. */
function isShown(node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression': {
      const call = parent.parent;
      if (calledOn(call) !== node || call === undefined) return false;
      return CHANGES.has(calledName(call)) || (/^to[A-Z]/.test(String(calledName(call))) && isShown(call));
    }
    case 'ChainExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return isShown(parent);
    case 'CallExpression':
      return parent['callee'] !== node && isShown(parent);
    case 'JSXExpressionContainer': {
      const attribute = parent.parent?.type === 'JSXAttribute' ? field(parent.parent, 'name') : undefined;
      return attribute === undefined || TEXT_ATTRIBUTES.test(String(attribute['name']));
    }
    case 'BinaryExpression':
      return /^(…|\.\.\.)/.test(String(field(parent, 'right')?.value));
    case 'TemplateLiteral': {
      const index = (parent['expressions'] as readonly Node[]).indexOf(node);
      const after = (parent['quasis'] as readonly Node[])[index + 1];
      return /^(…|\.\.\.)/.test(String((after?.value as { raw?: string } | undefined)?.raw));
    }
    default:
      return false;
  }
}

/** `Array.from(text)` and `[...text]`. */
function arePoints(given: Node | undefined): boolean {
  if (given?.type === 'ArrayExpression') {
    const [only, ...more] = given['elements'] as readonly (Node | null)[];
    return only?.type === 'SpreadElement' && more.length === 0;
  }
  return calledName(given) === 'from' && calledOn(given)?.['name'] === 'Array' && argumentsOf(given).length === 1;
}

/** `name[0]` and `name.at(0)`. */
function isFirst(given: Node | undefined): boolean {
  return nameOf(given) === 0 || (calledName(given) === 'at' && argumentsOf(given)[0]?.value === 0);
}

/** The product's sources, without the module that writes dates. */
const WRITES_NO_DATES = /^src\/(?!.*\.test\.tsx?$|shared\/locales\/dates\.ts$)/;
const ONE_FORMATTER = 'days and times are written in one place: take a form of shared/locales/dates';

/** Rule `counterbell/dates`: `shared/locales/dates` alone decides how days and times look. */
const datesRule = {
  create(context: Context) {
    if (!WRITES_NO_DATES.test(path.relative(context.cwd, context.filename).replaceAll(path.sep, '/'))) return {};
    const report = (node: Literal): void => context.report({ node, message: ONE_FORMATTER });
    const checkMade = (node: Node): void => {
      const made = field(node, 'callee');
      // What the device says of itself is no format.
      if (nameOf(made) === 'DateTimeFormat' && nameOf(node.parent) !== 'resolvedOptions') report(node);
    };
    return {
      NewExpression: checkMade,
      CallExpression: (node: Node): void => {
        checkMade(node);
        const isDate = field(calledOn(node), 'callee')?.['name'] === 'Date';
        if (/^toLocale(Date|Time)String$/.test(String(calledName(node)))) report(node);
        else if (isDate && calledName(node) === 'toLocaleString') report(node);
      },
      ImportDeclaration: ({ source }: Importing): void => {
        if (source !== null && /^date-fns(\/\w*[fF]ormat\w*)?$/.test(String(source.value))) report(source);
      },
    };
  },
};

function field(node: Node | undefined, name: string): Node | undefined {
  const found = (node?.[name] ?? undefined) as Node | undefined;
  return found?.type === 'ChainExpression' ? field(found, 'expression') : found;
}

/** Name of a property, as it is written. */
function nameOf(member: Node | undefined): unknown {
  if (member?.type !== 'MemberExpression') return undefined;
  const property = field(member, 'property');
  return member['computed'] === true ? property?.value : property?.['name'];
}

const calledName = (call: Node | undefined): unknown => nameOf(field(call, 'callee'));
const calledOn = (call: Node | undefined): Node | undefined => field(field(call, 'callee'), 'object');
const argumentsOf = (call: Node | undefined): readonly Node[] => (call?.['arguments'] ?? []) as readonly Node[];

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
