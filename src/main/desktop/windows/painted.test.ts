import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { whenPainted } from './painted.ts';

let clock: FakeClock;
let window: EventEmitter;
const onPainted = vi.fn<() => void>();
beforeEach(() => {
  clock = createFakeClock();
  window = new EventEmitter();
  onPainted.mockReset();
  void whenPainted(window as unknown as Parameters<typeof whenPainted>[0], clock).then(onPainted);
});

test('a window is shown as soon as it is painted', async () => {
  await clock.advance(100);
  expect(onPainted).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  await clock.advance(0);
  expect([onPainted.mock.calls.length, clock.waiting()]).toEqual([1, 0]);
});

test('one that never says so is shown after five seconds', async () => {
  await clock.advance(4999);
  expect(onPainted).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(onPainted).toHaveBeenCalledOnce();
});

test('nothing is left of one that was closed before', async () => {
  window.emit('closed');
  await clock.advance(10_000);
  expect([onPainted.mock.calls.length, clock.waiting()]).toEqual([0, 0]);
});
