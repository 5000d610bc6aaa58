import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8').replaceAll(/```[^]*?```/g, '');

/** Text between backticks. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

test('the data model in docs/architecture.md names every table of the database, and no other', () => {
  const schema = globSync('src/main/store/schema/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
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
  const homes = ['src', 'src/shared', 'src/main', 'src/renderer/src', '.'];
  const paths = quoted(document).filter((name) => /^[a-z][\w.-]*(?:\/[\w.-]+)+$/i.test(name));
  const missing = paths.filter(
    (name) =>
      !homes.some((home) => ['', '.ts', '.tsx'].some((ending) => existsSync(path.join(ROOT, home, name + ending)))),
  );
  expect(paths.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
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
