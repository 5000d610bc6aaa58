import { expect, it } from 'vitest';
import type { Operator } from '#shared/domain/entities.ts';
import { searchOperators } from './assign-dialog.tsx';

const operator = (name: string, available = false): Operator => ({
  id: name,
  name,
  role: 'operator',
  presence: 'online',
  available,
});
const everybody = [operator('Zoe Quinn'), operator('José Ángel', true), operator('Boris'), operator('Анна Ёлкина')];
const found = (query: string): readonly string[] => searchOperators(everybody, query).map(({ name }) => name);

it('lists reachable operators first, then sorts by name', () => {
  expect(found('  ')).toEqual(['José Ángel', 'Boris', 'Zoe Quinn', 'Анна Ёлкина']);
});

it.each([
  ['jose', ['José Ángel']],
  ['ANG', ['José Ángel']],
  ['qu zo', ['Zoe Quinn']],
  ['елк', ['Анна Ёлкина']],
  ['oe', []],
])('matches word beginnings: %s', (query, names) => {
  expect(found(query)).toEqual(names);
});
