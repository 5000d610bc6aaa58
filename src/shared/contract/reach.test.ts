import { expect, test } from 'vitest';
import { connectionSettings } from './connection.ts';
import type { LetterboxView } from './letterboxes.ts';
import { reachedOf, websitesInPlaceOf } from './reach.ts';

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

const letterbox = (state: LetterboxView['state'], since: number, httpStatus?: number): LetterboxView => ({
  channelId: `${state} ${httpStatus ?? ''}`,
  url: 'https://shop.example/counterbell',
  state,
  since,
  ...(state === 'broken' && { trouble: httpStatus === undefined ? 'unreachable' : 'notThere', httpStatus }),
});
const OPEN = letterbox('open', 3);
const AWAY = letterbox('broken', 2);
const MISSING = letterbox('broken', 1, 404);

test.each([
  ['local', [], undefined],
  ['local', [OPEN], { through: 'open', since: 3 }],
  ['local', [OPEN, AWAY], { through: 'unfetched', since: 2 }],
  ['local', [AWAY, MISSING, OPEN], { through: 'closed', since: 1 }],
  ['local', [letterbox('starting', 4)], { through: 'starting', since: 4 }],
  ['reachable', [OPEN], undefined],
  ['reachable', [letterbox('starting', 4)], undefined],
  ['reachable', [OPEN, AWAY], { through: 'unfetched', since: 2 }],
  ['checking', [MISSING], { through: 'closed', since: 1 }],
  ['unreachable', [MISSING], undefined],
] as const)('where the address is %s, the websites %j say: %j', (state, letterboxes, said) => {
  expect(websitesInPlaceOf({ state }, letterboxes)).toEqual(said);
});
