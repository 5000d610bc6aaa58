import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { failureOf, isLost, LostConnection } from './failures.ts';

const ofServer = (code: string) => Object.assign(new DatabaseError('it failed', 0, 'error'), { code });

test.each([
  ['no SQL', '42601'],
  ['of a table that is not there', '42P01'],
  ['that breaks a constraint', '23505'],
  ['with a value of another type', '22P02'],
  ['that a trigger refuses', 'P0001'],
  ['after another that failed', '25P02'],
])('a statement %s is our fault, not the server’s', (_which, code) => {
  expect([failureOf(ofServer(code)).code, isLost(ofServer(code))]).toEqual(['internal', false]);
});

test.each([
  ['whose disk is full', '53100', 'full', false],
  ['that has no memory left', '53200', 'unreachable', false],
  ['where another node holds the lock', '55P03', 'unreachable', true],
  ['where two wait for each other', '40P01', 'unreachable', false],
  ['that only reads', '25006', 'unreachable', false],
  ['that shuts down', '57P01', 'unreachable', true],
  ['that ended a transaction left open', '25P03', 'unreachable', true],
] as const)('a server %s cannot store anything', (_which, code, reason, isGone) => {
  expect(failureOf(ofServer(code))).toMatchObject({
    code: 'storage_unavailable',
    reason: { code: `errors:refusals.store.${reason}` },
    detail: 'it failed',
  });
  expect(isLost(ofServer(code))).toBe(isGone);
});

test('a connection that is lost is the server’s, a refusal stays what it is, and all else is our fault', () => {
  const lost = new LostConnection(new Error('ended'));
  expect([failureOf(lost), isLost(lost)]).toMatchObject([{ code: 'storage_unavailable', detail: 'ended' }, true]);
  const refusal = new ContractError('chat_closed', phrase('errors:refusals.internal.store'));
  expect([failureOf(refusal).code, isLost(refusal)]).toEqual(['chat_closed', false]);
  expect([failureOf(new TypeError('no')), isLost(new TypeError('no'))]).toMatchObject([{ code: 'internal' }, false]);
});
