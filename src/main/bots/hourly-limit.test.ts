import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { openHourlyLimit, type HourlyLimit } from './hourly-limit.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let store: MemoryStore;
let clock: FakeClock;
let limit: HourlyLimit;
let changes: number;

const open = () => openHourlyLimit({ store, clock, onChange: () => (changes += 1) });
const admitted = async (times: number, most: number): Promise<boolean[]> => {
  const results: boolean[] = [];
  for (let count = 0; count < times; count += 1) results.push((await limit.admit('faq', most)).ok);
  return results;
};

beforeEach(async () => {
  store = await openUsualStore();
  clock = createFakeClock();
  changes = 0;
  limit = await open();
});

describe('the hourly limit', () => {
  test('accepts requests up to the limit, blocks the next one, and reports it', async () => {
    expect(await admitted(4, 3)).toEqual([true, true, true, false]);
    expect(limit.acceptedThisHour('faq')).toBe(3);
    expect(limit.blockedUntil('faq')).toBe(clock.wall() + HOUR);
    expect(changes).toBeGreaterThan(0);
  });

  test('slides: requests older than an hour no longer count', async () => {
    expect(await admitted(2, 3)).toEqual([true, true]);
    await clock.advance(59 * MINUTE);
    expect(await admitted(1, 3)).toEqual([true]);
    await clock.advance(2 * MINUTE);
    expect(limit.acceptedThisHour('faq')).toBe(1);
    expect(await admitted(2, 3)).toEqual([true, true]);
  });

  test('blocks for a full hour, even if the bot stays quiet, then accepts requests again', async () => {
    await admitted(2, 1);
    await clock.advance(59 * MINUTE);
    expect(await limit.admit('faq', 1)).toEqual({ ok: false, retryAfter: 60 });
    await clock.advance(MINUTE);
    expect(limit.blockedUntil('faq')).toBeUndefined();
    expect(await admitted(1, 1)).toEqual([true]);
  });

  test('applies to each bot separately', async () => {
    await admitted(2, 1);
    expect((await limit.admit('sales', 1)).ok).toBe(true);
  });

  test('keeps the block and the count across a restart', async () => {
    await admitted(2, 1);
    await store.write('refuseEvent', {
      botId: 'sales',
      kind: 'unknown',
      body: '',
      status: 400,
      chatId: undefined,
      at: clock.wall(),
    });
    await clock.advance(10 * MINUTE);
    store.restart();
    limit = await open();
    expect(await limit.admit('faq', 1)).toEqual({ ok: false, retryAfter: 50 * 60 });
    expect(limit.acceptedThisHour('sales')).toBe(1);
    await clock.advance(50 * MINUTE);
    expect(limit.acceptedThisHour('sales')).toBe(0);
    expect((await limit.admit('faq', 1)).ok).toBe(true);
  });

  test('counts nothing from the future, of a clock that was set back', async () => {
    const event = { botId: 'sales', kind: 'unknown', body: '', status: 400, chatId: undefined };
    await store.write('refuseEvent', { ...event, at: clock.wall() });
    clock.set(-31 * 24 * HOUR);
    limit = await open();
    expect(limit.acceptedThisHour('sales')).toBe(0);
  });
});
