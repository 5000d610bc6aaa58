import { beforeEach, describe, expect, test } from 'vitest';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 23);
const OLGA = { at: NOW, operatorId: 'olga', role: 'owner' } as const;

let store: MemoryStore;
let made = 0;
beforeEach(async () => {
  store = await openUsualStore();
});

interface Told {
  readonly at?: number;
  readonly operatorId?: string;
  readonly aboutId?: string;
  readonly count?: number;
}

const record = ({ at = NOW, operatorId = 'olga', count = 1, ...more }: Told = {}) =>
  store.write('recordAudit', {
    entry: {
      key: `key-${(made += 1)}`,
      at,
      operatorId,
      operatorName: 'Olga',
      action: 'changed',
      kind: 'channel',
      count,
      ...more,
    },
    since: at - 60_000,
  });
const all = async () => (await store.read('audit.list', { limit: 100 }, OLGA)).entries;

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
    await store.write('pruneAudit', { before: NOW - YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual(['third', 'second']);
  });

  test('is kept whatever date the newest entry has, while the clock is not to be believed', async () => {
    await record({ aboutId: 'first', at: NOW - YEAR });
    await record({ aboutId: 'ahead', at: NOW + 10 * YEAR });
    await store.write('pruneAudit', { before: NOW - YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual(['ahead', 'first']);
    await store.write('pruneAudit', { before: NOW + 9 * YEAR });
    expect((await all()).map(({ aboutId }) => aboutId)).toEqual(['ahead']);
  });
});
