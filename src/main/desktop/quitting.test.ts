import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { quitOnSignals, quitWithSession } from './quitting.ts';

describe('a signal', () => {
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
});

describe('the end of a session', () => {
  type Given = Parameters<typeof quitWithSession>;

  let done: string[];
  let app: EventEmitter;
  let power: EventEmitter;
  beforeEach(() => {
    done = [];
    app = Object.assign(new EventEmitter(), { quit: () => done.push('quit') });
    power = new EventEmitter();
    quitWithSession(app as unknown as Given[0], power as unknown as Given[1]);
  });

  it('a shutdown waits until the app has quit', () => {
    power.emit('shutdown', { preventDefault: () => done.push('held up') });
    expect(done).toEqual(['held up', 'quit']);
  });

  it('the end of a session on Windows, which any window may hear of, quits too', () => {
    const window = new EventEmitter();
    app.emit('browser-window-created', {}, window);
    window.emit('query-session-end', {});
    expect(done).toEqual([]);
    window.emit('session-end', {});
    expect(done).toEqual(['quit']);
  });
});
