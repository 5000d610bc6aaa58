import { beforeEach, describe, expect, test } from 'vitest';
import { received } from '../../../../test/fixtures/received-message.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import type { ReceivedMessage } from './receive-message.ts';
import { standing } from '../../../../test/fixtures/acts.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const receive = async (more: Partial<ReceivedMessage> = {}) =>
  (await store.write('messages.receive', received(more), standing())).answer;
const DAY = 24 * 60 * 60_000;

describe('a received message', () => {
  test('equal to one accepted in the window is a repeat, later it is new', async () => {
    expect(await receive({ digest: 'd' })).toMatchObject({ outcome: 'stored' });
    expect(await receive({ digest: 'd', at: 1000 + DAY - 1 })).toEqual({ outcome: 'repeat' });
    expect(await receive({ digest: 'd', at: 1000 + DAY })).toMatchObject({ outcome: 'stored' });
  });

  test('is recognized as a repeat after a restart', async () => {
    const now = Date.now();
    await receive({ digest: 'd', at: now });
    store.restart();
    expect(await receive({ digest: 'd', at: now + 1 })).toEqual({ outcome: 'repeat' });
  });

  test('is no repeat of one whose transaction was rolled back, and later equal ones are repeats of each other', async () => {
    await expect(receive({ digest: 'd', type: null as never })).rejects.toThrow();
    expect(await receive({ digest: 'd' })).toMatchObject({ outcome: 'stored' });
    expect(await receive({ digest: 'd' })).toEqual({ outcome: 'repeat' });
  });

  test('is no repeat of one from the future, unless the clock was only adjusted', async () => {
    const [minute, day] = [60_000, DAY];
    const at = (time: number) => ({ digest: 'd', at: time });
    await receive(at(40 * day));
    expect(await receive(at(40 * day - minute))).toEqual({ outcome: 'repeat' });
    expect(await receive(at(9 * day))).toMatchObject({ outcome: 'stored' });
    expect(await receive(at(9 * day + minute))).toEqual({ outcome: 'repeat' });
    expect(await receive(at(10 * day + minute))).toMatchObject({ outcome: 'stored' });
    expect(await receive(at(40 * day + minute))).toEqual({ outcome: 'repeat' });
  });
});
