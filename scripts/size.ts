import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * `npm run size`: what there is to carry: our own code as formatted, its tests and texts, settings, what an addition
 * touches, and the weight of each capability. The last two read the tables of docs/architecture.md; `-- --write` puts
 * the weights into it.
 */

const root = path.resolve(import.meta.dirname, '..');
const ARCHITECTURE = path.join(root, 'docs/architecture.md');
const architecture = readFileSync(ARCHITECTURE, 'utf8');
const LANGUAGES = 5;
/** Components with which somebody changes a setting, and the folders that define them. */
const CONTROL =
  /<(?:(?:Saved|Setting)[A-Z]\w+|Switch|Select|ChoiceCards|Checkbox|Input|TextArea|TextField|SecretField|PictureField)\b/g;
const SETTINGS = /^src\/renderer\/src\/features\/settings\/(?!parts\/)/;

interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: number;
}

function read(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  return { file, text, lines: text.split('\n').length - 1 };
}

const sum = (sources: readonly Source[]): number => sources.reduce((total, { lines }) => total + lines, 0);
const isCode = (file: string): boolean => /\.(ts|tsx|mjs|css|php)$/.test(file) && !file.endsWith('.d.ts');
const isTest = (file: string): boolean => file.startsWith('test/') || /\.(test|model)\.tsx?$/.test(file);
const tracked = execFileSync('git', ['ls-files', '-z', 'src', 'scripts', 'test'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(isCode)
  .map(read);
const own = tracked.filter(({ file }) => !isTest(file));

/** The texts of one language. */
function countTexts(texts: unknown): number {
  return typeof texts === 'string'
    ? 1
    : Object.values(texts as object).reduce<number>((total, value) => total + countTexts(value), 0);
}

const english = execFileSync('git', ['ls-files', '-z', 'src/shared/locales/en'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)
  .reduce((total, file) => total + countTexts(JSON.parse(read(file).text)), 0);
const { dependencies, optionalDependencies } = JSON.parse(read('package.json').text) as Readonly<
  Record<'dependencies' | 'optionalDependencies', object>
>;
const controls = own
  .filter(({ file }) => SETTINGS.test(file))
  .reduce((total, { text }) => total + [...text.matchAll(CONTROL)].length, 0);

/** The names in a row of a table in the document. */
function namesIn(row: string): readonly string[] {
  return [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Files that an addition touches: paths, but for its own folders, which end with a slash; texts are in each language. */
function touched(addition: string): string {
  const row = architecture.split('\n').find((line) => line.startsWith(`| ${addition} |`));
  if (row === undefined) throw new Error(`docs/architecture.md does not say how to add ${addition}`);
  const names = namesIn(row).filter((name) => name.endsWith('.json') || /\/.*[^/]$/.test(name));
  const texts = names.filter((name) => name.endsWith('.json')).length;
  return texts === 0 ? String(names.length) : `${names.length - texts} + ${texts * LANGUAGES} texts`;
}

/** The code that a name in the document stands for: a file without its ending, or a folder. */
function codeOf(name: string): readonly Source[] {
  const found = own.filter(({ file }) =>
    ['', 'src/', 'src/main/', 'src/renderer/src/'].some((home) =>
      ['/', '.ts', '.tsx'].some((ending) => file.startsWith(home + name + ending)),
    ),
  );
  if (found.length === 0) throw new Error(`docs/architecture.md names ${name}, where there is no code`);
  return found;
}

/** The rows of the table of capabilities with the lines of their code, the heaviest first. */
function weigh(document: string) {
  const [, rows = ''] = /\| capability \|.*\n\|[-:| ]+\|\n((?:\|.*\n)+)/.exec(document) ?? [];
  return rows
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const [, name = '', paths = ''] = row.split('|').map((cell) => cell.trim());
      return { row, name, lines: sum(namesIn(paths).flatMap(codeOf)) };
    })
    .toSorted((a, b) => b.lines - a.lines);
}

const print = (count: number | string, name: string): void =>
  void process.stdout.write(`${count.toLocaleString('en').padStart(12)}  ${name}\n`);

print(sum(own), 'own lines in src and scripts, without tests and texts');
print(own.length, 'own files');
print(sum(tracked.filter(({ file }) => isTest(file))), 'lines of tests');
print(english, 'texts a language');
print(Object.keys({ ...dependencies, ...optionalDependencies }).length, 'direct runtime dependencies');
print(controls, 'places where one can change a setting');
for (const addition of ['a channel kind', 'a toggle on a channel', 'a button type of bots'])
  print(touched(addition), `files touched to add ${addition}`);

const weights = weigh(architecture);
process.stdout.write('\nlines by capability\n');
for (const { name, lines } of weights) print(lines, name);
if (process.argv.includes('--write')) {
  const table = weights.map(({ row, lines }) => row.replace(/[^|]*\|$/, ` ${lines.toLocaleString('en')} |`));
  const rows = new Set(weights.map(({ row }) => row));
  const [first] = architecture.split('\n').filter((line) => rows.has(line));
  const written = architecture
    .split('\n')
    .flatMap((line) => (line === first ? table : rows.has(line) ? [] : [line]))
    .join('\n');
  writeFileSync(ARCHITECTURE, written);
}
