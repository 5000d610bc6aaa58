import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecretUse } from '#shared/contract/audit.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../../test/fixtures/temporary-store.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 23);

let temporary: TemporaryStore;
let made = 0;
beforeEach(async () => {
  temporary = await openTemporaryStore();
});
afterEach(() => temporary.remove());

interface Told {
  readonly at?: number;
  readonly operatorId?: string;
  readonly action?: string;
  readonly aboutId?: string;
  readonly secret?: SecretUse;
  readonly count?: number;
}

const record = ({ at = NOW, operatorId = 'olga', action = 'channels.update', count = 1, ...more }: Told = {}) =>
  temporary.store.write('recordAudit', {
    entry: { key: `key-${(made += 1)}`, at, operatorId, operatorName: 'Olga', action, count, ...more },
    since: at - 60_000,
  });
const all = async () => (await temporary.store.read('listAudit', { limit: 100 })).entries;
const seen = (operatorId = 'olga') => temporary.store.read('listSeenSecrets', { operatorId });

describe('the list of changes', () => {
  test('counts repeats within the time, of the same person and thing only', async () => {
    await record({ aboutId: 'shop' });
    await record({ aboutId: 'shop', at: NOW + 30_000 });
    await record({ aboutId: 'app', at: NOW + 30_000 });
    await record({ aboutId: 'shop', at: NOW + 30_000, operatorId: 'boris' });
    await record({ aboutId: 'shop', at: NOW + 60_001 });
    expect((await all()).map(({ aboutId, operatorId, count }) => [aboutId, operatorId, count])).toEqual([
      ['shop', 'olga', 1],
      ['shop', 'boris', 1],
      ['app', 'olga', 1],
      ['shop', 'olga', 2],
    ]);
  });

  test('is kept for a year after an entry, then pruned', async () => {
    await record({ aboutId: 'first', at: NOW - YEAR - 1 });
    await record({ aboutId: 'second', at: NOW - YEAR });
    await record({ aboutId: 'third' });
    await temporary.store.write('pruneAudit', { before: NOW - YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual(['third', 'second']);
  });

  test('is kept whatever date the newest entry has, while the clock is not to be believed', async () => {
    await record({ aboutId: 'first', at: NOW - YEAR });
    await record({ aboutId: 'ahead', at: NOW + 10 * YEAR });
    await temporary.store.write('pruneAudit', { before: NOW - YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual(['ahead', 'first']);
    await temporary.store.write('pruneAudit', { before: NOW + 9 * YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual(['ahead']);
  });

  test('keeps who saw a secret beyond the year, until it is renewed or they are gone for a year', async () => {
    const long = NOW - 3 * YEAR;
    await record({ at: long, action: 'channels.addresses', aboutId: 'kept', secret: 'shown' });
    await record({ at: long, action: 'channels.addresses', aboutId: 'renewed', secret: 'shown' });
    await record({ at: long, action: 'channels.renewSecret', aboutId: 'renewed', secret: 'renewed' });
    await record({ at: long, action: 'channels.addresses', aboutId: 'nobody', secret: 'shown', operatorId: 'gone' });
    await record();
    await temporary.store.write('pruneAudit', { before: NOW - YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual([undefined, 'kept']);
    await temporary.store.write('removeOperator', { operatorId: 'boris', at: NOW });
    expect(await seen()).toEqual([{ aboutId: 'kept', at: long }]);
  });
});

describe('secrets seen', () => {
  test.each<[string, readonly SecretUse[], boolean]>([
    ['shown', ['shown'], true],
    ['made by them', ['made'], true],
    ['renewed afterwards', ['shown', 'renewed'], false],
    ['shown again afterwards', ['shown', 'renewed', 'shown'], true],
    ['renewed twice', ['renewed', 'shown', 'renewed'], false],
    ['renewed only', ['renewed'], false],
  ])('%s', async (_how, uses, isSeen) => {
    // All within a minute: repeats on both sides of a renewal are not one.
    for (const secret of uses) await record({ aboutId: 'shop', secret, action: `channels.${secret}` });
    expect(await seen()).toHaveLength(isSeen ? 1 : 0);
  });

  test('renewed by somebody else in between', async () => {
    await record({ aboutId: 'shop', secret: 'shown' });
    await record({ aboutId: 'shop', secret: 'renewed', operatorId: 'boris', action: 'channels.renewSecret' });
    await record({ aboutId: 'shop', secret: 'shown' });
    expect(await seen()).toHaveLength(1);
    await record({ aboutId: 'shop', secret: 'renewed', operatorId: 'boris', action: 'channels.renewSecret' });
    expect(await seen()).toEqual([]);
  });

  test('before a restore may be in use again, though they were renewed', async () => {
    await record({ aboutId: 'shop', secret: 'shown' });
    await record({ aboutId: 'shop', secret: 'renewed', action: 'channels.renewSecret' });
    await record({ action: 'backups.restore' });
    expect(await seen()).toHaveLength(1);
  });
});
