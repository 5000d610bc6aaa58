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
