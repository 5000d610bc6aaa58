import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { INTERFACE_ROWS } from './interface-rows.ts';

interface Proof {
  readonly group: string;
  readonly name: string;
  readonly isThorough: boolean;
  /** of a test of many rows: where they are listed */
  readonly table: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const partsOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The tests in a source, with the name of the group that each is in. */
function proofsIn(source: string): readonly Proof[] {
  const proofs: Proof[] = [];
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const read = (node: Node, group: string, isThorough: boolean): void => {
    const readParts = (inGroup: string, isTagged: boolean): void => {
      for (const part of partsOf(node)) read(part, inGroup, isTagged);
    };
    if (node.type !== 'CallExpression') return readParts(group, isThorough);
    const { callee, arguments: given } = node as Node & { readonly callee: Node; readonly arguments: readonly Node[] };
    const [, what] = /^(test|describe)\b/.exec(textOf(callee)) ?? [];
    const name = /^['"`]([^]*)['"`]$/.exec(given[0] === undefined ? '' : textOf(given[0]))?.[1];
    if (what === undefined || name === undefined || given.length < 2) return readParts(group, isThorough);
    const isTagged = isThorough || given.some((each) => /^\{[^}]*thorough/.test(textOf(each)));
    if (what === 'describe') return readParts(name, isTagged);
    const table = /\.(?:each|for)\(([^]*)\)$/.exec(textOf(callee))?.[1] ?? '';
    proofs.push({ group, name, isThorough: isTagged, table: /^\w+$/.test(table) ? source : table });
  };
  read(parseSync('test.ts', source).program, '', /^\/\S+ @module-tag +thorough/.test(source));
  return proofs;
}

/** A test proves a row if its name begins with it, or if a row of its table is it. */
const proves = ({ name, table }: Proof, row: string): boolean =>
  name.startsWith(row) ||
  (/%[sij]/.test(name) &&
    (table.includes(`'${row}'`) || (/^\d+$/.test(row) && new RegExp(`\\b${row}\\b`).test(table))));

const rows = Object.entries(INTERFACE_ROWS).flatMap(([file, groups]) =>
  Object.entries(groups).flatMap(([group, names]) => names.map((row) => ({ file, group, row }))),
);
const proofs = new Map(
  Object.keys(INTERFACE_ROWS).map((file) => [
    file,
    proofsIn(readFileSync(new URL(`../integration/${file}.test.ts`, import.meta.url), 'utf8')),
  ]),
);

test('every row of the tables of both interfaces has a test over HTTP that npm test runs', () => {
  const unproven = rows.filter(
    ({ file, group, row }) =>
      proofs.get(file)?.some((proof) => proof.group === group && !proof.isThorough && proves(proof, row)) !== true,
  );
  expect(rows.length).toBeGreaterThan(110);
  expect(unproven).toEqual([]);
});

test('a test that is thorough, in another group, or of other rows proves no row', () => {
  const found = proofsIn(`
    describe('one', () => {
      test('a: proven', () => {});
      test('b: rarely', { tags: ['thorough'] }, () => {});
      test.each(['c', 'd'])('%s: each', () => {});
    });
    describe('two', { tags: ['thorough'] }, () => { test('e: never', () => {}); });
  `);
  const proven = ['a', 'b', 'c', 'd', 'e', 'f'].filter((row) =>
    found.some((proof) => !proof.isThorough && proves(proof, row)),
  );
  expect(proven).toEqual(['a', 'c', 'd']);
  expect(found.map(({ group }) => group)).toEqual(['one', 'one', 'one', 'two']);
});
