import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quitOnSignals } from './signals.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let before: Map<NodeJS.Signals, readonly NodeJS.SignalsListener[]>;

beforeEach(() => {
  before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
});
afterEach(() => {
  for (const signal of SIGNALS)
    for (const each of process.listeners(signal))
      if (before.get(signal)?.includes(each) !== true) process.off(signal, each);
});

test.each(SIGNALS)('%s quits, and whoever else listens for it still hears it', (signal) => {
  const [quit, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  process.on(signal, other);
  quitOnSignals({ quit });
  process.emit(signal, signal);
  expect(quit).toHaveBeenCalledTimes(1);
  expect(other).toHaveBeenCalledTimes(1);
});
