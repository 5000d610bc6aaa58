import { describe, expect, it } from 'vitest';
import { connectionSettings, type ConnectionView } from '#shared/contract/connection.ts';
import { toSentence, endingText, problemTexts, tunnelText } from './reach.ts';
import { chipText } from './reach-chip.tsx';
import { foreignText } from '#shared/locales/phrase.ts';

const noon = new Date(2026, 10, 21, 12).getTime();
const DAY = 86_400_000;

describe('the state in a word', () => {
  const broken = new Date(2026, 10, 21, 11, 5).getTime();
  it.each([
    ['local', broken, 'Local only'],
    ['checking', broken, 'Checking…'],
    ['reachable', broken, 'Reachable'],
    ['unreachable', broken, 'Down since 11:05'],
    ['unreachable', new Date(2026, 10, 20, 23, 5).getTime(), 'Down since yesterday 23:05'],
    ['unreachable', new Date(2026, 10, 3, 9).getTime(), 'Down since 3 Nov 09:00'],
  ] as const)('%s since %d: %s', (state, since, words) => {
    expect(chipText({ state, since }, noon)).toBe(words);
  });
});

it.each([
  [1200, 'The tunnel broke. Trying again in 2 seconds.'],
  [1000, 'The tunnel broke. Trying again in 1 second.'],
  [-5000, 'The tunnel broke. Trying again now.'],
])('a broken tunnel that is tried again in %d ms says so, and never counts below zero', (left, words) => {
  expect(tunnelText({ state: 'waiting', retryAt: noon + left }, noon)).toBe(words);
  expect(tunnelText({ state: 'up' }, noon)).toBeUndefined();
});

describe('a problem', () => {
  const problem = { what: foreignText('The server does not answer'), todo: foreignText('Look at it') };
  const view = (way: ConnectionView['settings']['way']) => ({
    settings: connectionSettings.parse({ way }),
    reach: { state: 'unreachable', url: 'https://shop.example', since: noon, problem } as const,
    tunnel: { state: 'waiting', problem } as const,
  });

  it('is shown once if tunnel and reach report the same', () => {
    expect(problemTexts(view('tunnel'))).toEqual([{ what: 'The server does not answer', todo: 'Look at it' }]);
  });

  it('of the network port comes first, and an unused tunnel has none', () => {
    const taken = { what: foreignText('Port 8790 is taken'), todo: foreignText('Choose another') };
    const other = { what: foreignText('Broken'), todo: foreignText('Wait') };
    expect(problemTexts({ ...view('lan'), networkProblem: taken, tunnel: { state: 'off', problem: other } })).toEqual([
      { what: 'Port 8790 is taken', todo: 'Choose another' },
      { what: 'The server does not answer', todo: 'Look at it' },
    ]);
  });
});

describe('a certificate near its end', () => {
  it.each([
    [15 * DAY, undefined],
    [14 * DAY, undefined],
    [14 * DAY - 1, 'The certificate expires in 13 days.'],
    [DAY, 'The certificate expires in 1 day.'],
    [DAY - 1, 'The certificate expires today.'],
    [-1, 'The certificate has expired.'],
  ])('%d milliseconds before it', (left, words) => {
    expect(endingText({ made: false, validTo: noon + left }, noon)).toBe(words);
  });

  it('does not warn if it was made here, since it is renewed automatically', () => {
    expect(endingText({ made: true, validTo: noon + DAY }, noon)).toBeUndefined();
  });
});

it('ends a sentence with exactly one full stop', () => {
  expect(toSentence('It is so')).toBe('It is so.');
  expect(toSentence('It is so.')).toBe('It is so.');
});
