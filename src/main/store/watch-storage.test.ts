import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { watchStorage, type StorageWatchOptions } from './store.ts';

const FULL = 'findings:reach.storage.text';

test('a refused message is reported at once, although a smaller write still fits, until storing is tried and works', async () => {
  const clock = createFakeClock();
  let refuse = (): void => undefined;
  const write = vi.fn<() => Promise<true>>().mockRejectedValueOnce(new Error('full')).mockResolvedValue(true);
  const onChange = vi.fn<StorageWatchOptions['onChange']>();
  const reported = (): readonly (string | undefined)[] => onChange.mock.calls.map(([problem]) => problem?.what.code);
  const store: StorageWatchOptions['store'] = {
    onRefused: (listener) => {
      refuse = listener;
      return () => undefined;
    },
    write: write as StorageWatchOptions['store']['write'],
  };
  const { stop } = watchStorage({ store, clock, onChange });

  refuse();
  refuse();
  expect(reported()).toEqual([FULL]);
  expect(write).not.toHaveBeenCalled();
  await clock.advance(2000);
  expect(reported()).toEqual([FULL, FULL]);
  await clock.advance(2000);
  expect(reported()).toEqual([FULL, FULL, undefined]);
  refuse();
  expect(reported()).toEqual([FULL, FULL, undefined, FULL]);
  stop();
});
