import { expect, test } from 'vitest';
import { connectionSettings } from './connection.ts';
import { reachedOf } from './reach.ts';

test.each([
  ['checking', 'own', undefined],
  ['local', 'own', 'local'],
  ['reachable', 'own', 'reachable'],
  ['reachable', 'lan', 'network'],
  ['unreachable', 'lan', 'unreachable'],
] as const)('a connection that is %s, by the method %s, lets through: %s', (state, way, reached) => {
  expect(
    reachedOf({ reach: { state, url: 'https://chat.example', since: 0 }, settings: connectionSettings.parse({ way }) }),
  ).toBe(reached);
});
