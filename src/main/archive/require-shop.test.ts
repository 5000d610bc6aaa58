import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ShopMissing } from '#main/settings/data-folder-lock.ts';
import { createSchema } from '#main/store/sqlite/schema.ts';
import { Sqlite } from '#main/store/sqlite/sqlite.ts';
import { requireShop } from './require-shop.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-shop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text = name): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const database = (more = ''): void => {
  using sqlite = new Sqlite(join(folder, 'counterbell.db'), { readOnly: false });
  createSchema(sqlite);
  sqlite.exec(more);
};
const others = (): void => {
  using sqlite = new DatabaseSync(join(folder, 'counterbell.db'));
  sqlite.exec('CREATE TABLE settings (name TEXT); CREATE TABLE tunes (name TEXT)');
};
const INSTALLATION = `INSERT INTO settings VALUES ('installationId', '"7d1c1a5e-0b55-4c53-9b5a-2a7a1b2f3c4d"')`;
/** Every file with its content. */
const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
const refusal = (): ShopMissing => {
  try {
    requireShop(folder);
  } catch (error) {
    if (error instanceof ShopMissing) return error;
    throw error;
  }
  throw new Error('it would start');
};

const DATABASES = {
  missing: () => undefined,
  empty: () => put('counterbell.db', ''),
  no_installation: () => database(),
} as const;
const TRACES = [
  ...['vault.key', 'vault.master', 'media/ab/file', 'media/arriving/half'],
  ...['journal.db', 'restore/staged/counterbell.db', 'archive-work/copy', 'exports/a.zip', 'erasing.json'],
] as const;

test.each(Object.entries(DATABASES))(
  'a first start that was cut off begins again, its database %s',
  (_problem, make) => {
    expect(requireShop(folder)).toBeUndefined();
    make();
    for (const trace of ['vault.key', 'journal.db']) put(trace);
    expect(requireShop(folder)).toBeUndefined();
    rmSync(join(folder, 'first-start'));
    expect(refusal().found).toEqual(['vault.key', 'journal.db']);
  },
);

describe.each(Object.entries(DATABASES))('a folder whose database is %s', (problem, make) => {
  test.each(TRACES)('and that has %s is refused and stays as it is; started anew, nothing of it is lost', (trace) => {
    make();
    put(trace);
    const before = contents();
    expect(refusal()).toMatchObject({
      problem,
      found: [trace.split('/')[0]],
      message: expect.stringContaining(trace.split('/')[0] ?? '') as string,
    });
    expect(contents()).toEqual(before);
    requireShop(folder, { startOver: true });
    expect(existsSync(join(folder, 'counterbell.db'))).toBe(false);
    expect(Object.values(contents()).toSorted()).toEqual(Object.values(before).toSorted());
    if (!/^(?:vault|media)/.test(trace)) expect(Object.keys(contents())).not.toContain(trace);
  });

  test('and that has nothing of a shop starts', () => {
    make();
    for (const name of ['media', 'logs']) mkdirSync(join(folder, name));
    for (const name of ['computer.json', 'backups/old.zip']) put(name);
    expect(requireShop(folder)).toBeUndefined();
  });
});

test('a log without its database is refused and kept', () => {
  put('counterbell.db-wal');
  expect(refusal()).toMatchObject({ problem: 'missing', found: ['counterbell.db-wal'] });
  put('counterbell.db', '');
  expect(refusal()).toMatchObject({ problem: 'empty', found: ['counterbell.db-wal'] });
  expect(contents()).toMatchObject({ 'counterbell.db-wal': 'counterbell.db-wal' });
});

test.each([
  ['foreign', others],
  ['damaged', () => put('counterbell.db', 'no database at all, but long enough to be read as one')],
] as const)('a %s database is refused, whatever is beside it, and set aside when started anew', (problem, make) => {
  make();
  const { 'counterbell.db': before } = contents();
  expect(refusal()).toMatchObject({ problem, found: [] });
  const aside = requireShop(folder, { startOver: true }) ?? '';
  expect(readFileSync(join(aside, 'counterbell.db'), 'latin1')).toBe(before);
});

test('a folder with its shop starts, and starting anew changes nothing in it', () => {
  database(INSTALLATION);
  for (const trace of TRACES.filter((name) => !name.includes('journal'))) put(trace);
  expect(requireShop(folder, { startOver: true })).toBeUndefined();
  expect(existsSync(join(folder, 'set-aside'))).toBe(false);
});
