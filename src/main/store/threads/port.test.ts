import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf } from './port.ts';

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE chats (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT');
});
afterEach(() => database.close());

const codeOf = (statement: string): string => {
  try {
    database.exec(statement);
  } catch (error) {
    return failureOf(error).code;
  }
  return 'none';
};

test.each([
  ['that is no SQL', 'SELEC 1'],
  ['of a table that is not there', 'SELECT * FROM customers'],
  ['that breaks a constraint', 'INSERT INTO chats VALUES (1, NULL)'],
  ['with a value of another type', "INSERT INTO chats VALUES ('one', 'Anna')"],
])('a statement %s is our fault, not the disk’s', (_which, statement) => {
  expect(codeOf(statement)).toBe('internal');
});

test('a database without room for more is the disk’s', () => {
  database.exec('PRAGMA max_page_count = 2');
  expect(codeOf(`INSERT INTO chats VALUES (1, '${'long '.repeat(10_000)}')`)).toBe('storage_unavailable');
});
