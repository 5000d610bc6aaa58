import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8').replaceAll(/```[^]*?```/g, '');

/** Folders in which names of files in the document begin. */
const HOMES = ['src', 'src/shared', 'src/main', 'src/renderer/src', 'src/shared/locales/en', '.'];

/** Text between backticks. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

test('the data model in docs/architecture.md names every table of the database, and no other', () => {
  const schema = globSync('src/main/store/{schema,sqlite}/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/journal.ts'],
  })
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');
  const tables = [...schema.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name = '']) => name);
  const model = document.slice(document.indexOf('| tables | hold |'), document.indexOf('Settings of this computer'));
  const named = model
    .split('\n')
    .slice(2)
    .flatMap((row) => quoted(row.split('|')[1] ?? ''));
  expect(named.toSorted()).toEqual(tables.toSorted());
});

test('every part that docs/architecture.md names by its path exists', () => {
  const paths = quoted(document).filter((name) => /^[a-z][\w.-]*(?:\/[\w.-]+)+$/i.test(name));
  const missing = paths.filter(
    (name) =>
      !HOMES.some((home) => ['', '.ts', '.tsx'].some((ending) => existsSync(path.join(ROOT, home, name + ending)))),
  );
  expect(paths.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

/** Additions that docs/architecture.md explains, with what names an existing one in code. */
const additions = {
  'a contact field': /\bphone\b/,
  'a message type': /\b(?:location|place)\b/,
  'a language': /'pt-BR'/,
  'a kind of tunnel': /\bngrok\b/i,
  'a chart in the reports': /\bmessages\b/,
  'a channel kind': /'site'|`site`|\bsite: |"site": /,
  'a column in the customers list': /\btags\b/,
  'a toggle on a channel': /\bcountBot\b|\bcount_bot\b/,
  'a retry delay': /\bgrowingDelay\b|\bATTEMPT_SPACING\b/,
  'a rate limit': /\bperChannel\b/,
  'a button type of bots': /\bbuttons?\b/i,
  'a tray badge': /\bproblem\b/,
} as const;

/** The files and the other names in a row of "Adding something". */
function namedBy(addition: string) {
  const row = document.split('\n').find((line) => line.startsWith(`| ${addition} |`)) ?? '';
  const names = quoted(row).filter((name) => !name.endsWith('/'));
  const isFile = (name: string): boolean => name.endsWith('.json') || name.includes('/');
  const files = names.filter(isFile).map((name) => {
    const found = HOMES.flatMap((home) => ['', '.ts', '.tsx'].map((ending) => path.join(home, name + ending))).find(
      (file) => existsSync(path.join(ROOT, file)),
    );
    if (found === undefined) throw new Error(`there is no ${name}`);
    return { file: found, text: readFileSync(path.join(ROOT, found), 'utf8') };
  });
  return { files, symbols: names.filter((name) => !isFile(name)) };
}

test.each(Object.entries(additions))('%s: each file to change deals with those there are', (addition, existing) => {
  const { files, symbols } = namedBy(addition);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter(({ text }) => !existing.test(text)).map(({ file }) => file)).toEqual([]);
  expect(symbols.filter((symbol) => !files.some(({ text }) => text.includes(symbol)))).toEqual([]);
});

test('only its own folders and the files to change name a kind of channel', () => {
  const { files } = namedBy('a channel kind');
  const own = /^src\/(?:main\/site|renderer\/src\/features\/settings\/site|widget)\//;
  /** A comparison, or a record of the kinds. */
  const signs = [/kind\b[^\n]{0,20}'(?:site|custom)'/i, /^ +custom: [^]*^ +site: |^ +site: [^]*^ +custom: /m];
  const naming = globSync('src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.d.ts'] }).filter((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return !own.test(file) && signs.some((sign) => sign.test(text));
  });
  expect(naming.filter((file) => !files.some((named) => named.file === file))).toEqual([]);
});

test('only what belongs to one database says what only that one understands', () => {
  // A migration names what it replaces.
  const own = /^src\/main\/store\/(?:sqlite|postgres|search|archive|threads|journal|schema\/migrations)\b/;
  const signs =
    /\b(?:ifnull|iif|instr|json_\w+)\(|(?<![.\w])(?:max|min)\([^()]*,|\bOR (?:IGNORE|REPLACE|ABORT)\b|\bPRAGMA\b|\bIS (?:NOT )?\$\{|\browid\b|\bCONFLICT DO UPDATE\b|\.sqlite\b/;
  const files = globSync('src/main/store/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  expect(files.filter((file) => !own.test(file) && signs.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([
    'src/main/store/sql.ts',
  ]);
});

test('every handler of keys is below the guard that leaves keys to input methods', () => {
  const sources = globSync('src/{renderer,widget,service-worker}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.test.ts'],
  })
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
    .filter(({ text }) => /\bon(?:KeyDown|KeyUp|KeyPress)\b|\bkey(?:down|up|press)'|isComposing|keyCode/.test(text));
  const guards = ['src/renderer/src/app/page-start.ts', 'src/widget/panel/panel.tsx'];
  expect(sources.filter(({ text }) => text.includes("'keydown', ")).length).toBeGreaterThan(guards.length);
  // A check of its own is easily forgotten in the next handler, and on the window the capture phase is the guard's.
  const own = sources.filter(
    ({ file, text }) =>
      !guards.includes(file) && /isComposing|keyCode|window\.addEventListener\('key[^;]*capture/.test(text),
  );
  expect(own.map(({ file }) => file)).toEqual([]);
  expect(readFileSync(path.join(ROOT, 'src/renderer/src/main.tsx'), 'utf8')).toContain(
    'leaveKeysToInputMethod(window)',
  );
  expect(readFileSync(path.join(ROOT, guards[1] ?? ''), 'utf8')).toContain('leaveKeysToInputMethod(root)');
});
